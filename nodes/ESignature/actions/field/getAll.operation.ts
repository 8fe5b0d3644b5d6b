import { defineOperation } from '../../core';
import { documentId, envelopeOfItem } from '../shared/locators';
import { listFields } from './field';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many fields',
	description: 'List the fields of a document',
	ids: [envelopeOfItem, documentId],
	run: async (call) => {
		const fields = await listFields(call, call.ids);
		return fields.map((field) => ({ json: { ...field } }));
	},
});
