import { defineLocator } from '../../core';

export const documentLocator = defineLocator({
	displayName: 'Document',
	name: 'documentId',
	description: 'The document to work on',
	method: 'searchDocuments',
	search: async ({ id, request }, filter) => {
		const { items } = await request('GET /sign/envelopes/{envelopeID}/documents', {
			envelopeID: id('envelopeId'),
		});
		return {
			results: items
				.map(({ ID, name }) => ({ name, value: ID }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(filter)),
		};
	},
});

export const documentId = documentLocator.property;
