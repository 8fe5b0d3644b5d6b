import type { IExecuteFunctions } from 'n8n-workflow';

import { idKey } from '../api';
import type { Failure } from '../errors/failure';
import { keepNewest } from '../transport';
import {
	isUncertain,
	markUncertain,
	type ItemOutcome,
	type NodeError,
	type Output,
} from './nodeError';

/** One run of a node; what is noted about it lives as long as this does. */
export class RunMemory {
	/** Which try of the run this is, from 1. */
	tries = 0;
}

/** Notes of one kind, by what they are about: an item, an ID. They are found by this function alone, and by no name. */
export function notesBy<About, Value>(): (memory: RunMemory) => Map<About, Value> {
	const ofRuns = new WeakMap<RunMemory, Map<About, Value>>();
	return (memory) => {
		const notes = ofRuns.get(memory) ?? new Map<About, Value>();
		ofRuns.set(memory, notes);
		return notes;
	};
}

/** The note about something, begun if there is none yet. */
export function noted<About, Value>(
	notes: Map<About, Value>,
	about: About,
	begin: () => Value,
): Value {
	const note = notes.get(about) ?? begin();
	notes.set(about, note);
	return note;
}

const runs = new WeakMap<object, Map<string, RunMemory>>();

/**
 * What earlier tries of this run of the node have noted. n8n's Retry On Fail runs a node again with all
 * of its items, also those that succeeded: without a memory each of them would be done twice. n8n hands
 * the same record of the run to each try, and to nothing else, so the notes end with it.
 */
export function memoryOf(host: IExecuteFunctions): RunMemory {
	const record = host.getExecuteData?.();
	if (typeof record !== 'object' || record === null) return new RunMemory();
	const memories = runs.get(record) ?? new Map<string, RunMemory>();
	runs.set(record, memories);
	// The tools of an agent share the agent's record; each call of a tool is a run of its own.
	const key = `${host.getNode().id} ${String(runIndex(host))}`;
	const memory = memories.get(key) ?? new RunMemory();
	memory.tries += 1;
	memories.set(key, memory);
	return memory;
}

const runIndex = (host: IExecuteFunctions): unknown =>
	(host.getWorkflowDataProxy(0) as { $runIndex?: unknown }).$runIndex;

const made = notesBy<number, Map<number, Output>>();

/** What the entries of an item have become, by their place in it: of all tries, of any request. */
export const madeBy = (memory: RunMemory, item: number): Map<number, Output> =>
	noted(made(memory), item, () => new Map<number, Output>());

const outcomes = notesBy<number, ItemOutcome[]>();

/** What an item that wrote something has given in an earlier try of this run: it is not done again. */
export const doneBefore = (memory: RunMemory, item: number): ItemOutcome[] | undefined =>
	outcomes(memory).get(item);

export const remember = (memory: RunMemory, item: number, given: ItemOutcome[]): unknown =>
	outcomes(memory).set(item, given);

const doubts = notesBy<number, Map<string, Failure>>();

/** The writes of an item that an earlier try left in doubt. */
export const doubtsOf = (memory: RunMemory, item: number): Map<string, Failure> =>
	noted(doubts(memory), item, () => new Map<string, Failure>());

/** What an item was told whose outcome is unknown. */
const toldInDoubt = notesBy<number, string>();

/**
 * What an earlier try of this run has left in doubt stays in doubt, whatever a later one fails with: its
 * request may have taken effect, or may still do so.
 */
export function keepDoubt(memory: RunMemory, items: number[], error: NodeError): void {
	const told = toldInDoubt(memory);
	if (isUncertain(error)) {
		for (const item of items) told.set(item, error.description ?? '');
		return;
	}
	const earlier = items.map((item) => told.get(item)).find((text) => text !== undefined);
	if (earlier !== undefined) markUncertain(error, `An earlier attempt said: ${earlier}`);
}

/** How long a creation whose outcome is unknown may still be carried out. */
const LATEST = 600_000;
/** How often to look whether another creation has ended. */
const TURN = 50;
const MOST_PLACES = 1_000;
const MOST_MADE = 10_000;

interface Creation<Wanted> {
	wanted: Wanted[];
	/** Set once it has ended: until then what it made may turn up. */
	openUntil: number;
}

