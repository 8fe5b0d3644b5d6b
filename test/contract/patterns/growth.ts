/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { createContext, Script } from 'node:vm';

import { timeOf, timesLonger } from '../../nodes/ESignature/growth';
import type { Pattern } from './find';
import { hostileTo, type Hostile } from './hostile';

/** Long enough for a square to show, short enough for a hundred patterns. */
const LONG = 8_192;
/** What takes this long has no measure. */
const GIVEN_UP_MS = 400;
/** In proportion means 8, the square of the length 64. */
const TIMES_LONGER = 8;
const MOST = 24;
/** Shorter times say nothing. */
const MEASURABLE_MS = 4;

const context = createContext({});
const search = new Script('text.replace(pattern, "")');

/** How long it takes to go through a text; endless if it has to be stopped. */
function searchTime({ source, flags }: Pattern, text: string): number {
	const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
	Object.assign(context, { pattern, text });
	try {
		return timeOf(() => search.runInContext(context, { timeout: GIVEN_UP_MS }));
	} catch {
		return Infinity;
	}
}

/** The first text, if there is one, for which the time grows faster than the length. */
export function growsFastWith(pattern: Pattern, mostRounds?: number): string | undefined {
	for (const [name, hostile] of hostileTo(pattern)) {
		if (growsFast(pattern, hostile, mostRounds)) return name;
	}
	return undefined;
}

function growsFast(pattern: Pattern, hostile: Hostile, mostRounds?: number): boolean {
	const once = searchTime(pattern, hostile(LONG));
	if (once === Infinity || once < MEASURABLE_MS) return once === Infinity;
	const [short, long] = [hostile(LONG / TIMES_LONGER), hostile(LONG)];
	const ratio = timesLonger(
		() => searchTime(pattern, short),
		() => searchTime(pattern, long),
		MOST,
		mostRounds,
	);
	return ratio > MOST;
}
