import type { Items, ListedDocument, UUID } from '../../api';
import {
	defineOperation,
	enteredId,
	idKey,
	sameId,
	write,
	wrongInput,
	type Reconciled,
} from '../../core';
import { envelopeId } from '../shared/locators';
import { listDocuments } from './document';

export const reorder = defineOperation({
	name: 'Reorder',
	action: 'Reorder documents',
	description: 'Change the order of the documents',
	ids: [envelopeId],
	properties: [
		{
			displayName: 'Document IDs',
			name: 'documentIds',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000, ...',
			description: 'IDs of all documents in the new order, separated by commas',
		},
	],
	inOrder: true,
	read: ({ param }) => orderOf(param<unknown>('documentIds')),
	run: async (call, order) => {
		const { envelopeID } = call.ids;
		const isOrdered = (now: Items<ListedDocument>) =>
			now.items.length === order.length &&
			now.items.every(({ ID }, place) => sameId(ID, order[place]));
		const { items, reconciled }: Reconciled<Items<ListedDocument>> = await write(
			call,
			'PUT /sign/envelopes/{envelopeID}/documents:reorder',
			{ envelopeID, body: { order } },
			{
				readBack: async (reader) => ({ items: await listDocuments(reader, envelopeID) }),
				isDone: isOrdered,
				repeatable: true,
			},
		);
		return items.map((document) => ({ json: { ...document, ...(reconciled && { reconciled }) } }));
	},
});

function orderOf(value: unknown): UUID[] {
	const parts = Array.isArray(value) ? value : String(value ?? '').split(/[\s,;]+/);
	const order = parts.filter((part) => part !== '').map((part) => enteredId(part, 'document ID'));
	if (order.length === 0)
		throw wrongInput(
			"The 'Document IDs' are empty",
			"Enter the IDs of all documents in the new order. The 'Get Many' operation lists them.",
		);
	const keys = order.map(idKey);
	const twice = order.find((_, at) => keys.indexOf(keys[at] ?? '') < at);
	if (twice !== undefined) {
		throw wrongInput(
			`The 'Document IDs' list the document ${twice} twice`,
			'List each document once.',
		);
	}
	return order;
}
