import { isObject } from './json';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An event names a handful of things; a longer search means that it names none. */
const MOST_ENTRIES = 2_000;

/** `envelopeID`, `envelopeId` and `envelope_id` are one key. */
const plain = (key: string): string => key.toLowerCase().replaceAll('_', '').replaceAll('-', '');

const idIn = (value: unknown): string | undefined =>
	typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;

/**
 * The envelope that an event is about. The keys of `data` are not published, so the likely places are
 * searched, the outermost first.
 */
export function findEnvelopeId(type: string, event: Record<string, unknown>): string | undefined {
	const { data } = event;
	return named(event) ?? (isAboutEnvelope(type) && isObject(data) ? ownId(data) : undefined);
}

/** The ID inside an event on a document would be the document's. */
const isAboutEnvelope = (type: string): boolean =>
	type.startsWith('Envelope') && !type.startsWith('EnvelopeDocument');

const ownId = (value: Record<string, unknown>): string | undefined =>
	idIn(value.ID) ?? idIn(value.id) ?? idIn(value.Id);

function named(event: Record<string, unknown>): string | undefined {
	const waiting: object[] = [event];
	let left = MOST_ENTRIES;
	for (const value of waiting) {
		for (const key of Object.keys(value)) {
			if (left-- === 0) return undefined;
			const inner = (value as Record<string, unknown>)[key];
			const found = idUnder(plain(key), inner);
			if (found) return found;
			if (typeof inner === 'object' && inner !== null) waiting.push(inner);
		}
	}
	return undefined;
}

function idUnder(key: string, value: unknown): string | undefined {
	if (key === 'envelopeid') return idIn(value);
	if (key === 'envelope') return isObject(value) ? ownId(value) : idIn(value);
	return undefined;
}
