import type { UUID } from '../../../nodes/ESignature/api';
import { UNKNOWN_ID } from '../../support/samples';
import { chosen, documentId, envelopeId, fieldId, participantId, planned } from './plan';
import { drafts } from './targets';
import type { Plan } from './intent';

export const deletesEnvelopes: Plan = (control, _mark, draws) =>
	planned(
		{ resource: 'envelope', operation: 'delete', envelopeId },
		draws,
		(draw) => (draw.on ? chosen(control.envelopes(), draw)?.ID : UNKNOWN_ID),
		(ID) => ({
			item: { json: { envelope: ID } },
			intent: { does: 'deletes', ID, outputs: 1, places: [ID] },
		}),
		{ distinct: true },
	);

export const deletesParts =
	(resource: 'document' | 'participant' | 'field'): Plan =>
	(control, _mark, draws) => {
		const all = new Map<UUID, Record<string, UUID>>();
		for (const { ID: envelope, documents, participants } of drafts(control)) {
			if (resource === 'participant') participants.forEach(({ ID }) => all.set(ID, { envelope }));
			for (const { ID: document, fields } of documents) {
				if (resource === 'document') all.set(document, { envelope });
				if (resource === 'field') fields.forEach(({ ID }) => all.set(ID, { envelope, document }));
			}
		}
		return planned(
			{ resource, operation: 'delete', envelopeId, documentId, participantId, fieldId },
			draws,
			(draw) => chosen([...all.keys()], draw),
			(ID) => ({
				item: { json: { ...all.get(ID), [resource]: ID } },
				intent: {
					does: 'deletes',
					ID,
					outputs: 1,
					places: [ID, ...Object.values(all.get(ID) ?? {})],
				},
			}),
			{ distinct: true },
		);
	};
