import type { Explanation } from '../../core';

export const NO_ENVELOPE: Explanation = {
	message: 'The envelope was not found',
	advice:
		"Check the envelope ID and that the envelope was not deleted. The credential's Base URL must be that of the region in which the envelope was created.",
};

export const NO_DOCUMENT: Explanation = {
	message: 'The envelope or the document was not found',
	advice:
		"Check both IDs and that neither was deleted. The credential's Base URL must be that of the region in which the envelope was created.",
};

export const NOT_A_DRAFT = (what: string): Explanation => ({
	message: `${what} can no longer be changed`,
	advice: 'Only a draft can be changed. Once an envelope is sent, create a new one instead.',
});

export const NOT_SEALED = (what: string): Explanation => ({
	message: `${what} is not sealed yet, so there is nothing to download`,
	advice:
		"Run this step after the envelope is sealed: start the workflow with the event 'Envelope Sealed' of the E-Signature Trigger, or filter envelopes by status first.",
});
