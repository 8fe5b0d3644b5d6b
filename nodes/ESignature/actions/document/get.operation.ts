import { defineOperation } from '../../core';
import { documentId, envelopeOfItem } from '../shared/locators';
import { readDocument } from './document';

export const get = defineOperation({
	name: 'Get',
	action: 'Get document',
	description: 'Get the name, status, size and page count of a document',
	ids: [envelopeOfItem, documentId],
	run: async (call) => ({ json: { ...(await readDocument(call, call.ids)) } }),
});
