import type { Participant } from '../../api';
import { defineBulkOperation, type Call } from '../../core';
import { documentFile } from '../document/originals';
import { listParticipants } from '../participant/participant';
import { documentId, envelopeId, type DocumentIds } from '../shared/locators';
import { fieldsBulk } from './addFields';
import { allowOverlap } from './form';
import { pdfOf } from './placing';
import { noTags, taggedFields } from './tags';

export const createFromTags = defineBulkOperation({
	name: 'Create From Tags',
	action: 'Create fields from tags',
	description: 'Add a field at each tag in a document, such as [[signature:1]]',
	ids: [envelopeId, documentId],
	options: [allowOverlap, documentFile],
	bulk: fieldsBulk(async (call) => {
		const { ids } = call;
		const pdf = await pdfOf(call, ids, 'tags');
		const people = await readPeople(call, ids);
		const tagged = await taggedFields(pdf, people);
		if (tagged.length === 0) throw noTags([pdf.name]);
		return tagged.map((one) => ({ ...one, signer: people[one.signer]?.ID ?? '' }));
	}, readPeople),
});

/** The numbers in tags mean their positions. */
async function readPeople(call: Call, { envelopeID }: DocumentIds): Promise<Participant[]> {
	return await call.cached(
		`participants ${envelopeID}`,
		async () => await listParticipants(call, envelopeID),
	);
}
