import type { Explanation, Refusals } from '../../core';
import { NO_DOCUMENT, NOT_A_DRAFT } from '../shared/refusals';

const NO_FIELD: Explanation = {
	message: 'The envelope, the document or the field was not found',
	advice: 'Check the three IDs, and that the field belongs to this document and was not deleted.',
};

const NO_SIGNER: Explanation = {
	message: 'The participant of a field does not exist in this envelope or cannot sign',
	advice: 'Choose participants of this envelope with the role Signer.',
	unchanged: 'No field was added or changed by this request.',
};

export const fieldRefusals: Refusals = {
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields': {
		400: {
			message: 'The service did not accept the fields',
			advice:
				'Correct the inputs: the page must exist, a custom field needs a label, and the field must have a size and lie on its page.',
			unchanged: 'No field was added by this request.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The fields of the envelope'),
		422: NO_SIGNER,
	},
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete': {
		404: {
			message: 'The document or one of the fields was not found',
			advice:
				"To delete the others anyway, set 'On Error' in the settings of this node to 'Continue'.",
			unchanged: 'No field was deleted.',
		},
		409: NOT_A_DRAFT('The fields of the envelope'),
	},
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': {
		404: NO_FIELD,
		409: NOT_A_DRAFT('The fields of the envelope'),
	},
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields': { 404: NO_DOCUMENT },
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': {
		400: {
			message: 'The service did not accept the changes to the field',
			advice:
				'Correct the inputs: the page must exist, and the field must have a size and lie on its page.',
			unchanged: 'The field is unchanged.',
		},
		404: NO_FIELD,
		409: NOT_A_DRAFT('The fields of the envelope'),
		422: NO_SIGNER,
	},
};
