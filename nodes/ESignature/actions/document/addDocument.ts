import type { Document, UUID } from '../../api';
import type { Call } from '../../core';
import { wholeList } from '../wholeList';
import { loaded, type Upload } from './upload';

const DOCUMENTS = '/sign/envelopes/{envelopeID}/documents';

/** Uploads one document; when the answer is lost, the one that was created is looked for. */
export async function addDocument(call: Call, envelopeID: UUID, upload: Upload): Promise<Document> {
	const body = await loaded(upload);
	const added = await call.once(`documents added to ${envelopeID}`, async () => new Set<string>());
	const clock = await call.clock();
	const started = clock.now();
	const document = await call.request(`POST ${DOCUMENTS}`, {
		envelopeID,
		body,
		settle: async () => {
			const listed = await call.request(`GET ${DOCUMENTS}`, { envelopeID });
			const items = wholeList(listed, 'documents');
			const alike = items.filter(({ ID, name }) => name === body.metadata.name && !added.has(ID));
			const isNew = alike.map(({ createdAt }) => clock.isSince(createdAt, started));
			if (isNew.includes(undefined)) return 'unknown';
			const [only, ...more] = alike.filter((_, at) => isNew[at]);
			// None may mean "not yet", so the file is never sent twice on a guess.
			if (!only || more.length > 0 || added.has(only.ID)) return 'unknown';
			added.add(only.ID);
			return { reply: { ...(only as Document), reconciled: true } };
		},
	});
	added.add(document.ID);
	return document;
}
