import type { Envelope, NewEnvelope } from '../../api';
import type { Call } from '../../core';
import { judgeCreation } from '../judgeCreation';
import { couldBe } from '../names';
import { isIn } from './states';

/**
 * Creates an envelope in one request. When the answer is lost nothing is adopted: a name and a time prove
 * nothing, since somebody else may have created a draft of the same name at the same moment.
 */
export async function createEnvelope(call: Call, body: NewEnvelope): Promise<Envelope> {
	return await call.request('POST /sign/envelopes', {
		body,
		finish: true,
		...judgeCreation<Envelope>(call, {
			noun: 'envelope',
			fits: (envelope) => fits(body, envelope),
			read: async ({ ID }) =>
				await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID }),
		}),
		lookAt: `Look for a draft named '${await call.shown(body.name)}', created at about ${new Date().toISOString()}.`,
	});
}

/** Contract: a new envelope is `drafted`. */
const fits = (wanted: NewEnvelope, { name, status, mode }: Envelope): boolean =>
	couldBe(wanted.name, name) &&
	isIn(status ?? 'drafted', 'drafted') &&
	isIn(mode ?? wanted.mode, wanted.mode);
