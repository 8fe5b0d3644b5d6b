import { defineOperation } from '../../core';
import { filled, sameText } from '../inputs';
import { documentId } from '../locators/documentId';
import { envelopeId } from '../locators/envelopeId';

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
	run: async ({ request }, { ids, name }) => {
		const document = await request(`PATCH ${DOCUMENT}`, {
			...ids,
			body: { name },
			settle: async () => {
				const now = await request(`GET ${DOCUMENT}`, ids);
				return sameText(name, now.name) ? { reply: now } : 'repeat';
			},
		});
		return { json: { ...document } };
	},
});
