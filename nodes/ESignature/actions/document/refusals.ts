import { ACCEPTED_TYPES, LIMITS, megabytes } from '../../api';
import type { Explanation, Refusals } from '../../core';
import { NO_DOCUMENT, NO_ENVELOPE, NOT_A_DRAFT } from '../shared/locators';

// Figures that the service has published and may have changed: it decides.
const TOO_LARGE = `The published limits are ${megabytes(LIMITS.documentBytes)} and ${LIMITS.documentPages} pages for a document, and ${megabytes(LIMITS.envelopeBytes)} for all documents of an envelope.`;
const ACCEPTED = `Published as accepted: ${Object.keys(ACCEPTED_TYPES).join(', ')}.`;
const NAME = `The published limit for a name is ${LIMITS.documentNameLength} characters.`;

const TOO_MANY: Explanation = {
	message: 'The service could not add the document',
	advice: `An envelope takes documents only while it is a draft, and the published limit is at most ${LIMITS.documentsPerEnvelope} documents. Nothing was added: check both, or use a new envelope.`,
};

export const documentRefusals: Refusals = {
	'GET /sign/envelopes/{envelopeID}/documents': { 404: NO_ENVELOPE },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': { 404: NO_DOCUMENT },
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed': {
		404: NO_DOCUMENT,
		409: {
			message: 'The document is not sealed yet, so there is nothing to download',
			advice: 'Run this step once every signer has signed and the envelope is sealed.',
		},
	},
	'POST /sign/envelopes/{envelopeID}/documents': {
		400: {
			message: 'The service did not accept the document',
			advice: `Correct the file, its name or its 'Content Type'. ${NAME} Nothing was added.`,
		},
		404: NO_ENVELOPE,
		409: TOO_MANY,
		413: {
			message: 'The document is too large for the service',
			advice: `${TOO_LARGE} Reduce its size or split it into several documents. Nothing was added.`,
		},
		415: {
			message: 'The service does not accept this type of file',
			advice: `Send a PDF, or set 'Content Type' of the 'Add' operation to the true media type. ${ACCEPTED} Nothing was added.`,
		},
		422: TOO_MANY,
	},
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': {
		400: {
			message: 'The service did not accept the order of the documents',
			advice: 'Name each document of the envelope exactly once. The order is unchanged.',
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The order of the documents'),
	},
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': {
		400: {
			message: 'The service did not accept the name',
			advice: `Correct the name. ${NAME} The document is unchanged.`,
		},
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('This document'),
	},
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': {
		404: NO_DOCUMENT,
		409: NOT_A_DRAFT('The documents of this envelope'),
	},
};
