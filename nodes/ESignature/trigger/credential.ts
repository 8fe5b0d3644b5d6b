import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { putNewest } from '../transport';
import { senderOf, sharedSecret, type EventSender } from './signature/verify';

type Data = ICredentialDataDecryptedObject;

/** What events are checked with, as the credential had it at one time. */
export interface Keys {
	/** Which reading they are from, counted from 1. */
	turn: number;
	/** When that began, by a clock that nobody sets. */
	began: number;
	/** False: it could not be read, or is gone. */
	readable: boolean;
	sender?: EventSender | undefined;
	/** What a header is compared with. */
	secret?: string | undefined;
}

/** How long a secret that was replaced can still be right. */
const KEPT = 3_000;
/**
 * Whoever knows the URL causes a reading with any made-up signature: so many in a row, and then one a
 * second. Genuine events need far fewer.
 */
export const MOST_IN_A_ROW = 3;
const SECOND = 1_000;
const MINUTE = 60_000;
const MOST_NODES = 500;

/** Of one node and one credential: another one that is chosen in the panel counts at once. */
const keyOf = (host: IWebhookFunctions): string => {
	const { id, credentials } = host.getNode();
	return JSON.stringify([host.getWorkflow().id, id, credentials?.eSignatureApi?.id]);
};

interface Reading {
	turn: number;
	began: number;
	data: Promise<Data>;
}

/** A database that hangs must not hold up all later events as well: they are asked for again. */
const LONGEST_READING = 5_000;

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
	const done = new AbortController();
	const tooLong = sleep(LONGEST_READING, done.signal).then(() => {
		throw new Error('The credential was not read in time');
	});
	try {
		return await Promise.race([reading, tooLong]);
	} finally {
		done.abort();
	}
}

let turns = 0;

/** How many readings have begun: the next one begins after this moment, however coarse a clock is. */
export const readingsSoFar = (): number => turns;

const readings = new Map<string, Reading>();

/** n8n takes about as long to read a credential as for the rest of a request: those who need it share it. */
function readingOf(host: IWebhookFunctions, key: string): Reading {
	const shared = readings.get(key);
	if (shared) return shared;
	const began = performance.now();
	const data = inTime(host.getCredentials<Data>('eSignatureApi'));
	const reading = { turn: ++turns, began, data };
	readings.set(key, reading);
	const over = () => void readings.delete(key);
	reading.data.then(over, over);
	return reading;
}

/** The node's credential as it is now. A copy, since a renewed token is written into it. */
export const credentialOf = async (host: IWebhookFunctions): Promise<Data> => ({
	...(await readingOf(host, keyOf(host)).data),
});

/** The latest by node, the oldest first. Only in memory, and only what is needed of the credential. */
const kept = new Map<string, Keys>();

const isYounger = ({ began }: { began: number }, age: number): boolean =>
	performance.now() - began < age;

function keepKeys(key: string, keys: Keys): void {
	putNewest(kept, [key, keys], MOST_NODES);
	// Nobody may ask for them again, and then they need not lie about. This does not hold up n8n's end.
	AbortSignal.timeout(KEPT).addEventListener('abort', () => {
		if (kept.get(key) === keys) kept.delete(key);
	});
}

/** For how many nodes secrets are kept at the moment. */
export const keptNow = (): number => kept.size;

/** What was read a few seconds ago at most: good for accepting an event, not for refusing one. */
export function keptKeys(host: IWebhookFunctions): Keys | undefined {
	const keys = kept.get(keyOf(host));
	return keys && isYounger(keys, KEPT) ? keys : undefined;
}

/**
 * What a later reading than that gave, or one that is under way. Undefined when the credential was read
 * too often lately.
 */
export async function newerKeys(host: IWebhookFunctions, than: number): Promise<Keys | undefined> {
	const key = keyOf(host);
	const last = kept.get(key);
	if (last && last.turn > than) return last;
	if (!readings.has(key) && !mayRead(key)) return undefined;
	const keys = await read(host, key);
	const other = kept.get(key);
	if (other && other.turn >= keys.turn) return other;
	keepKeys(key, keys);
	if (keys.readable) keepNames(key, keys);
	return keys;
}

const allowances = new Map<string, { left: number; began: number }>();

/** Whether the credential may be read once more now, and then it is about to be. */
function mayRead(key: string): boolean {
	const now = performance.now();
	const { left, began } = allowances.get(key) ?? { left: MOST_IN_A_ROW, began: now };
	const regained = Math.min(MOST_IN_A_ROW, left + (now - began) / SECOND);
	if (regained < 1) return false;
	putNewest(allowances, [key, { left: regained - 1, began: now }], MOST_NODES);
	return true;
}

async function read(host: IWebhookFunctions, key: string): Promise<Keys> {
	const { turn, began, data } = readingOf(host, key);
	try {
		const found = await data;
		return { turn, began, readable: true, sender: senderOf(found), secret: sharedSecret(found) };
	} catch {
		return { turn, began, readable: false };
	}
}

/**
 * The names of the keys, by node. They say what is worth a line in the log and nothing else, so they may
 * be a minute old: otherwise each stranger with a made-up signature would cost a reading.
 */
const names = new Map<string, { ids: readonly string[]; began: number }>();

function keepNames(key: string, { sender, began }: Keys): void {
	putNewest(names, [key, { ids: sender?.ids ?? [], began }], MOST_NODES);
}

export async function keyIdsOf(host: IWebhookFunctions): Promise<readonly string[]> {
	const known = names.get(keyOf(host));
	if (known && isYounger(known, MINUTE)) return known.ids;
	return (await newerKeys(host, 0))?.sender?.ids ?? [];
}
