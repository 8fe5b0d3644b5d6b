import { isObject } from './json';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An event names a handful of things; a longer search means that it names none. */
const MOST_VISITS = 2_000;

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
	const waiting: unknown[] = [event];
	for (let at = 0; at < waiting.length && at < MOST_VISITS; at++) {
		const value = waiting[at];
		if (typeof value !== 'object' || value === null) continue;
		for (const [key, inner] of Object.entries(value)) {
			const found = idUnder(plain(key), inner);
			if (found) return found;
			if (waiting.length < MOST_VISITS) waiting.push(inner);
		}
	}
	return undefined;
}

function idUnder(key: string, value: unknown): string | undefined {
	if (key === 'envelopeid') return idIn(value);
	if (key === 'envelope') return isObject(value) ? ownId(value) : idIn(value);
	return undefined;
}
