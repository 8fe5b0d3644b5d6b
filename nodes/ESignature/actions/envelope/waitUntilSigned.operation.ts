import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';
import { readEnvelope } from './envelope';
import { waiting, waitOptions } from './waiting';

export const waitUntilSigned = defineOperation({
	name: 'Wait Until Signed',
	action: 'Wait until envelope is signed',
	description: 'Pause the workflow until an envelope is signed, declined or canceled',
	ids: [envelopeOfItem],
	// Set only in the sub-workflows that this operation starts.
	properties: [{ displayName: 'Step', name: 'waitStep', type: 'hidden', default: '' }],
	options: waitOptions,
	waiting,
	run: async (call) => ({ json: { ...(await readEnvelope(call, call.ids.envelopeID)) } }),
});
