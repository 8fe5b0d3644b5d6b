import { defineOperation } from '../../core';
import { isWhole, listAll, partHint } from '../shared/lists';
import { envelopeId } from '../shared/locators';

export const getSigningUrls = defineOperation({
	name: 'Get Signing URLs',
	action: 'Get signing URL of each signer',
	description:
		'Get the personal signing URL of each signer of a sent envelope. Anyone who has a URL can sign, so handle the output with care.',
	ids: [envelopeId],
	run: async (call) => {
		const links = await listAll(
			call,
			'GET /sign/envelopes/{envelopeID}/participants/signing-urls',
			call.ids,
		);
		if (!isWhole(links)) call.hint(partHint(links, 'signing URLs'));
		return links.items.map((link) => ({ json: { ...link } }));
	},
});
