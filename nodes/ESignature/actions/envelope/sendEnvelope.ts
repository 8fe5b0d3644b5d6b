import type { Envelope, UUID } from '../../api';
import { settleByState, type Call, type Reconciled } from '../../core';
import { readBack, type Shown } from './readBack';
import { isIn, lacks } from './states';

const SENT = ['sent', 'processing'];
/** Where there is nothing to sign, or everything was signed at once, the service may be further. */
const FURTHER = [...SENT, 'signed', 'sealed'];

/** Sends a draft; `own` is what is known of one that nobody else can have sent. */
export async function sendEnvelope(
	call: Call,
	envelopeID: UUID,
	own?: Partial<Envelope>,
): Promise<Shown<Reconciled<Envelope>>> {
	const read = async () => await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	// One that is read as sealed may have been so for long, unless it is our own.
	const done = own ? FURTHER : SENT;
	const sent: Reconciled<object> = await call.request(
		'POST /sign/envelopes/{envelopeID}:send-for-signing',
		{
			envelopeID,
			finish: true,
			objection: lacks(...FURTHER),
			settle: async () =>
				await settleByState(call, read, {
					isDone: ({ status }) => isIn(status, ...done),
					// Sending twice is refused by the service, so that a draft may be sent again. Any other state
					// was not reached by sending alone.
					isOpen: ({ status }) => isIn(status, 'drafted'),
				}),
		},
	);
	const isOld = ({ status }: Envelope) => isIn(status, 'drafted');
	const envelope = await readBack(read, { known: { ...own }, proved: sent }, isOld);
	return { ...envelope, ...(sent.reconciled && { reconciled: true }) };
}
