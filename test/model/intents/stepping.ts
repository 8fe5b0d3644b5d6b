import type { StoredEnvelope } from '../../../sandbox';
import { chosen, envelopeId, planned } from './plan';
import { drafts, hasDocument, hasSigner, inState } from './targets';
import type { Plan, Intent } from './intent';

export const steps =
	(operation: 'send' | 'cancel' | 'remind', does: 'sends' | 'cancels' | 'reminds'): Plan =>
	(control, _mark, draws) =>
		planned(
			{
				resource: 'envelope',
				operation,
				envelopeId,
				...(operation === 'send' && { options: { allowSignersWithoutFields: true } }),
			},
			draws,
			(draw) => {
				const usable = (one: StoredEnvelope) => hasSigner(one) && hasDocument(one);
				const list = operation === 'send' ? drafts(control, usable) : inState(control, 'sent');
				return chosen(list, draw)?.ID;
			},
			(envelopeID) => ({
				item: { json: { envelope: envelopeID } },
				intent: { does, envelopeID, outputs: 1, places: [envelopeID] } as Intent,
			}),
			{ distinct: true },
		);
