import type { IDataObject } from 'n8n-workflow';

import { chosen, documentId, envelopeId, fieldId, participantId, planned } from './plan';
import { drafts, hasDocument, hasSigner, placesForFields } from './targets';
import type { Draw, Plan, Planned } from './intent';

/** One change of one thing per item. */
const changes = <Target>(
	parameters: object,
	draws: Draw[],
	targetOf: (draw: Draw) => Target | undefined,
	changeOf: (
		target: Target,
		item: number,
	) => {
		json: IDataObject;
		path: string;
		mark: string;
		isApplied: () => boolean;
		places: string[];
	},
): Planned =>
	planned(
		parameters,
		draws,
		targetOf,
		(target, _draw, item) => {
			const { json, ...change } = changeOf(target, item);
			return { item: { json }, intent: { does: 'changes', outputs: 1, ...change } };
		},
		{ distinct: true },
	);

export const renamesEnvelopes: Plan = (control, mark, draws) =>
	changes(
		{
			resource: 'envelope',
			operation: 'update',
			envelopeId,
			updateFields: { name: '={{ $json.name }}' },
		},
		draws,
		(draw) => chosen(drafts(control), draw),
		(envelope, item) => {
			const name = `Renamed by ${mark(item)}`;
			return {
				json: { envelope: envelope.ID, name },
				path: `/sign/envelopes/${envelope.ID}`,
				mark: name,
				isApplied: () => envelope.name === name,
				places: [envelope.ID],
			};
		},
	);

export const renamesDocuments: Plan = (control, mark, draws) =>
	changes(
		{
			resource: 'document',
			operation: 'rename',
			envelopeId,
			documentId,
			name: '={{ $json.name }}',
		},
		draws,
		(draw) => chosen(drafts(control, hasDocument), draw),
		({ ID: envelope, documents: [document] }, item) => {
			const name = `${mark(item)}.pdf`;
			const ID = document?.ID ?? '';
			return {
				json: { envelope, document: ID, name },
				path: `/sign/envelopes/${envelope}/documents/${ID}`,
				mark: name,
				isApplied: () => document?.name === name,
				places: [envelope, ID],
			};
		},
	);

export const changesParticipants: Plan = (control, mark, draws) =>
	changes(
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
		({ ID: envelope, participants: [participant] }, item) => {
			const code = `code-${mark(item)}`;
			const ID = participant?.ID ?? '';
			return {
				json: { envelope, participant: ID, code },
				path: `/sign/envelopes/${envelope}/participants/${ID}`,
				mark: code,
				isApplied: () => JSON.stringify(participant?.authentication ?? {}).includes(code),
				places: [envelope, ID],
			};
		},
	);

export const movesFields: Plan = (control, mark, draws) => {
	const custom = ({ type }: { type: string }) => type === 'custom';
	const all = placesForFields(control).filter(({ document }) => document.fields.some(custom));
	return changes(
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
		(document, item) => {
			const field = document.fields.find(custom);
			const envelope = all.find((one) => one.document === document)?.envelope.ID ?? '';
			const label = `Changed by ${mark(item)}`;
			const ID = field?.ID ?? '';
			return {
				json: { envelope, document: document.ID, field: ID, label },
				path: `/sign/envelopes/${envelope}/documents/${document.ID}/fields/${ID}`,
				mark: label,
				isApplied: () => JSON.stringify(field).includes(label),
				places: [envelope, document.ID, ID],
			};
		},
	);
};
