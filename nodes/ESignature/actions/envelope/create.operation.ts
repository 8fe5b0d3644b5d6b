import { defineOperation } from '../../core';
import { createEnvelope } from './createEnvelope';
import { envelopeProperties } from './envelopeProperties';
import { newEnvelope } from './newEnvelope';

export const create = defineOperation({
	name: 'Create',
	action: 'Create envelope',
	description: 'Start a draft, to which you add documents, participants and fields',
	properties: envelopeProperties,
	read: newEnvelope,
	run: async (call, envelope) => ({ json: { ...(await createEnvelope(call, envelope)) } }),
});
