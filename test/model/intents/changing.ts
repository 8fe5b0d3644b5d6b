import { chosen, documentId, envelopeId, fieldId, participantId, planned } from './plan';
import { drafts, hasDocument, hasSigner, placesForFields } from './targets';
import type { Plan } from './intent';

export const renamesEnvelopes: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'envelope',
			operation: 'update',
			envelopeId,
			updateFields: { name: '={{ $json.name }}' },
		},
		draws,
		(draw) => chosen(drafts(control), draw),
		(envelope, _draw, item) => {
			const name = `Renamed by ${mark(item)}`;
			return {
				item: { json: { envelope: envelope.ID, name } },
				intent: {
					does: 'changes',
					path: `/sign/envelopes/${envelope.ID}`,
					mark: name,
					isSo: () => envelope.name === name,
					outputs: 1,
					places: [envelope.ID],
				},
			};
		},
		{ distinct: true },
	);

export const renamesDocuments: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'document',
			operation: 'rename',
			envelopeId,
			documentId,
			name: '={{ $json.name }}',
		},
		draws,
		(draw) => chosen(drafts(control, hasDocument), draw),
		({ ID: envelope, documents: [document] }, _draw, item) => {
			const name = `${mark(item)}.pdf`;
			const ID = document?.ID ?? '';
			return {
				item: { json: { envelope, document: ID, name } },
				intent: {
					does: 'changes',
					path: `/sign/envelopes/${envelope}/documents/${ID}`,
					mark: name,
					isSo: () => document?.name === name,
					outputs: 1,
					places: [envelope, ID],
				},
			};
		},
		{ distinct: true },
	);

export const changesParticipants: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'participant',
			operation: 'update',
			envelopeId,
			participantId,
			authentication: 'accessCode',
			accessCode: '={{ $json.code }}',
		},
		draws,
		(draw) => chosen(drafts(control, hasSigner), draw),
		({ ID: envelope, participants: [participant] }, _draw, item) => {
			const code = `code-${mark(item)}`;
			const ID = participant?.ID ?? '';
			return {
				item: { json: { envelope, participant: ID, code } },
				intent: {
					does: 'changes',
					path: `/sign/envelopes/${envelope}/participants/${ID}`,
					mark: code,
					isSo: () => JSON.stringify(participant?.authentication ?? {}).includes(code),
					outputs: 1,
					places: [envelope, ID],
				},
			};
		},
		{ distinct: true },
	);

export const movesFields: Plan = (control, mark, draws) => {
	const custom = ({ type }: { type: string }) => type === 'custom';
	const all = placesForFields(control).filter(({ document }) => document.fields.some(custom));
	return planned(
		{
			resource: 'field',
			operation: 'update',
			envelopeId,
			documentId,
			fieldId,
			updateFields: { label: '={{ $json.label }}' },
		},
		draws,
		(draw) => chosen(all, draw)?.document,
		(document, _draw, item) => {
			const field = document.fields.find(custom);
			const envelope = all.find((one) => one.document === document)?.envelope.ID ?? '';
			const text = `Changed by ${mark(item)}`;
			const ID = field?.ID ?? '';
			return {
				item: { json: { envelope, document: document.ID, field: ID, label: text } },
				intent: {
					does: 'changes',
					path: `/sign/envelopes/${envelope}/documents/${document.ID}/fields/${ID}`,
					mark: text,
					isSo: () => JSON.stringify(field).includes(text),
					outputs: 1,
					places: [envelope, document.ID, ID],
				},
			};
		},
		{ distinct: true },
	);
};
