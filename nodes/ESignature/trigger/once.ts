import { createHash } from 'crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { keepNewest, putNewest } from '../transport';
import type { SignatureEvent } from './event';
import { ANSWERS, REASONS, type Answer } from './texts/texts';
import { warn } from './texts/warnings';

const MOST_NODES = 500;

/** The marks of the events that this process has seen stored, by node, the oldest first. */
const marks = new Map<string, Set<string>>();

const rememberedBy = (node: string): Iterable<string> => marks.get(node) ?? [];

function remember(node: string, entry: string): void {
	const seen = marks.get(node) ?? new Set();
	seen.add(entry);
	keepNewest(seen, MOST_EVENTS_KEPT);
	// Whoever had an event last is forgotten last.
	putNewest(marks, [node, seen], MOST_NODES);
}

/** n8n stores them as one text and writes it anew with each event: about 30 kB. */
export const MOST_EVENTS_KEPT = 1_000;

const LIST = 'seenEvents';
const LONGEST_PAUSE = 50;

const LENGTH = 22;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What the ID of an event becomes: one short length for all, whatever the service uses as an ID. */
const markOf = (entry: string): string => entry.slice(0, LENGTH);

/** An ID of an event, and a few signs that tell whether its content is the same. */
export type Seen = Pick<SignatureEvent, 'id' | 'type' | 'created' | 'data'>;

/** How an event is kept. Not all of its body counts: the number of the attempt may stand beside. */
export const entryOf = ({ id, type, created, data }: Seen): string =>
	`${digestOf(id).slice(0, LENGTH)}${digestOf(JSON.stringify([type, created, data])).slice(0, 4)}`;

function entryIn(entries: Iterable<string>, entry: string): string | undefined {
	for (const one of entries) if (markOf(one) === markOf(entry)) return one;
	return undefined;
}

/** How an event that started a run of this node is kept with the workflow; the last ones are. */
export const keptAs = (kept: IDataObject, entry: string): string | undefined =>
	entryIn(listOf(kept), entry);

/**
 * Marks an event, beside those that are kept and those that this process remembers: another request may
 * have been stored since n8n read what it keeps. Replaces the list as a whole, since n8n notices only
 * assignments.
 */
export function keepSeen(kept: IDataObject, event: Seen, remembered: Iterable<string> = []) {
	const entry = entryOf(event);
	const entries = new Map([...listOf(kept), ...remembered].map((one) => [markOf(one), one]));
	entries.delete(markOf(entry));
	kept[LIST] = [...entries.values(), entry].slice(-MOST_EVENTS_KEPT);
}

/**
 * Assigns the list again until n8n has answered. After a webhook returned, n8n builds the workflow a
 * second time over the same data, which makes it forget that anything was changed; it does so before it
 * stores the run, and looks for changes after that.
 */
async function insist(kept: IDataObject, outcome: Promise<unknown>): Promise<void> {
	const list = kept[LIST];
	let over = false;
	const end = () => void (over = true);
	// With an old copy n8n would also write back what others have changed since it was read.
	within(outcome, LONGEST_TURN).then(end, end);
	for (let pause = 0; !over; pause = Math.min(LONGEST_PAUSE, 2 * pause + 1)) {
		await sleep(pause);
		kept[LIST] = list;
	}
}

function listOf(kept: IDataObject): string[] {
	const list = kept[LIST];
	return Array.isArray(list) ? list.filter((mark) => typeof mark === 'string') : [];
}

