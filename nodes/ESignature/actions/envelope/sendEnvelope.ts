import type { Envelope, UUID } from '../../api';
import { settleByState, type Call, type Reconciled } from '../../core';
import { isIn, lacks } from './states';

/** Where there is nothing to sign, or everything was signed at once, the service may be a step further. */
const SENT = ['sent', 'processing'];

/** Sends a draft; returns the whole envelope, since the answer to sending lacks a part of it. */
export async function sendEnvelope(call: Call, envelopeID: UUID): Promise<Reconciled<Envelope>> {
	const read = async () => await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	const sent: Reconciled<object> = await call.request(
		'POST /sign/envelopes/{envelopeID}:send-for-signing',
		{
			envelopeID,
			finish: true,
			objection: lacks(...SENT),
			settle: async () =>
				await settleByState(call, read, {
					isDone: ({ status }) => isIn(status, ...SENT),
					// Sending twice is refused by the service, so that a draft may be sent again. Any other state
					// was not reached by sending alone.
					isOpen: ({ status }) => isIn(status, 'drafted'),
				}),
		},
	);
	// It is sent, whether it can be read again or not.
	const envelope = await read().catch(() => sent as Envelope);
	return { ...envelope, ...(sent.reconciled && { reconciled: true }) };
}
