import { Sketch } from './sketch';

/** A full check that goes on over several polls. */
export interface Scan {
	/** Of this piece of it: what the process remembers of the check must be exactly that. */
	mark: string;
	/** By the clock of n8n. */
	began: number;
	/** Where to go on; undefined before the first page. */
	after?: string;
	/** The cursor that led to the page before. */
	last?: string;
	sketch: Sketch;
	pages: number;
	/** How often it had to begin again, because another process had begun it. */
	restarts: number;
	/** Some entries may have been counted twice. */
	doubtful: boolean;
	/** The youngest ones, wherever they stand: ID -> when it was created. */
	latest: Map<string, number>;
	/** Where all is learned anew: what is younger than what was known -> when it was created. */
	young: Map<string, number>;
	/** What was created then or later had no room among these. */
	leftFrom: number;
	seen: Sequence;
}

/** What is known of the order of a list that is being read. */
export interface Sequence {
	created: number;
	changed: number;
	down: boolean;
	up: boolean;
	changedDown: boolean;
	/** Without two different times nothing is shown. */
	differs: boolean;
	newestChange: number;
}

/** How the last full check saw the list: what it did not see is not relied on. */
export type Order = 'newestFirst' | 'newestLast' | 'changedFirst' | 'none';
export const ORDERS: readonly Order[] = ['newestFirst', 'newestLast', 'changedFirst', 'none'];

export const newSequence = (): Sequence => ({
	created: NaN,
	changed: NaN,
	down: true,
	up: true,
	changedDown: true,
	differs: false,
	newestChange: -Infinity,
});

export const newScan = (restarts = 0): Scan => ({
	mark: '',
	began: Date.now(),
	sketch: Sketch.empty(),
	pages: 0,
	restarts,
	doubtful: false,
	latest: new Map(),
	young: new Map(),
	leftFrom: Infinity,
	seen: newSequence(),
});

/** More than any two clocks differ that somebody looks after. */
const SOON = 5 * 60_000;
/** More than any two clocks differ. */
const DAY = 86_400_000;

/**
 * A time that lies further ahead is a mistake of the service. It may stand in the order of a list, but as the
 * newest time that is known it would make all that comes after it old.
 */
export const isCredible = (time: number): boolean => time <= Date.now() + DAY;

export const isSoon = (time: number): boolean => time <= Date.now() + SOON;

/**
 * Up to where times are taken for those of the service's clock. One envelope may be dated ahead; if half of the youngest
 * ones are, then so is the clock.
 */
export function presentOf(times: Iterable<number>): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.max(Date.now() + SOON, sorted[Math.floor((sorted.length - 1) / 2)] ?? -Infinity);
}