interface Place {
	/** IDs of what this process has made here. */
	made: Set<string>;
	creations: Set<Creation<unknown>>;
}

const places = new Map<string, Place>();

/** One creation at a place, and what may be its own. */
export interface Claim<Wanted> {
	/** What was there before, should that be read only now. */
	knows(before: ReadonlyArray<{ ID: string }>): void;
	/** What is new since the creation began and is nobody else's. */
	fresh<Made extends { ID: string }>(listed: Made[]): Made[];
	/** Whether somebody else in this process makes, or may still be making, one of these. */
	hasRivals(wanted: Wanted[]): boolean;
	/** It ended well, with these. */
	made(things: Array<{ ID: string }>): void;
	/** It ended, with nothing or with an unknown outcome. */
	failed(uncertain: boolean): void;
	/** It has ended, if nobody said how: nothing was sent. */
	release(): void;
}

/**
 * Announces a creation at a place, such as the participants of an envelope. What is seen there afterwards
 * may be adopted only if no other creation of this process, of any item of any execution, has made it or
 * may still be making it.
 */
export function claim<Wanted>(
	name: string,
	wanted: Wanted[],
	before: ReadonlyArray<{ ID: string }>,
	same: (one: Wanted, other: Wanted) => boolean,
): Claim<Wanted> {
	const place = placeOf(name.toLowerCase());
	const creation: Creation<unknown> = { wanted, openUntil: Infinity };
	place.creations.add(creation);
	const known = new Set(before.map(({ ID }) => idKey(ID)));
	return {
		knows: (more) => more.forEach(({ ID }) => known.add(idKey(ID))),
		fresh: (listed) => {
			const seen = new Set<string>();
			return listed.filter(({ ID }) => {
				const isNew = !known.has(idKey(ID)) && !place.made.has(idKey(ID)) && !seen.has(idKey(ID));
				seen.add(idKey(ID));
				return isNew;
			});
		},
		hasRivals: (mine) => {
			const now = performance.now();
			for (const other of place.creations) if (other.openUntil < now) place.creations.delete(other);
			return [...place.creations]
				.filter((other) => other !== creation)
				.some((other) =>
					(other.wanted as Wanted[]).some((theirs) => mine.some((one) => same(one, theirs))),
				);
		},
		made: (things) => {
			for (const { ID } of things) place.made.add(idKey(ID));
			keepNewest(place.made, MOST_MADE);
			place.creations.delete(creation);
		},
		failed: (uncertain) => {
			if (uncertain) creation.openUntil = performance.now() + LATEST;
			else place.creations.delete(creation);
		},
		release: () => {
			if (creation.openUntil === Infinity) place.creations.delete(creation);
		},
	};
}

/**
 * Announces a creation once nobody else in this process is at work on the same things. For who reads what is
 * there and adds the rest: two that do so at once would both add it.
 */
export async function claimInTurn<Wanted>(
	{ pause }: { pause(milliseconds: number): Promise<void> },
	name: string,
	wanted: Wanted[],
	same: (one: Wanted, other: Wanted) => boolean,
): Promise<Claim<Wanted>> {
	const isAtWork = ({ openUntil, wanted: theirs }: Creation<unknown>) =>
		openUntil === Infinity &&
		(theirs as Wanted[]).some((one) => wanted.some((mine) => same(mine, one)));
	while ([...placeOf(name.toLowerCase()).creations].some(isAtWork)) {
		const began = performance.now();
		await pause(TURN);
		// A cancel ends the wait early; the next request reports it.
		if (performance.now() - began < TURN / 2) break;
	}
	return claim(name, wanted, [], same);
}

function placeOf(name: string): Place {
	const place = places.get(name) ?? { made: new Set<string>(), creations: new Set() };
	places.delete(name);
	places.set(name, place);
	if (places.size > MOST_PLACES) forgetOldest();
	return place;
}

/** What may still turn up is not forgotten. */
function forgetOldest(): void {
	const now = performance.now();
	for (const [name, { creations }] of places) {
		if ([...creations].some(({ openUntil }) => openUntil > now)) continue;
		places.delete(name);
		return;
	}
}
