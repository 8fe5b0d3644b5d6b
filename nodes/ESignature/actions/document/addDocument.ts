import type { Document, UUID } from '../../api';
import type { Call } from '../../core';
import { judgeCreation } from '../judgeCreation';
import { couldBe } from '../names';
import { loaded, type Upload } from './upload';

/**
 * Uploads one document. When the answer is lost nothing is adopted: a document of the same name may be
 * somebody else's.
 */
export async function addDocument(call: Call, envelopeID: UUID, upload: Upload): Promise<Document> {
	const body = await loaded(upload);
	const { name } = body.metadata;
	return await call.request('POST /sign/envelopes/{envelopeID}/documents', {
		envelopeID,
		body,
		...judgeCreation<Document>(call, {
			noun: 'document',
			fits: (document) => couldBe(name, document.name),
			read: async ({ ID: documentID }) =>
				await call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', {
					envelopeID,
					documentID,
				}),
		}),
		lookAt: `Look at the documents of envelope ${envelopeID} for '${await call.shown(name)}', added at about ${new Date().toISOString()}.`,
	});
}
