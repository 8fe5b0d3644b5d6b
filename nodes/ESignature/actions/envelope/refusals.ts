import type { EnvelopeStatus } from '../../api';
import type { Explanation, Refusals } from '../../core';
import { NO_ENVELOPE, NOT_A_DRAFT, NOT_SEALED } from '../shared/refusals';

const NOT_ALLOWED = (verb: string): Explanation => ({
	message: `This application is not allowed to ${verb} the envelope`,
	advice:
		'Use the credential of the application that created it, or ask your administrator for permission.',
});

/** What can still be done with an envelope, by its status. */
export const POSSIBLE_IN: Record<EnvelopeStatus, string> = {
	drafted:
		'A draft can be changed, sent or deleted. It cannot be canceled, and it has no sealed files yet.',
	sent: 'Its signers can be reminded and it can be canceled, but its contents can no longer be changed.',
	processing:
		"Everyone has signed and the documents are being sealed: wait until the status is 'sealed'.",
	sealed:
		'It is finished: its documents and audit trail can be downloaded, but nothing can be changed.',
	rejected: 'Someone declined, so it has ended: the audit trail can be downloaded.',
	cancelled: 'It has ended: no one can sign it anymore, but the audit trail can be downloaded.',
	deleted: 'It no longer exists.',
};

export const envelopeRefusals: Refusals = {
	'GET /sign/envelopes/{envelopeID}': { 404: NO_ENVELOPE },
	'PUT /sign/envelopes/{envelopeID}:cancel': {
		403: NOT_ALLOWED('cancel'),
		404: NO_ENVELOPE,
		409: {
			message: 'The service cannot cancel the envelope in its current state',
			advice: 'Only a sent envelope can be canceled; delete a draft instead.',
		},
	},
	'DELETE /sign/envelopes/{envelopeID}': {
		400: {
			message: 'The service did not accept the request to delete the envelope',
			advice: 'Check the envelope ID.',
			notDone: 'Nothing was deleted.',
		},
		403: NOT_ALLOWED('delete'),
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be deleted in its current state',
			advice: "If it was sent, cancel it first with the 'Cancel' operation, then delete it.",
		},
		500: {
			message: 'The service could not delete the envelope',
			advice: "Check with the 'Get' operation whether it still exists, then try again later.",
		},
	},
	'GET /sign/envelopes/{envelopeID}:download-sealed': {
		404: NO_ENVELOPE,
		409: NOT_SEALED('The envelope'),
	},
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': {
		404: {
			message: 'The envelope or its audit trail was not found',
			advice: "Check the envelope ID and the credential's region; a draft has no audit trail.",
		},
		409: {
			message: 'There is no audit trail for this envelope yet',
			advice: 'Send the envelope first.',
		},
	},
	'GET /sign/envelopes/{envelopeID}:download-original': {
		404: NO_ENVELOPE,
		409: {
			message: 'The original documents cannot be downloaded in the current state of the envelope',
			advice: 'Add a document first, and wait until the service has processed it.',
		},
	},
	'POST /sign/envelopes': {
		400: {
			message: 'The service did not accept the envelope',
			advice: 'Correct the inputs.',
			notDone: 'Nothing was created.',
		},
	},
	'PATCH /sign/envelopes/{envelopeID}': {
		400: {
			message: 'The service did not accept the changes to the envelope',
			advice: 'Correct the inputs.',
			notDone: 'The envelope is unchanged.',
		},
		404: NO_ENVELOPE,
		409: NOT_A_DRAFT('This envelope'),
	},
	'POST /sign/envelopes/{envelopeID}:send-for-signing': {
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be sent in its current state',
			advice:
				"It must be a draft with a signer and at least one document, all of them processed. In the 'Send' operation, keep 'Wait for Documents' turned on.",
		},
	},
	'POST /sign/envelopes/{envelopeID}:send-reminders': {
		400: {
			message: 'The service did not accept the text of the reminder',
			advice: 'Correct the inputs.',
			notDone: 'No reminder was sent.',
		},
		404: NO_ENVELOPE,
		409: {
			message: 'No reminder can be sent for this envelope',
			advice:
				"At least one signer must not have signed yet, and the service must send the notifications. If 'Notifications Sent By' is 'Sender (You)', remind the signers yourself.",
		},
	},
};
