import type { Explanation } from '../../core';

export const NO_ENVELOPE: Explanation = {
	message: 'The envelope was not found',
	advice:
		"Check the envelope ID, that the envelope was not deleted, and that the credential's Base URL is the region in which it was created.",
};

export const NO_DOCUMENT: Explanation = {
	message: 'The envelope or the document was not found',
	advice:
		"Check both IDs, that neither was deleted, and that the credential's Base URL is the region in which the envelope was created.",
};

export const NOT_A_DRAFT = (what: string): Explanation => ({
	message: `${what} can no longer be changed`,
	advice: 'Only a draft can be changed. Once an envelope is sent, create a new one instead.',
});
