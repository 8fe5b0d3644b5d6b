import { defineOperation } from '../../core';
import { envelopeId } from '../locators/envelopeId';
import { wholeList } from '../wholeList';

export const getSigningUrls = defineOperation({
	name: 'Get Signing URLs',
	action: 'Get signing links of participants',
	description:
		'Get the personal signing link of each signer of a sent envelope. Whoever has a link can sign: handle the output with care.',
	properties: [envelopeId],
	run: async ({ id, request }) => {
		const links = await request('GET /sign/envelopes/{envelopeID}/participants/signing-urls', {
			envelopeID: id('envelopeId'),
		});
		return wholeList(links, 'signing links').map((link) => ({ json: { ...link } }));
	},
});
