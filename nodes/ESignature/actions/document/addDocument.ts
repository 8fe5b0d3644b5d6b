import type { Document, UUID } from '../../api';
import { claim, settleCreation, type Call, type Kind, type Reconciled } from '../../core';
import { listAll } from '../listAll';
import { loaded, type Upload } from './upload';

const DOCUMENTS = '/sign/envelopes/{envelopeID}/documents';

interface Sent {
	name: string;
	bytes: number;
}

const KIND: Kind<Sent, Document> = {
	same: (one, other) => one.name === other.name,
	// The size is told once the service has processed the file, and of a converted one it may be another.
	agrees: () => true,
	tiers: [{ fits: ({ name }, made) => made.name === name }],
};

/**
 * Uploads one document. When the answer is lost, it is looked for only in a draft that is our own and holds
 * nothing but `before`: elsewhere, a document of the same name may be somebody else's.
 */
export async function addDocument(
	call: Call,
	envelopeID: UUID,
	upload: Upload,
	before?: Document[],
): Promise<Reconciled<Document>> {
	const body = await loaded(upload);
	const { name } = body.metadata;
	const wanted = [{ name, bytes: body.payload.length }];
	const list = async () =>
		(await listAll(call, `GET ${DOCUMENTS}`, { envelopeID })).items as Document[];
	return await call.request(`POST ${DOCUMENTS}`, {
		envelopeID,
		body,
		settle: async () => {
			if (!before) return 'unknown';
			const mine = claim(`documents of ${envelopeID}`, wanted, before, KIND.same);
			const settled = await settleCreation(call, wanted, list, KIND, mine);
			mine.failed(false);
			return typeof settled === 'string' ? settled : { reply: settled.reply[0] as Document };
		},
		lookAt: `Look at the documents of envelope ${envelopeID} for '${await call.shown(name)}', added at about ${new Date().toISOString()}.`,
	});
}
