import { ACCEPTED_TYPES, LIMITS, megabytes } from '../../api';
import type { Explanation, Refusals } from '../../core';
import { NO_DOCUMENT, NO_ENVELOPE, NOT_A_DRAFT, NOT_SEALED } from '../shared/refusals';

const TOO_LARGE = `The published limits are ${megabytes(LIMITS.documentBytes)} and ${LIMITS.documentPages} pages per document, and ${megabytes(LIMITS.envelopeBytes)} per envelope.`;
const ACCEPTED = `The service accepts: ${Object.keys(ACCEPTED_TYPES).join(', ')}.`;
const NOTHING_ADDED = 'Nothing was added.';

const NO_ROOM: Explanation = {
	message: 'The document could not be added to the envelope',
	advice: `Use a draft with fewer than ${LIMITS.documentsPerEnvelope} documents, the published limit.`,
};

export const documentRefusals: Refusals = {
	'GET /sign/envelopes/{envelopeID}/documents': { 404: NO_ENVELOPE },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': { 404: NO_DOCUMENT },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed': {
		404: NO_DOCUMENT,
		409: NOT_SEALED,
	},
	'POST /sign/envelopes/{envelopeID}/documents': {
		400: {
			message: 'The service did not accept the document',
			advice: `Correct the file, its 'Content Type' or its name, which can have up to ${LIMITS.documentNameLength} characters.`,
			unchanged: NOTHING_ADDED,
		},
		404: NO_ENVELOPE,
		409: NO_ROOM,
		413: {
			message: 'The document is too large for the service',
			advice: `Reduce its size or split it. ${TOO_LARGE}`,
			unchanged: NOTHING_ADDED,
		},
		415: {
			message: 'The service does not accept this type of file',
			advice: `Convert it to PDF, give its name the right extension, or set its 'Content Type' in 'Document > Add'. ${ACCEPTED}`,
			unchanged: NOTHING_ADDED,
		},
		422: { ...NO_ROOM, unchanged: NOTHING_ADDED },
	},
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': {
		400: {
			message: 'The service did not accept the order of the documents',
			advice: 'List each document of the envelope exactly once.',
			unchanged: 'The order is unchanged.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The documents of the envelope'),
	},
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': {
		400: {
			message: 'The service did not accept the name',
			advice: `Enter a name of at most ${LIMITS.documentNameLength} characters.`,
			unchanged: 'The document is unchanged.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The documents of the envelope'),
	},
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': {
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The documents of the envelope'),
	},
};