/** The answer to a request, as far as it tells what became of an event. */
export interface Answering {
	statusCode: number;
	/** n8n has said all that it will say, whether or not anybody listens. */
	writableEnded?: boolean;
	/** The sender has hung up. */
	destroyed?: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

const SHORTEST_LOOK = 20;
const LONGEST_LOOK = 1_000;
/** Longer than a run has to wait for others, and not for ever. */
const LONGEST_ANSWER = 3_600_000;

/**
 * Whether n8n took the event over, once that is known: it answers 2xx only after the run was stored.
 * A sender that hangs up proves nothing, since n8n goes on without it, and for as long as it takes: where
 * the number of runs at a time is limited, it first waits for others to end.
 */
export async function answered(answering: Answering, longest = LONGEST_ANSWER): Promise<boolean> {
	await new Promise<void>((resolve) => {
		answering.once('finish', resolve);
		answering.once('close', resolve);
		// Then neither of the two is still to come.
		if (answering.destroyed) resolve();
	});
	const end = performance.now() + longest;
	for (let pause = SHORTEST_LOOK; answering.writableEnded === false;) {
		if (performance.now() >= end) return false;
		await sleep(pause);
		pause = Math.min(LONGEST_LOOK, 2 * pause);
	}
	const { statusCode } = answering;
	return statusCode >= 200 && statusCode < 300;
}

/** What a promise gives, or undefined if that takes longer. */
export async function within<Result>(
	outcome: Promise<Result>,
	milliseconds: number,
): Promise<Result | undefined> {
	const done = new AbortController();
	const limit = sleep(Math.max(0, milliseconds), done.signal).then(
		() => undefined,
		() => undefined,
	);
	const result = await Promise.race([outcome, limit]);
	done.abort();
	return result;
}

/** The last one that stands in line, by node. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Waits until the events before this one are stored. Each request writes the whole list of what was seen,
 * so that of two at a time one would overwrite the other's mark. Whoever cannot wait any longer goes on:
 * an event that is run twice is better than one that is lost.
 */
async function turnOf(node: string, outcome: Promise<unknown>, longestWait: number): Promise<void> {
	const before = lines.get(node);
	// What n8n cannot start for now holds nobody up for longer than anybody waits.
	const after = Promise.all([before, within(outcome, LONGEST_TURN)]).then(() => {
		if (lines.get(node) === after) lines.delete(node);
	});
	lines.set(node, after);
	if (before) await within(before, longestWait);
}

const MOST_CLAIMS = 5_000;
/** The service waits 15 seconds for an answer. */
const LONGEST_WAIT = 10_000;

interface Claim {
	/** True once the event was taken over; false if it was not, so that somebody else may. */
	outcome: Promise<boolean>;
	/** True once the outcome is known; from then on the stored marks say the same. */
	isOver: boolean;
}

/**
 * n8n reads what it keeps with a workflow at the start of each request and writes it at the end. Copies
 * of an event that arrive in between know nothing of each other, so this process remembers who came
 * first, and the others wait for how that ends.
 */
const claims = new Map<string, Claim>();

/** `ours`: nobody else has the event. `taken`: it is being worked on. `open`: that could not be found out. */
type Turn = 'ours' | 'taken' | 'open';

export async function claimEvent(
	key: string,
	outcome: Promise<boolean>,
	longestWait = LONGEST_WAIT,
): Promise<Turn> {
	// By a clock that nobody sets: a correction of the time must neither stretch nor end the wait.
	const end = performance.now() + longestWait;
	for (;;) {
		const first = claims.get(key);
		if (!first) {
			hold(key, outcome);
			return 'ours';
		}
		const taken = await within(first.outcome, end - performance.now());
		if (taken === undefined) return 'open';
		if (taken) return 'taken';
	}
}

function hold(key: string, outcome: Promise<boolean>): void {
	const held: Claim = { outcome, isOver: false };
	held.outcome = outcome.then((taken) => {
		held.isOver = true;
		if (!taken) claims.delete(key);
		return taken;
	});
	claims.set(key, held);
	if (claims.size > MOST_CLAIMS) claims.delete(dispensable());
}

/** The oldest claim that is over. One that is not is all that stands between its event and a second run. */
function dispensable(): string {
	for (const [key, { isOver }] of claims) if (isOver) return key;
	return claims.keys().next().value as string;
}

/** The service waits 15 seconds for its answer, and n8n needs some of them. */
const LONGEST_TURN = 12_000;

/**
 * n8n stores all data of the workflow as it was when the request began. Whoever has waited longer than this
 * for an envelope leaves it alone: another run may have changed its own part meanwhile.
 */
const OLD = 2_000;

/** One run for each event: what was here before is answered, and what is new is marked. */
export class Once {
	private readonly began = performance.now();
	private readonly node: string;
	private readonly entry: string;
	private readonly outcome: Promise<boolean>;
	private claimed = this.began;

	constructor(
		private readonly host: IWebhookFunctions,
		private readonly event: Seen,
	) {
		this.node = `${host.getWorkflow().id} ${host.getNode().id}`;
		this.entry = entryOf(event);
		this.outcome = answered(host.getResponseObject());
	}

	/** The answer to an event that started a run before, or is about to. */
	async answer(): Promise<Answer | undefined> {
		const { host, node, entry } = this;
		// What n8n keeps may have been overwritten since; this process still knows.
		const known =
			keptAs(host.getWorkflowStaticData('node'), entry) ?? entryIn(rememberedBy(node), entry);
		if (known !== undefined) return this.repeated(known);
		const turn = await claimEvent(`${node} ${markOf(entry)}`, this.outcome);
		this.claimed = performance.now();
		if (turn === 'ours') return undefined;
		return turn === 'taken' ? this.repeated(entryIn(rememberedBy(node), entry)) : ANSWERS.notNow;
	}

	/** To be called last, since n8n keeps it also after a request that started no run. */
	async mark(): Promise<void> {
		const { host, node, event, entry, outcome } = this;
		void outcome.then((taken) => taken && remember(node, entry));
		// This process knows the event from now on; the next one writes it down together with its own.
		if (performance.now() - this.claimed > OLD) return;
		const kept = host.getWorkflowStaticData('node');
		await turnOf(node, outcome, this.began + LONGEST_TURN - performance.now());
		keepSeen(kept, event, rememberedBy(node));
		void insist(kept, outcome).catch(() => {});
	}

	/** A mark without anything of the content cannot be compared. */
	private repeated(known = ''): Answer {
		const isOther = known.length > LENGTH && known !== this.entry;
		if (isOther) warn(this.host, REASONS.sameId, 'service');
		return ANSWERS.received;
	}
}
