import type { NodeApiError } from 'n8n-workflow';

import {
	isUncertain,
	look,
	markPartlyDone,
	markUncertain,
	match,
	statusOf,
	type Call,
	type Claim,
} from '../core';
import type { Creation } from './creation';

/** The list may lag behind: what it does not show yet must not be done again. */
export const LOOKS_AFTER_REFUSAL = [0, 500, 1000] as const;

/** A definite no, which is not about the caller: before it, a part may have been carried out. */
export function isRefusal(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && ![401, 403, 429].includes(status) && !isUncertain(error);
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
	const read = async () =>
		await list().catch(
			async (problem: unknown): Promise<{ items: Made[] }> =>
				statusOf(problem) === 404 ? { items: [] } : await Promise.reject(problem),
		);
	const among = (items: Made[]) => match(wanted, mine.fresh(items), kind.tiers).found;
	const all = ({ items }: { items: Made[] }) => (among(items).every(Boolean) ? true : undefined);
	const { last: listed } = await look(call, read, all, LOOKS_AFTER_REFUSAL);
	const found = among(listed?.items ?? []);
	const done = wanted.flatMap((one, at): Array<[Wanted, Made]> => {
		const made = found[at];
		// Alike, but with another code or label: somebody else's.
		return made && kind.agrees(one, made) ? [[one, made]] : [];
	});
	const isKnown = listed !== undefined && (before !== undefined || done.length === 0);
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
