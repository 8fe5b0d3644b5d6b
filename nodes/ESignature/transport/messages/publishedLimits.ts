import { ACCEPTED_TYPES, LIMITS, megabytes } from '../../api';

/** For texts on what the service refused: figures that it has published and may have changed. */

export const TOO_LARGE = `The published limits are ${megabytes(LIMITS.documentBytes)} and ${LIMITS.documentPages} pages for a document, and ${megabytes(LIMITS.envelopeBytes)} for all documents of an envelope.`;

export const ACCEPTED = `Published as accepted: ${Object.keys(ACCEPTED_TYPES).join(', ')}.`;
