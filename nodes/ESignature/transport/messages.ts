import type { Route } from '../api';

/** What happened, and what the user can do about it. */
export interface Message {
	message: string;
	advice: string;
}

const NO_ENVELOPE: Message = {
	message: 'The envelope was not found',
	advice:
		"Check the envelope ID, that the envelope was not deleted, and that the credential's Base URL is the region in which it was created.",
};

const NOT_SEALED: Message = {
	message: 'The envelope is not sealed yet, so there is nothing to download',
	advice:
		"Run this step once every signer has signed: check the envelope's status first, or start the workflow from the 'Envelope Sealed' event.",
};

/** Every error that the contract documents, in words for the step in which it occurs. */
export const MESSAGES: Partial<Record<Route, Partial<Record<number, Message>>>> = {
	'POST /sign/envelopes/{envelopeID}/participants': {
		400: {
			message: 'The service did not accept the participants',
			advice:
				'Correct the inputs named above. E-mail addresses must be complete, access codes have 4 to 32 characters, and an envelope has at most 200 participants. Nobody was added.',
		},
		404: NO_ENVELOPE,
		409: {
			message: 'Participants can no longer be added to this envelope',
			advice: 'Participants can be added only while the envelope is a draft.',
		},
	},
	'GET /sign/envelopes/{envelopeID}/participants': { 404: NO_ENVELOPE },
	'GET /sign/envelopes/{envelopeID}': { 404: NO_ENVELOPE },
	'PUT /sign/envelopes/{envelopeID}:cancel': {
		403: {
			message: 'This application may not cancel the envelope',
			advice:
				'Use the credential of the application that created it, or ask your administrator for permission.',
		},
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be cancelled in its present state',
			advice:
				"Only an envelope with the status 'sent' can be cancelled. Delete a draft instead; a sealed, rejected or cancelled envelope has already ended.",
		},
	},
	'DELETE /sign/envelopes/{envelopeID}': {
		400: {
			message: 'The service did not accept the request to delete the envelope',
			advice: 'Check the envelope ID. The envelope still exists.',
		},
		403: {
			message: 'This application may not delete the envelope',
			advice:
				'Use the credential of the application that created it, or ask your administrator for permission.',
		},
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be deleted in its present state',
			advice: "If it was sent, cancel it first with the 'Cancel' operation, then delete it.",
		},
		500: {
			message: 'The service could not delete the envelope',
			advice: "Check with the 'Get' operation whether it still exists, then try again later.",
		},
	},
	'GET /sign/envelopes/{envelopeID}:download-sealed': { 404: NO_ENVELOPE, 409: NOT_SEALED },
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': {
		404: NO_ENVELOPE,
		409: {
			message: 'There is no audit trail for this envelope yet',
			advice: 'An audit trail exists once the envelope was sent.',
		},
	},
};

/** For statuses without a text of their own. */
export const GENERAL: Record<number, Message> = {
	400: {
		message: 'The service did not accept the inputs',
		advice: 'Correct the inputs named above, then run the step again.',
	},
	401: {
		message: 'The service rejected the access token, even a new one',
		advice:
			"Open the credential and test it. Check that the application is still enabled and that the 'Base URL' is its region.",
	},
	403: {
		message: 'This application may not do that',
		advice: 'Use another credential, or ask your administrator for permission.',
	},
	404: {
		message: 'The service did not find what this step refers to',
		advice:
			"Check the IDs, and that the credential's Base URL is the region in which the envelope was created.",
	},
	409: {
		message: 'This is not possible in the present state of the envelope',
		advice: "Read the envelope's status with the 'Get' operation and decide by it.",
	},
	413: {
		message: 'The file is too large for the service',
		advice: 'A document may have at most 20 MB.',
	},
	415: {
		message: 'The service does not accept this type of file',
		advice: 'Send a PDF, or one of the accepted office, image or text formats.',
	},
	422: {
		message: 'The service could not process the inputs',
		advice: 'Correct what is named above, then run the step again.',
	},
	429: {
		message: 'The service receives too many requests from you',
		advice: "Lower 'Max Concurrency' in the options of this node, or run the step again later.",
	},
};

export const SERVICE_DOWN: Message = {
	message: 'The service is in trouble and did not complete the request',
	advice: 'Try again later. If it goes on, ask the operator of the service.',
};
