import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';

export const getSigningUrls = defineOperation({
	name: 'Get Signing URLs',
	action: 'Get signing URL of each signer',
	description:
		'Get the personal signing URL of each signer of a sent envelope. Anyone who has a URL can sign, so handle the output with care.',
	ids: [envelopeOfItem],
	run: async (call) => {
		const { items } = await call.request(
			'GET /sign/envelopes/{envelopeID}/participants/signing-urls',
			call.ids,
		);
		return items.map((link) => ({ json: { ...link } }));
	},
});
