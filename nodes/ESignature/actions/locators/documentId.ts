import { defineLocator } from '../../core';
import { listAll } from '../listAll';
import { choices } from './choices';

export const documentLocator = defineLocator({
	displayName: 'Document',
	name: 'documentId',
	description: 'The document to work on',
	method: 'searchDocuments',
	search: async (call, filter) => {
		const { items } = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', {
			envelopeID: call.id('envelopeId'),
		});
		return choices(
			items.map(({ ID, name }) => ({ name, value: ID })),
			filter,
		);
	},
});

export const documentId = documentLocator.property;
