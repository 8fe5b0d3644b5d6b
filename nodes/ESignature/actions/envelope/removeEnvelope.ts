import type { UUID } from '../../api';
import { unlessMissing, type Call } from '../../core';

const ENVELOPE = '/sign/envelopes/{envelopeID}';

/** Deletes for good; when the answer is lost, what is left tells whether it was done. */
export async function removeEnvelope(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<void> {
	await request(`DELETE ${ENVELOPE}`, {
		envelopeID,
		settle: async () => {
			const left = await unlessMissing(request(`GET ${ENVELOPE}`, { envelopeID }));
			return left && left.status !== 'deleted' ? 'repeat' : { reply: undefined };
		},
	});
}
