import { randomUUID } from 'node:crypto';

import type { BoundingBox, Field } from '../nodes/ESignature/api';
import { signersOf, type StoredEnvelope } from './service/records';

type Without<Type, Keys extends keyof Type> = Type extends unknown ? Omit<Type, Keys> : never;
type Placed = Without<Field, 'ID' | 'documentID' | 'participantID' | 'page'>;

/** On the first page of the first document, one signer below the other. */
export function placeFields(envelope: StoredEnvelope, which: true | 'all'): void {
	const [document] = envelope.documents;
	if (!document) return;
	for (const [index, { ID: participantID }] of signersOf(envelope).entries()) {
		const fields = which === 'all' ? oneOfEach(120 + index * 165) : basics(120 + index * 60);
		const common = { documentID: document.ID, participantID, page: 1 };
		document.fields.push(...fields.map((field) => ({ ID: randomUUID(), ...common, ...field })));
	}
}

const basics = (y: number): Placed[] => [
	{ type: 'signature', required: true, boundingBox: [56, y, 180, 40] },
	{ type: 'date', required: true, boundingBox: [260, y, 120, 40], format: 'YYYY-MM-DD' },
];

/** All eight types; one of them may be left empty. */
function oneOfEach(y: number): Placed[] {
	const box = (x: number, row: number, w: number): BoundingBox => [x, y + row, w, 22];
	return [
		{ type: 'name', required: true, boundingBox: box(56, 0, 160) },
		{ type: 'company', required: true, boundingBox: box(232, 0, 160) },
		{ type: 'title', required: false, boundingBox: box(408, 0, 130) },
		{ type: 'custom', required: true, boundingBox: box(56, 45, 336), label: 'Cost centre' },
		{ type: 'checkbox', required: true, boundingBox: box(408, 45, 22) },
		...basics(y + 90),
		{ type: 'initials', required: true, boundingBox: [408, y + 90, 60, 40] },
	];
}
