import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';
import { readEnvelope } from './envelope';
import { waitNotice, waitOptions } from './waiting';

export const waitUntilSigned = defineOperation({
	name: 'Wait Until Signed',
	action: 'Wait until envelope is signed',
	description: 'Pause the workflow until an envelope is signed, declined or canceled',
	ids: [envelopeOfItem],
	properties: [
		waitNotice,
		// Set only in the sub-workflows that this operation starts.
		{ displayName: 'Step', name: 'waitStep', type: 'hidden', default: '' },
	],
	options: waitOptions,
	run: async (call) => ({ json: { ...(await readEnvelope(call, call.ids.envelopeID)) } }),
});
