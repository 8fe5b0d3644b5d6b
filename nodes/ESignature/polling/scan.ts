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
	/** The first and the last IDs of the list. */
	top: string[];
	bottom: string[];
	/** The youngest ones, wherever they stand: ID -> when it was created. */
	latest: Map<string, number>;
	/** Where all is learned anew: what is younger than what was known -> when it was created. */
	young: Map<string, number>;
	/** What was created then or later had no room among these. */
	leftFrom: number;
	/** What else was found to be new since it began. */
	found: string[];
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
	newest: number;
	newestChange: number;
}

export const newSequence = (): Sequence => ({
	created: NaN,
	changed: NaN,
	down: true,
	up: true,
	changedDown: true,
	differs: false,
	newest: -Infinity,
	newestChange: -Infinity,
});

export const newScan = (restarts = 0): Scan => ({
	mark: '',
	began: Date.now(),
	sketch: Sketch.empty(),
	pages: 0,
	restarts,
	doubtful: false,
	top: [],
	bottom: [],
	latest: new Map(),
	young: new Map(),
	leftFrom: Infinity,
	found: [],
	seen: newSequence(),
});

/** More than any two clocks differ. */
const DAY = 86_400_000;

/**
 * A time that lies further ahead is a mistake of the service. It may stand in the order of a list, but as the
 * newest time that is known it would make all that comes after it old.
 */
export const isCredible = (time: number): boolean => time <= Date.now() + DAY;
