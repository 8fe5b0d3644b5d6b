import type { Explanation } from '../../core';

export const NO_ENVELOPE: Explanation = {
	message: 'The envelope was not found',
	advice: "Check the envelope ID, and that the credential is for the envelope's region.",
};

export const NO_DOCUMENT: Explanation = {
	message: 'The envelope or the document was not found',
	advice: "Check both IDs, and that the credential is for the envelope's region.",
};

export const NOT_A_DRAFT = (what: string): Explanation => ({
	message: `${what} can no longer be changed`,
	advice: 'Only a draft can be changed: create a new envelope instead.',
});

export const NOT_SEALED: Explanation = {
	message: 'There is nothing to download, because the envelope is not sealed',
	advice:
		"Run this step after the envelope is sealed, e.g. after 'Wait Until Signed'; one that was declined or canceled has only an audit trail.",
};
