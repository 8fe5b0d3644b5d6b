import type { NodeApiError } from 'n8n-workflow';

import {
	isUncertain,
	look,
	LOOK_AGAIN_AFTER,
	markPartlyDone,
	markUncertain,
	match,
	statusOf,
	type Call,
	type Claim,
	type Reconciled,
} from '../core';
import type { Creation } from './creation';

/** The list may lag behind: what it does not show yet must not be done again. */
export const LOOKS_AFTER_REFUSAL = [0, ...LOOK_AGAIN_AFTER] as const;

/** A definite no: before it, a part may have been carried out. A 403 may be about a quota that was reached then. */
export function isRefusal(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && ![401, 429].includes(status) && !isUncertain(error);
}

/** Adds to the error of a refused request what it has done all the same. */
export async function noteWhatWasDone<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	error: unknown,
	wanted: Wanted[],
	{ kind, list, shown, place }: Creation<Wanted, Made>,
	{ before, mine }: { before: Made[] | undefined; mine: Claim<Wanted> },
): Promise<void> {
	if (!isRefusal(error)) return;
	// Whoever is let in nowhere has not written either.
	if (statusOf(error) === 403 && before === undefined) return;
	const read = async () =>
		await list().catch(
			async (problem: unknown): Promise<{ items: Made[] }> =>
				statusOf(problem) === 404 ? { items: [] } : await Promise.reject(problem),
		);
	const among = (items: Made[]) => match(wanted, mine.fresh(items), kind.tiers);
	const all = ({ items }: { items: Made[] }) => among(items).found.every(Boolean) || undefined;
	const { last: listed } = await look(call, read, all, LOOKS_AFTER_REFUSAL);
	const { found, left } = among(listed?.items ?? []);
	const done: Array<[Wanted, Reconciled<Made>]> = [];
	// What may be ours, but does not show it.
	let doubtful = false;
	for (const [at, one] of wanted.entries()) {
		const made = found[at];
		if (!made) doubtful ||= left.some((other) => !kind.contradicts(one, other));
		else if (kind.proves(one, made)) done.push([one, { ...made, reconciled: true }]);
		// Alike, but with another code or label: somebody else's.
		else doubtful ||= kind.agrees(one, made);
	}
	const isKnown = listed !== undefined && (before !== undefined || done.length === 0) && !doubtful;
	if (!isKnown || mine.hasRivals(wanted)) {
		markUncertain(error as NodeApiError, `Look at the ${place} before you run this step again.`);
		return;
	}
	if (done.length === 0) return;
	const made = done.map(([, one]) => one);
	mine.made(made);
	const names = made.slice(0, 10).map(shown).join(', ');
	markPartlyDone(
		error as NodeApiError,
		new Map<unknown, object>(done),
		`The service refused the request after it had carried out ${done.length} of ${wanted.length} entries: ${names}. They are among the ${place}.`,
	);
}
