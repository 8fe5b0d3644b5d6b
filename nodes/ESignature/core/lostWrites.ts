import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { factsOf, UserError } from '../errors/userError';
import type { Settlement } from '../transport';
import { match, type Tier } from './matching';
import { notesBy, type Claim } from './memory';
import { isUncertain } from './nodeError';
import type { Call } from './operation';

/** How long all looks at what became of a write may read, in time limits of one request. */
const TIME_LIMITS = 2;

/**
 * The looks at what became of a write whose answer was lost. Each is one attempt, since there are several of
 * them, and together they read no longer than the user's time limit allows: with a service that hangs, it is
 * soon said that the outcome is unknown.
 */
export class Looks {
	private depth = 0;

	private spent = 0;

	constructor(private readonly timeout: () => number) {}

	/** Whether what is read now is a look. */
	get areOn(): boolean {
		return this.depth > 0;
	}

	get areOver(): boolean {
		return this.areOn && this.left <= 0;
	}

	private get left(): number {
		return TIME_LIMITS * this.timeout() - this.spent;
	}

	/** All reads of this work are looks. */
	async during<Value>(work: () => Promise<Value>): Promise<Value> {
		if (this.depth === 0) this.spent = 0;
		this.depth += 1;
		try {
			return await work();
		} finally {
			this.depth -= 1;
		}
	}

	/** One look, with its time limit. */
	async take<Value>(read: (timeout: number) => Promise<Value>): Promise<Value> {
		if (this.areOver) throw new Error('No time is left to look');
		const began = performance.now();
		try {
			return await read(Math.min(this.timeout(), this.left));
		} finally {
			this.spent += performance.now() - began;
		}
	}
}

/** The service may show late what it has done. */
export const LOOK_AGAIN_AFTER = [500, 1000, 2000, 4000] as const;

/** What was found again by reading, after its answer was lost. */
export type Reconciled<Thing> = Thing & { reconciled?: true };

interface Looked<Seen, Found> {
	found?: Found;
	/** What the last look showed that could be made; none if reading never worked. */
	last?: Seen;
}

/** Reads until something decides. One look that fails is not the end: the service is in trouble anyway. */
export async function look<Seen, Found>(
	{ pause }: Pick<Call, 'pause'>,
	read: () => Promise<Seen>,
	decide: (seen: Seen) => Found | undefined,
	after: readonly number[] = LOOK_AGAIN_AFTER,
): Promise<Looked<Seen, Found>> {
	let last: Seen | undefined;
	for (const wait of after) {
		if (wait > 0) await pause(wait);
		const seen = await read().then(
			(value) => ({ value }),
			() => undefined,
		);
		if (!seen) continue;
		last = seen.value;
		const found = decide(seen.value);
		if (found !== undefined) return { found, last };
	}
	return { last };
}

/**
 * How a write is settled that asks for a state, such as sending or renaming. It is done once that state is
 * seen. As long as the state before it is seen it may still come; then the write is made again, since the
 * second of two such writes changes nothing or is refused.
 */
export async function settleByState<Thing extends object>(
	call: Pick<Call, 'pause'>,
	read: () => Promise<Thing>,
	{
		isDone,
		isOpen = () => true,
	}: { isDone(thing: Thing): boolean; isOpen?(thing: Thing): boolean },
): Promise<Settlement<Reconciled<Thing>>> {
	const { found, last } = await look(call, read, (thing) => {
		if (isDone(thing)) return { reply: { ...thing, reconciled: true as const } };
		return isOpen(thing) ? undefined : ('unknown' as const);
	});
	return found ?? (last === undefined ? 'unknown' : 'repeat');
}

/** Things of one kind: what tells that two are the same, from the strictest to the loosest. */
export interface Kind<Wanted, Made> {
	tiers: ReadonlyArray<Tier<Wanted, Made>>;
	/** Whether two that are to be created could be taken for each other, by the loosest way to find one. */
	same(one: Wanted, other: Wanted): boolean;
	/**
	 * Whether no detail that both sides state differs. Two things that look alike but differ in such a detail are
	 * different things.
	 */
	agrees(wanted: Wanted, made: Made): boolean;
	/** Whether all that was asked for is shown, and is the same: what is hidden may be another's. */
	proves(wanted: Wanted, made: Made): boolean;
	/** Whether an answer cannot be the one to this: it says something else, beyond what a service may rewrite. */
	contradicts(wanted: Wanted, made: Made): boolean;
}

/**
 * What a lost creation has made: what is new since `before`, was not made by anybody else in this process,
 * and shows all that was sent. Absence proves nothing, since the service may still be at work, and more than was
 * sent means that somebody else writes, too: then nobody knows. What another program has made at the same
 * moment, the same in every respect, cannot be told from ours; it is taken, since what was asked for then exists
 * exactly once, while calling every lost answer unknown would help nobody. The output says how it was found.
 */
export async function settleCreation<Wanted, Made extends { ID: string }>(
	call: Pick<Call, 'pause'>,
	wanted: Wanted[],
	list: () => Promise<Made[]>,
	kind: Kind<Wanted, Made>,
	claim: Claim<Wanted>,
): Promise<Settlement<Array<Reconciled<Made>>>> {
	const { found } = await look(call, list, (listed) => {
		const fresh = claim.fresh(listed);
		const { found: made, left } = match(wanted, fresh, kind.tiers);
		const others = left.some((one) =>
			wanted.some((each) => kind.tiers.some(({ fits }) => fits(each, one))),
		);
		const disagree = made.some((one, at) => one && !kind.agrees(wanted[at] as Wanted, one));
		if (others || disagree || claim.hasRivals(wanted)) return 'unknown' as const;
		// What is not shown yet may be shown later.
		if (!made.every((one, at) => one && kind.proves(wanted[at] as Wanted, one))) return undefined;
		return { reply: made.map((one) => ({ ...(one as Made), reconciled: true as const })) };
	});
	return found ?? 'unknown';
}

