import { inspect } from 'node:util';
import type { Outcome } from './outcome';

/** Places where something secret would be seen by a user, a log reader or the database. */
function placesOf(outcome: Outcome): Record<string, string> {
	const { run, error, stored, items, errorItems, log } = outcome;
	return {
		output: JSON.stringify([items, errorItems]),
		record: stored,
		'stored error': inspect(error, { depth: 10, showHidden: true }),
		'stored error as JSON': JSON.stringify(error ?? null),
		stack: String(error?.stack),
		run: inspect(run.data.resultData, { depth: 20 }),
		log: inspect(log, { depth: 10, showHidden: true }),
	};
}

/** Throws, and names canary and place, if one of the strings got out. Also finds it URL- or base64-encoded. */
export function assertNoCanary(outcome: Outcome, canaries: string[]): void {
	const found = Object.entries(placesOf(outcome)).flatMap(([place, text]) =>
		canaries
			.filter((canary) => formsOf(canary).some((form) => text.includes(form)))
			.map((canary) => `"${canary}" in ${place}`),
	);
	if (found.length > 0) throw new Error(`Something secret got out: ${found.join(', ')}`);
}

/** A text in clear, URL-encoded and as base64. */
export const formsOf = (text: string): string[] => [
	text,
	encodeURIComponent(text),
	Buffer.from(text).toString('base64'),
];
