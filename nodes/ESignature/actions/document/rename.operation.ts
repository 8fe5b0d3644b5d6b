import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, write } from '../../core';
import { rowOf, sameText, text } from '../shared/inputs';
import { documentId, envelopeId } from '../shared/locators';
import { readDocument } from './document';

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
	description: 'Change the name of a document',
	ids: [envelopeId, documentId],
	properties: [name],
	inOrder: true,
	read: (call) => text(rowOf(call, [name]), name),
	run: async (call, wanted) => {
		const { ids } = call;
		const document = await write(
			call,
			'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}',
			{ ...ids, body: { name: wanted } },
			{
				readBack: async (reader) => await readDocument(reader, ids),
				isDone: (now) => sameText(wanted, now.name),
				repeatable: true,
			},
		);
		return { json: { ...document } };
	},
});
