import type { Envelope, NewEnvelope } from '../../api';
import { settleByAnswer, type Call } from '../../core';
import { GIVEN_OUT, giveOut, isGivenOut } from '../givenOut';
import { couldBe } from '../names';
import { isIn } from './states';

/**
 * Creates an envelope in one request. When the answer is lost nothing is adopted: a name and a time prove
 * nothing, since somebody else may have created a draft of the same name at the same moment. An answer
 * about another envelope is read again: what bears the answered ID and then fits was made by this request.
 */
export async function createEnvelope(call: Call, body: NewEnvelope): Promise<Envelope> {
	const { shown, request } = call;
	let answered: Envelope | undefined;
	const created = await request('POST /sign/envelopes', {
		body,
		finish: true,
		objection: (envelope) => {
			if (isGivenOut(call, envelope)) return GIVEN_OUT;
			answered = envelope;
			if (!fits(body, envelope)) return 'It is about another envelope.';
			giveOut(call, envelope);
			return undefined;
		},
		settle: async () =>
			await settleByAnswer(
				call,
				answered,
				async ({ ID }) => await request('GET /sign/envelopes/{envelopeID}', { envelopeID: ID }),
				(now) => fits(body, now),
			),
		lookAt: `Look for a draft named '${await shown(body.name)}', created at about ${new Date().toISOString()}.`,
	});
	giveOut(call, created);
	return created;
}

/** Contract: a new envelope is `drafted`. */
const fits = (wanted: NewEnvelope, { name, status, mode }: Envelope): boolean =>
	couldBe(wanted.name, name) &&
	isIn(status ?? 'drafted', 'drafted') &&
	isIn(mode ?? wanted.mode, wanted.mode);
