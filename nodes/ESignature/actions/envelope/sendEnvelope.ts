import type { Envelope, UUID } from '../../api';
import type { Call } from '../../core';

/** Sends a draft; returns the whole envelope, since the answer to sending lacks a part of it. */
export async function sendEnvelope({ request }: Call, envelopeID: UUID): Promise<Envelope> {
	const read = async () => await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
	const sent = await request('POST /sign/envelopes/{envelopeID}:send-for-signing', {
		envelopeID,
		finish: true,
		settle: async () => {
			const now = await read();
			// Sending twice is refused by the service, so that a draft may be sent again.
			if (now.status === 'drafted') return 'repeat';
			// Any other state was not reached by sending alone.
			return ['sent', 'processing'].includes(now.status) ? { reply: now } : 'unknown';
		},
	});
	// It is sent, whether it can be read again or not.
	return await read().catch(() => sent as Envelope);
}
