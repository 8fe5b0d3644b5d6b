import type { INodeProperties } from 'n8n-workflow';

import type { Document, UUID } from '../../api';
import { defineOperation, optionSwitch } from '../../core';
import { envelopeId } from '../shared/locators';
import {
	addDocument,
	maxWait,
	uploadOf,
	waitForDocument,
	waitLimit,
	type AfterWait,
} from './document';

/** The document stays in the envelope, even if it is not processed in time. */
function afterWait({ envelopeID, documentID }: { envelopeID: UUID; documentID: UUID }): AfterWait {
	const isIn = `Its ID is ${documentID}, in the envelope ${envelopeID}.`;
	const wasAdded = `The document was added: do not add it again. ${isIn}`;
	return {
		late: `${wasAdded} Check it later with the 'Get' operation, or increase '${maxWait.displayName}' for the next one.`,
		failed: `${isIn} Delete the document, then run this step again with a corrected file.`,
		unread: wasAdded,
	};
}

const binaryPropertyName: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the file to be uploaded',
};

const waitUntilProcessed: INodeProperties = {
	displayName: 'Wait Until Processed',
	name: 'waitUntilProcessed',
	type: 'boolean',
	default: false,
	description: 'Whether to wait until the service has processed the file',
};

export const add = defineOperation({
	name: 'Add',
	action: 'Add document',
	description: 'Upload a file to a draft. Other formats are converted to PDF.',
	ids: [envelopeId],
	properties: [
		binaryPropertyName,
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Contract.pdf',
			hint: 'Leave empty to use the file name',
			description: 'Name shown to participants',
		},
		{
			displayName: 'Content Type',
			name: 'contentType',
			type: 'string',
			default: '',
			placeholder: 'e.g. application/msword',
			hint: 'Leave empty to use the type n8n detected',
			description: 'MIME type of the file, if n8n did not detect it',
		},
	],
	options: [maxWait, waitUntilProcessed],
	// The documents of an envelope keep the order in which they were added.
	concurrency: 1,
	read: async (call) => ({
		upload: uploadOf(await call.file(call.param('binaryPropertyName'), binaryPropertyName), {
			name: call.param('name', ''),
			contentType: call.param('contentType', ''),
		}),
		wait: optionSwitch(call, waitUntilProcessed) ? waitLimit(call) : undefined,
	}),
	run: async (call, { upload, wait }) => {
		const { envelopeID } = call.ids;
		// The next attempt of this run waits for the same document, and does not upload it again.
		const { done } = call.history;
		const earlier = done.get(0)?.json as Document | undefined;
		const added = earlier ?? (await addDocument(call, envelopeID, upload));
		done.set(0, { json: { ...added } });
		const ids = { envelopeID, documentID: added.ID };
		const document = wait ? await waitForDocument(call, ids, wait, afterWait(ids)) : added;
		return { json: { ...document } };
	},
});
