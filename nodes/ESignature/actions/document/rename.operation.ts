import { defineOperation, settleByState } from '../../core';
import { filled, sameText } from '../inputs';
import { documentId } from '../locators/documentId';
import { envelopeId } from '../locators/envelopeId';
import { couldBe } from '../names';

const DOCUMENT = '/sign/envelopes/{envelopeID}/documents/{documentID}';

export const rename = defineOperation({
	name: 'Rename',
	action: 'Rename document',
	description: 'Give a document of a draft another name',
	properties: [
		envelopeId,
		documentId,
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
	read: ({ id, param }) => ({
		ids: { envelopeID: id('envelopeId'), documentID: id('documentId') },
		name: filled(param('name'), 'Name'),
	}),
	run: async (call, { ids, name }) => {
		const document = await call.request(`PATCH ${DOCUMENT}`, {
			...ids,
			body: { name },
			objection: (now) =>
				couldBe(name, now.name) ? undefined : 'The document still has another name.',
			settle: async () =>
				await settleByState(call, async () => await call.request(`GET ${DOCUMENT}`, ids), {
					isDone: (now) => sameText(name, now.name),
				}),
		});
		return { json: { ...document } };
	},
});
