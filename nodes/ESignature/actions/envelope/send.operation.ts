import { defineOperation } from '../../core';
import { maxWait, waitForDocuments } from '../document/processing';
import { envelopeId } from '../locators/envelopeId';
import { sendEnvelope } from './sendEnvelope';

export const send = defineOperation({
	name: 'Send',
	action: 'Send envelope for signing',
	description: 'Hand a draft to its signers. Its contents can no longer be changed afterwards.',
	properties: [envelopeId],
	options: [
		maxWait,
		{
			displayName: 'Wait for Documents',
			name: 'waitForDocuments',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait until the service has processed every document. It refuses to send before.',
		},
	],
	run: async (call) => {
		const envelopeID = call.id('envelopeId');
		if (call.option('waitForDocuments', true)) await waitForDocuments(call, envelopeID);
		return { json: { ...(await sendEnvelope(call, envelopeID)) } };
	},
});
