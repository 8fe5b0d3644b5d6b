import type { Envelope } from '../../api';
import { defineOperation, write } from '../../core';
import { rowOf, sameText } from '../shared/inputs';
import { envelopeInput } from './envelope';
import { envelopeProperties } from './form';

export const create = defineOperation({
	name: 'Create',
	action: 'Create envelope',
	description: 'Create an empty draft',
	properties: envelopeProperties,
	read: (call) => envelopeInput(rowOf(call, envelopeProperties)),
	run: async (call, body) => {
		// After a lost answer the draft is not looked for, since another request may have created one with the same name.
		const adviceIfUnknown = `Look for a draft named '${call.redact(body.name)}', created at about ${new Date().toISOString()}.`;
		const args = { body, ignoresCancel: true, adviceIfUnknown };
		const isDone = ({ name }: Envelope) => sameText(name, body.name);
		const envelope = await write(call, 'POST /sign/envelopes', args, { isDone });
		return { json: { ...envelope } };
	},
});