/** How a creation is settled whose name nobody else can have given: whatever bears it is its own. */
export async function settleByMark<Made extends object>(
	call: Pick<Call, 'pause'>,
	find: () => Promise<Made[]>,
): Promise<Settlement<Reconciled<Made>>> {
	const { found } = await look(call, find, ([first]) => first);
	return found ? { reply: { ...found, reconciled: true } } : 'unknown';
}

/**
 * How a creation is settled whose answer does not fit: the answer alone tells which one it is, so nothing but
 * what it names is read. Where it was lost, there is nothing to read.
 */
export async function settleByAnswer<Made extends object>(
	call: Pick<Call, 'pause'>,
	answered: Made | undefined,
	read: (answered: Made) => Promise<Made>,
	fits: (now: Made) => boolean,
): Promise<Settlement<Reconciled<Made>>> {
	if (answered === undefined) return 'unknown';
	const { found } = await look(
		call,
		async () => await read(answered),
		(now) => (fits(now) ? now : undefined),
	);
	return found ? { reply: { ...found, reconciled: true } } : 'unknown';
}

interface Deletion {
	/** Names what is deleted: a second try of the node remembers by it what the first one has seen. */
	name: string;
	/** Whether any of it is still there. */
	isThere(): Promise<boolean>;
	/** Known without reading: it was just seen, or seen to be missing, or cannot be read. */
	existed?: boolean | 'unread';
	/** Of several: which ones were not there. */
	missing?: string;
	remove(settle: () => Promise<Settlement<undefined>>): Promise<void>;
	/** Deletes what is left of it, where a part may be; the same request would be refused then. */
	removeRest?(): Promise<Settlement<undefined>>;
}

/** What was to be deleted and was there. */
const seenBefore = notesBy<string, true>();

/**
 * Deletes. Whether the thing exists is read first: only then does its absence, after a lost answer, tell that
 * it was deleted and not that it never existed. A success for what was not there proves nothing either: some
 * services answer so to every ID.
 */
export async function deleteOnce(
	call: Pick<Call, 'pause' | 'memory'>,
	{ name, isThere, existed, missing = name, remove, removeRest = async () => 'repeat' }: Deletion,
): Promise<Reconciled<object>> {
	const seen = seenBefore(call.memory);
	// Best effort: whoever may delete need not be allowed to read.
	const before = seen.has(name) || (existed ?? (await isThere().catch(() => 'unread')));
	const wasThere = before === true;
	if (wasThere) seen.set(name, true);
	let reconciled = false;
	let isSettled = false;
	await remove(async () => {
		isSettled = true;
		const { found, last } = await look(call, isThere, (isLeft) => !isLeft || undefined);
		if (last === undefined || (found && !wasThere)) return 'unknown';
		if (!found && !wasThere) return 'repeat';
		const settled = found ? { reply: undefined } : await removeRest();
		reconciled = typeof settled === 'object';
		return settled;
	});
	if (before === false && !isSettled) throw notThere(missing);
	return reconciled ? { reconciled: true } : {};
}

const notThere = (what: string) =>
	new UserError(
		'The item to delete did not exist',
		`The service did not find ${what}, but reported that it was deleted. Check the ID. If the item was created only a moment ago, it has probably been deleted: check before you run this step again.`,
		{ outcome: 'unknown' },
	);

export type Step = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

/** What became of what had been done before a step failed. */
export interface Undone {
	/** For the user. */
	note: string;
	/** Nothing is left of it, and nothing can come of it any more. */
	clean: boolean;
	/** What the failed step was about does not exist any more: there is nothing to look at. */
	gone?: boolean;
}

/**
 * Several writes as one: when one of them does not succeed, `undo` takes back what was done, and the
 * error says which step it was and what became of the rest.
 */
export async function inSteps<Value>(
	run: (step: Step) => Promise<Value>,
	undo: (failed: { step: string; uncertain: boolean }) => Promise<Undone>,
): Promise<Value> {
	let current = '';
	const outcome = await run(async (name, work) => {
		current = name;
		return await work();
	}).then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if ('value' in outcome) return outcome.value;
	const undone = await undo({ step: current, uncertain: isUncertain(outcome.error) });
	throw annotated(outcome.error, current, undone);
}

function annotated(error: unknown, step: string, { note, clean, gone }: Undone): unknown {
	const said = `It happened while ${step}. ${note}`;
	const outcome = clean ? 'notDone' : 'unknown';
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		const facts = factsOf(error);
		const told = (gone ? facts.undoubted : undefined) ?? error.description;
		error.description = [told, said].filter(Boolean).join('\n');
		facts.outcome = outcome;
		delete facts.undoubted;
		return error;
	}
	if (!(error instanceof UserError)) return error;
	// Its facts no longer hold: something has been sent by now.
	const advice = [error.advice, said].filter(Boolean).join('\n');
	return new UserError(error.message, advice, { outcome });
}
