import type { Document, UUID } from '../../api';
import type { Call } from '../../core';
import { loaded, type Upload } from './upload';

/**
 * Uploads one document. When the answer is lost nothing is adopted: a document of the same name may be
 * somebody else's.
 */
export async function addDocument(call: Call, envelopeID: UUID, upload: Upload): Promise<Document> {
	const body = await loaded(upload);
	const name = await call.shown(body.metadata.name);
	return await call.request('POST /sign/envelopes/{envelopeID}/documents', {
		envelopeID,
		body,
		lookAt: `Look at the documents of envelope ${envelopeID} for '${name}', added at about ${new Date().toISOString()}.`,
	});
}
