import type { Settlement } from '../transport/retry';
import type { Claim } from './claims';
import { match, type Tier } from './match';
import type { Call } from './operation';

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
	/** What is the same to the eye, but says something else where both say it, is another thing. */
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
