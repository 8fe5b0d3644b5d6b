import type { EnvelopeStatus } from '../../api';
import { DOCUMENT_MESSAGES } from './document';
import { ENVELOPE_MESSAGES } from './envelope';
import { FIELD_MESSAGES } from './field';
import type { Message, Messages } from './message';
import { PARTICIPANT_MESSAGES } from './participant';
import { ACCEPTED, TOO_LARGE } from './publishedLimits';

export type { Message };

/** Every documented refusal, in words for the step in which it occurs. */
export const MESSAGES: Messages = {
	...ENVELOPE_MESSAGES,
	...DOCUMENT_MESSAGES,
	...PARTICIPANT_MESSAGES,
	...FIELD_MESSAGES,
};

/** For statuses without a text of their own. */
export const GENERAL: Record<number, Message> = {
	400: {
		message: 'The service did not accept the inputs',
		advice: 'Correct the inputs, then run the step again.',
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
		advice: `${TOO_LARGE} Reduce its size or split it.`,
	},
	415: {
		message: 'The service does not accept this type of file',
		advice: `Send a PDF, or another format that the service accepts. ${ACCEPTED}`,
	},
	422: {
		message: 'The service could not process the inputs',
		advice: 'Correct the inputs, then run the step again.',
	},
	429: {
		message: 'The service receives too many requests from you',
		advice: "Lower 'Max Concurrency' in the options of this node, or run the step again later.",
	},
};

export const SERVICE_DOWN: Message = {
	message: 'The service does not work as it should and did not complete the request',
	advice: 'Try again later. If it happens again, ask the operator of the service.',
};

/** What can still be done with an envelope, by its status. */
export const POSSIBLE_IN: Record<EnvelopeStatus, string> = {
	drafted:
		'A draft can be changed, sent or deleted, but not cancelled, and nothing of it is sealed yet.',
	sent: 'Its signers can be reminded and it can be cancelled, but its contents can no longer be changed.',
	processing:
		'All have signed and the documents are being sealed: wait until the status is sealed.',
	sealed:
		'It is finished: its documents and audit trail can be downloaded, nothing can be changed.',
	rejected: 'Somebody declined, so it has ended: the audit trail can be downloaded.',
	cancelled: 'It has ended: the audit trail can be downloaded, nobody can sign any more.',
	deleted: 'It no longer exists.',
};
