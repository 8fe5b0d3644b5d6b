import type { INodeProperties } from 'n8n-workflow';

import type { Document } from '../../api';
import { defineOperation, settleByState } from '../../core';
import { text } from '../shared/inputs';
import { documentId, envelopeId } from '../shared/locators';
import { sameWords } from '../shared/names';

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Contract.pdf',
	description: 'New name of the document',
};

export const rename = defineOperation({
	name: 'Rename',
	action: 'Rename document',
	description: 'Change the name of a document of a draft',
	ids: [envelopeId, documentId],
	properties: [name],
	read: (call) => text(call, name),
	run: async (call, wanted) => {
		const { ids } = call;
		const read = async () =>
			await call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids);
		const isDone = (now: Document) => sameWords(wanted, now.name);
		const document = await call.request(
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}',
			{
				...ids,
				body: { name: wanted },
				objection: (now) =>
					isDone(now)
						? undefined
						: `The service shows the name '${String(now.name ?? '').slice(0, 100)}' instead of the new one.`,
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
