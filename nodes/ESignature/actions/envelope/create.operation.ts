import { defineOperation } from '../../core';
import { createEnvelope, envelopeInput } from './envelope';
import { envelopeProperties } from './form';

export const create = defineOperation({
	name: 'Create',
	action: 'Create envelope',
	description: 'Create a draft to which you then add documents, participants and fields',
	properties: envelopeProperties,
	read: (call) => envelopeInput(call),
	run: async (call, envelope) => ({ json: { ...(await createEnvelope(call, envelope)) } }),
});
