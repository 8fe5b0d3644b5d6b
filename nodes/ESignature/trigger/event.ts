import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { idKey, isId, plainName } from '../api/values';
import { isObject, nonBlank, parseJson } from '../values/parse';

/** As the workflow gets it. */
export interface SignatureEvent {
	id: string;
	type: string;
	created?: string | number;
	data: IDataObject[string];
	envelopeId?: string;
}

/** Stands for a missing type: the body of the service's own test event is not published. */
const NO_TYPE = 'Unknown';

/** The event in a body, or undefined if the body is not a JSON object. */
export function readEvent(content: Buffer): SignatureEvent | undefined {
	const body = parseJson(content.toString('utf8'));
	if (!isObject(body)) return undefined;
	const created = typeof body.created === 'number' ? body.created : nonBlank(body.created);
	const type = nonBlank(body.type) ?? NO_TYPE;
	const envelopeId = envelopeIdOf(type, body);
	return {
		// Without an ID of its own an event is still the same one when it is sent again.
		id: eventId(body.id ?? body.ID) ?? digestOf(content),
		type,
		...(created !== undefined && { created }),
		data: (body.data ?? {}) as IDataObject[string],
		...(envelopeId && { envelopeId }),
	};
}

const eventId = (value: unknown): string | undefined =>
	typeof value === 'number' ? String(value) : nonBlank(value);

const digestOf = (content: Buffer): string =>
	`sha256-${createHash('sha256').update(content).digest('hex')}`;

/**
 * The envelope that an event is about. The keys of `data` are not published: it is a key like `envelopeID`, an
 * `envelope` with an ID, or, where the event is about the envelope itself, the ID of `data`.
 */
function envelopeIdOf(type: string, event: Record<string, unknown>): string | undefined {
	const { data } = event;
	const isAboutEnvelope = type.startsWith('Envelope') && !type.startsWith('EnvelopeDocument');
	const candidates = [
		valueOf(data, 'envelopeid'),
		valueOf(event, 'envelopeid'),
		valueOf(valueOf(data, 'envelope'), 'id'),
		isAboutEnvelope ? valueOf(data, 'id') : undefined,
	];
	return candidates.find((value): value is string => typeof value === 'string' && isId(value));
}

/** The value under a key, however the key is spelled. */
function valueOf(object: unknown, name: string): unknown {
	if (!isObject(object)) return undefined;
	return Object.entries(object).find(([key]) => plainName(key) === name)?.[1];
}

/** Stands for all event types, including those that are not known yet. */
export const ALL_EVENTS = '*';

export interface Filter {
	types: readonly string[];
	/** Empty: any envelope. */
	envelopeIds: readonly string[];
}

export function isWanted(event: SignatureEvent, { types, envelopeIds }: Filter): boolean {
	if (!types.includes(ALL_EVENTS) && !types.includes(event.type)) return false;
	return envelopeIds.length === 0 || envelopeIds.map(idKey).includes(idKey(event.envelopeId));
}
