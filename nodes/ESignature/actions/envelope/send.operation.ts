import { defineOperation } from '../../core';
import { maxWait, waitForDocuments, waitLimit } from '../document/document';
import { envelopeId } from '../shared/locators';
import { sendEnvelope } from './envelope';
import { allowIdle } from './form';
import { assertDraftIsComplete } from './placedFields';

export const send = defineOperation({
	name: 'Send',
	action: 'Send envelope for signing',
	description: 'Send a draft to its signers. Its contents can no longer be changed afterwards.',
	ids: [envelopeId],
	options: [
		allowIdle,
		maxWait,
		{
			displayName: 'Wait for Documents',
			name: 'waitForDocuments',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait until the service has processed every document. Until then, it refuses to send.',
		},
	],
	read: (call) => (call.option('waitForDocuments', true) ? waitLimit(call) : undefined),
	run: async (call, wait) => {
		const { envelopeID } = call.ids;
		const documents = wait ? await waitForDocuments(call, envelopeID, wait) : undefined;
		if (!call.option(allowIdle.name, false)) {
			await assertDraftIsComplete(call, envelopeID, documents);
		}
		return { json: { ...(await sendEnvelope(call, envelopeID)) } };
	},
});
