import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, optionSwitch } from '../../core';
import { maxWait, waitForDocuments, waitLimit } from '../document/document';
import { envelopeId } from '../shared/locators';
import { sendEnvelope } from './envelope';
import { allowIdle } from './form';
import { assertDraftIsComplete } from './placedFields';

const waitForAll: INodeProperties = {
	displayName: 'Wait for Documents',
	name: 'waitForDocuments',
	type: 'boolean',
	default: true,
	description:
		'Whether to wait until the service has processed every document. Until then, it refuses to send.',
};

export const send = defineOperation({
	name: 'Send',
	action: 'Send envelope for signing',
	description: 'Send a draft to its signers. Its contents can no longer be changed afterwards.',
	ids: [envelopeId],
	options: [allowIdle, maxWait, waitForAll],
	read: (call) => (optionSwitch(call, waitForAll) ? waitLimit(call) : undefined),
	run: async (call, wait) => {
		const { envelopeID } = call.ids;
		const documents = wait ? await waitForDocuments(call, envelopeID, wait) : undefined;
		if (!optionSwitch(call, allowIdle)) {
			await assertDraftIsComplete(call, envelopeID, documents);
		}
		return { json: { ...(await sendEnvelope(call, envelopeID)) } };
	},
});
