import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { findEnvelopeId } from './envelopeId';
import { readObject } from './json';

/** What the workflow gets. */
export interface SignatureEvent {
	id: string;
	type: string;
	created?: string | number;
	data: IDataObject[string];
	envelopeId?: string;
}

/** Stands for a type that is missing: the body of the service's own test event is not published. */
const NO_TYPE = 'Unknown';

/** The event in a body, or undefined if that is no JSON object. */
export function readEvent(content: Buffer): SignatureEvent | undefined {
	const body = readObject(content);
	if (!body) return undefined;
	const type = text(body.type) ?? NO_TYPE;
	const created = text(body.created) ?? number(body.created);
	const envelopeId = findEnvelopeId(type, body);
	return {
		id: idIn(body.id) ?? idIn(body.ID) ?? digestOf(content),
		type,
		...(created !== undefined && { created }),
		data: (body.data ?? {}) as IDataObject[string],
		...(envelopeId && { envelopeId }),
	};
}

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

const number = (value: unknown): number | undefined =>
	typeof value === 'number' ? value : undefined;

/** Always a text, so that an ID is the same one whichever way it is written. */
const idIn = (value: unknown): string | undefined => text(value) ?? number(value)?.toString();

/** Without an ID of its own an event is still the same one when it is sent again. */
const digestOf = (content: Buffer): string =>
	`sha256-${createHash('sha256').update(content).digest('hex')}`;
