import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';

export const getSigningUrls = defineOperation({
	name: 'Get Signing URLs',
	action: 'Get signing URL of each signer',
	description: 'Get the signing URL of each signer. Anyone who has it can sign.',
	ids: [envelopeOfItem],
	properties: [
		{
			displayName:
				'With several signers, the service does not say whose URL is whose: it shows a number, not an email address.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
	],
	run: async (call) => {
		const { items } = await call.request(
			'GET /sign/envelopes/{envelopeID}/participants/signing-urls',
			call.ids,
		);
		return items.map((link) => ({ json: { ...link } }));
	},
});
