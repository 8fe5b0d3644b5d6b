import { ACCEPTED_TYPES, LIMITS, megabytes } from '../../api';
import type { Explanation, Refusals } from '../../core';
import { NO_DOCUMENT, NO_ENVELOPE, NOT_A_DRAFT, NOT_SEALED } from '../shared/refusals';

// Figures that the service has published and may have changed: it decides.
const TOO_LARGE = `The published limits are ${megabytes(LIMITS.documentBytes)} and ${LIMITS.documentPages} pages for a document, and ${megabytes(LIMITS.envelopeBytes)} for all documents of an envelope.`;
const ACCEPTED = `According to its documentation, the service accepts: ${Object.keys(ACCEPTED_TYPES).join(', ')}.`;
const NAME = `The published limit for a name is ${LIMITS.documentNameLength} characters.`;
const NOTHING_ADDED = 'Nothing was added.';

const TOO_MANY: Explanation = {
	message: 'The service could not add the document',
	advice: `Documents can be added only to a draft, and the published limit is ${LIMITS.documentsPerEnvelope} documents per envelope. Check both, or use a new envelope.`,
	notDone: NOTHING_ADDED,
};

export const documentRefusals: Refusals = {
	'GET /sign/envelopes/{envelopeID}/documents': { 404: NO_ENVELOPE },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': { 404: NO_DOCUMENT },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed': {
		404: NO_DOCUMENT,
		409: NOT_SEALED('The document'),
	},
	'POST /sign/envelopes/{envelopeID}/documents': {
		400: {
			message: 'The service did not accept the document',
			advice: `Correct the file, its name or its 'Content Type'. ${NAME}`,
			notDone: NOTHING_ADDED,
		},
		404: NO_ENVELOPE,
		409: TOO_MANY,
		413: {
			message: 'The document is too large for the service',
			advice: `${TOO_LARGE} Reduce its size or split it into several documents.`,
			notDone: NOTHING_ADDED,
		},
		415: {
			message: 'The service does not accept this type of file',
			advice: `Send a PDF, give the file a name with its extension, or add it with 'Document > Add', which has an input for the 'Content Type'. ${ACCEPTED}`,
			notDone: NOTHING_ADDED,
		},
		422: TOO_MANY,
	},
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': {
		400: {
			message: 'The service did not accept the order of the documents',
			advice: 'Name each document of the envelope exactly once.',
			notDone: 'The order is unchanged.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The order of the documents'),
	},
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': {
		400: {
			message: 'The service did not accept the name',
			advice: `Correct the name. ${NAME}`,
			notDone: 'The document is unchanged.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('This document'),
	},
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': {
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The documents of this envelope'),
	},
};
