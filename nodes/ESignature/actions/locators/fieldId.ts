import { defineLocator } from '../../core';
import { listAll } from '../listAll';
import { choices } from './choices';

export const fieldLocator = defineLocator({
	displayName: 'Field',
	name: 'fieldId',
	description: 'The field to work on',
	method: 'searchFields',
	search: async (call, filter) => {
		const { items } = await listAll(
			call,
			'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
			{ envelopeID: call.id('envelopeId'), documentID: call.id('documentId') },
		);
		return choices(
			items.map((field) => {
				const { label, type, page }: { label?: string; type?: string; page?: number } = field;
				return { name: `${label ?? type ?? 'field'} on page ${page ?? 1}`, value: field.ID };
			}),
			filter,
		);
	},
});

export const fieldId = fieldLocator.property;
