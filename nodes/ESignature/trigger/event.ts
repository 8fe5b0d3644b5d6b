import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import { idKey, isId, plainKey, type Envelope, type UUID } from '../api';
import { UserError } from '../errors/userError';
import { Client, keepDigits, type Host, type Refusals } from '../transport';

/** Deeper than any event; n8n itself walks through items by recursion. */
const DEEPEST = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// Brackets and braces differ in this bit alone.
const BRACE = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** The object that a body holds; undefined if it is something else, or made to do harm. */
function readObject(content: Buffer): Record<string, unknown> | undefined {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
		if (isTooDeep(text)) return undefined;
		const value: unknown = JSON.parse(keepDigits(text));
		return isObject(value) && !(mayName(text) && hidesPrototype(value)) ? value : undefined;
	} catch {
		return undefined;
	}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Found out before anything is built from the text. */
function isTooDeep(text: string): boolean {
	let depth = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) quoted = !quoted;
		else if (quoted) at += code === BACKSLASH ? 1 : 0;
		else if ((code | BRACE) === OPENING && ++depth > DEEPEST) return true;
		else if ((code | BRACE) === CLOSING) depth--;
	}
	return false;
}

const PROTOTYPE = '__proto__';

/** In clear or in escapes; everything else need not be walked through. */
const mayName = (text: string): boolean => text.includes(PROTOTYPE) || text.includes('\\u');

/** Such a key replaces the prototype of whatever the value is merged into. */
function hidesPrototype(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Object.hasOwn(value, PROTOTYPE) || Object.values(value).some(hidesPrototype);
}

/** An event names a handful of things; a longer search means that it names none. */
const MOST_ENTRIES = 2_000;

const idIn = (value: unknown): string | undefined =>
	typeof value === 'string' && isId(value) ? idKey(value) : undefined;

/**
 * The envelope that an event is about. The keys of `data` are not published, so the likely places are
 * searched, the outermost first.
 */
function findEnvelopeId(type: string, event: Record<string, unknown>): string | undefined {
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
			const found = idUnder(plainKey(key), inner);
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
	const type = textIn(body.type) ?? NO_TYPE;
	const created = textIn(body.created) ?? number(body.created);
	const envelopeId = findEnvelopeId(type, body);
	return {
		id: eventId(body.id) ?? eventId(body.ID) ?? digestOf(content),
		type,
		...(created !== undefined && { created }),
		data: (body.data ?? {}) as IDataObject[string],
		...(envelopeId && { envelopeId }),
	};
}

const textIn = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

const number = (value: unknown): number | undefined =>
	typeof value === 'number' ? value : undefined;

/** Always a text, so that an ID is the same one whichever way it is written. */
const eventId = (value: unknown): string | undefined => textIn(value) ?? number(value)?.toString();

/** Without an ID of its own an event is still the same one when it is sent again. */
const digestOf = (content: Buffer): string =>
	`sha256-${createHash('sha256').update(content).digest('hex')}`;

/** Stands for all event types, also those that are not known yet. */
export const ALL_EVENTS = '*';

export interface Filter {
	types: readonly string[];
	/** Empty: any envelope. */
	envelopeIds: readonly string[];
}

export function isWanted(event: SignatureEvent, { types, envelopeIds }: Filter): boolean {
	if (!types.includes(ALL_EVENTS) && !types.includes(event.type)) return false;
	const wanted = envelopeIds.map(idKey).filter(Boolean);
	return wanted.length === 0 || (!!event.envelopeId && wanted.includes(event.envelopeId));
}

/** The service waits 15 seconds for its answer. */
export const LONGEST_READ = 8_000;

/** The envelope as it is now, or why it is missing; the event itself must not depend on it. */
type Attached = { envelope: Envelope } | { envelopeError: string };

const REFUSALS: Refusals = {
	'GET /sign/envelopes/{envelopeID}': {
		404: { message: 'The envelope was not found', advice: 'It may have been deleted since.' },
	},
};
const NAMES_NO_ENVELOPE = 'The event does not say which envelope it is about.';
const TOO_SLOW = 'The service did not return the envelope in time.';
const NOT_READ = 'The envelope could not be read.';

export async function attachEnvelope(
	host: Host,
	readCredentials: () => Promise<ICredentialDataDecryptedObject>,
	envelopeID: UUID | undefined,
	deadline = LONGEST_READ,
): Promise<Attached> {
	if (envelopeID === undefined) return { envelopeError: NAMES_NO_ENVELOPE };
	const over = new AbortController();
	const done = new AbortController();
	// Ends the request as a cancelled execution would, and does not wait for what cannot be ended.
	const caller = Object.create(host, {
		getExecutionCancelSignal: { value: () => over.signal },
	}) as Host;
	const limit = sleep(deadline, done.signal).then(
		() => ({ envelopeError: TOO_SLOW }),
		() => ({ envelopeError: TOO_SLOW }),
	);
	const read = readEnvelope(caller, readCredentials, envelopeID);
	const attached = await Promise.race([read, limit]);
	over.abort();
	done.abort();
	return attached;
}

async function readEnvelope(
	host: Host,
	readCredentials: () => Promise<ICredentialDataDecryptedObject>,
	envelopeID: UUID,
): Promise<Attached> {
	try {
		const client = Client.open(host, await readCredentials(), { refusals: REFUSALS });
		return {
			envelope: await client.request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
		};
	} catch (error) {
		// The client's errors are made of fixed texts; whatever else goes wrong is not for the workflow.
		return { envelopeError: isExplained(error) ? error.message : NOT_READ };
	}
}

const isExplained = (error: unknown): error is Error =>
	error instanceof NodeApiError ||
	error instanceof NodeOperationError ||
	error instanceof UserError;
