import type { UUID } from '../../api';
import { deleteOnce, unlessMissing, type Call, type Reconciled } from '../../core';
import { isIn } from './states';

/** Deletes for good. */
export async function removeEnvelope(
	call: Pick<Call, 'request' | 'pause' | 'memory'>,
	envelopeID: UUID,
	existed?: boolean,
): Promise<Reconciled<object>> {
	return await deleteOnce(call, {
		name: envelopeID,
		existed,
		isThere: async () => {
			const left = await unlessMissing(
				call.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
			);
			return left !== undefined && !isIn(left.status, 'deleted');
		},
		remove: async (settle) =>
			await call.request('DELETE /sign/envelopes/{envelopeID}', {
				envelopeID,
				settle,
				lookAt: `Look for the envelope ${envelopeID}: if it is not there, this step has deleted it or it never existed.`,
			}),
	});
}
