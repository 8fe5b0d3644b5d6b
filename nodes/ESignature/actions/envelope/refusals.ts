import type { Explanation, Refusals } from '../../core';
import { NO_ENVELOPE, NOT_A_DRAFT, NOT_SEALED } from '../shared/refusals';

const NOT_ALLOWED = (verb: string): Explanation => ({
	message: `This application is not allowed to ${verb} the envelope`,
	advice:
		'Use the credential of the application that created it, or ask your administrator for permission.',
});

export const envelopeRefusals: Refusals = {
	'GET /sign/envelopes/{envelopeID}': { 404: NO_ENVELOPE },
	'PUT /sign/envelopes/{envelopeID}:cancel': {
		403: NOT_ALLOWED('cancel'),
		404: NO_ENVELOPE,
		409: {
			message: 'The service cannot cancel the envelope',
			advice: 'Only a sent envelope can be canceled; delete a draft instead.',
		},
	},
	'DELETE /sign/envelopes/{envelopeID}': {
		400: {
			message: 'The service did not accept the request to delete the envelope',
			advice: 'Check the envelope ID.',
			unchanged: 'Nothing was deleted.',
		},
		403: NOT_ALLOWED('delete'),
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be deleted',
			advice: "Cancel a sent envelope with the 'Cancel' operation before you delete it.",
		},
		500: {
			message: 'The service could not delete the envelope',
			advice: "Check with the 'Get' operation whether it still exists, then try again later.",
		},
	},
	'GET /sign/envelopes/{envelopeID}:download-sealed': {
		404: NO_ENVELOPE,
		409: NOT_SEALED,
	},
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': {
		404: {
			message: 'The envelope or its audit trail was not found',
			advice: "Check the envelope ID and the credential's region; a draft has no audit trail.",
		},
		409: {
			message: 'The envelope has no audit trail yet',
			advice: 'Send the envelope first.',
		},
	},
	'GET /sign/envelopes/{envelopeID}:download-original': {
		404: NO_ENVELOPE,
		409: {
			message: 'The original documents of the envelope cannot be downloaded',
			advice: 'Add a document first, and wait until the service has processed it.',
		},
	},
	'POST /sign/envelopes': {
		400: {
			message: 'The service did not accept the envelope',
			advice: 'Correct the inputs.',
			unchanged: 'Nothing was created.',
		},
	},
	'PATCH /sign/envelopes/{envelopeID}': {
		400: {
			message: 'The service did not accept the changes to the envelope',
			advice: 'Correct the inputs.',
			unchanged: 'The envelope is unchanged.',
		},
		404: NO_ENVELOPE,
		409: NOT_A_DRAFT('The envelope'),
	},
	'POST /sign/envelopes/{envelopeID}:send-for-signing': {
		404: NO_ENVELOPE,
		409: {
			message: 'The envelope cannot be sent',
			advice:
				'Only a draft can be sent: it needs a signer and a document, and every document must be processed.',
		},
	},
	'POST /sign/envelopes/{envelopeID}:send-reminders': {
		400: {
			message: 'The service did not accept the text of the reminder',
			advice: 'Correct the inputs.',
			unchanged: 'No reminder was sent.',
		},
		404: NO_ENVELOPE,
		409: {
			message: 'The signers of the envelope cannot be reminded',
			advice:
				"Remind them while the envelope waits for signatures, or yourself if 'Notifications Sent By' is 'Sender (You)'.",
		},
	},
};
