import { defineLocator } from '../../core';

export const fieldLocator = defineLocator({
	displayName: 'Field',
	name: 'fieldId',
	description: 'The field to work on',
	method: 'searchFields',
	search: async ({ id, request }, filter) => {
		const { items } = await request(
			'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
			{ envelopeID: id('envelopeId'), documentID: id('documentId') },
		);
		return {
			results: items
				.map((field) => ({
					name: `${'label' in field ? field.label : field.type} on page ${field.page ?? 1}`,
					value: field.ID,
				}))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(filter)),
		};
	},
});

export const fieldId = fieldLocator.property;
