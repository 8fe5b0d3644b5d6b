import type { Document } from '../../api';
import { defineOperation, settleByState } from '../../core';
import { filled } from '../shared/inputs';
import { documentId, envelopeId } from '../shared/locators';
import { sameWords } from '../shared/names';

export const rename = defineOperation({
	name: 'Rename',
	action: 'Rename document',
	description: 'Change the name of a document of a draft',
	ids: [envelopeId, documentId],
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Contract.pdf',
			description: 'New name of the document',
		},
	],
	read: ({ param }) => filled(param('name'), 'Name'),
	run: async (call, name) => {
		const { ids } = call;
		const read = async () =>
			await call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids);
		const isDone = (now: Document) => sameWords(name, now.name);
		const document = await call.request(
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}',
			{
				...ids,
				body: { name },
				objection: (now) =>
					isDone(now)
						? undefined
						: `The service does not show the new name, but '${String(now.name ?? '').slice(0, 100)}'.`,
				settle: async () => {
					// Mostly, only the answer lacks the name.
					const now = await read().catch(() => undefined);
					if (!now || !isDone(now)) return await settleByState(call, read, { isDone });
					return { reply: { ...now, reconciled: true } };
				},
			},
		);
		return { json: { ...document } };
	},
});
