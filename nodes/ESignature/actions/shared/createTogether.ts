import type { NodeApiError } from 'n8n-workflow';

import {
	claim,
	isUncertain,
	look,
	LOOK_AGAIN_AFTER,
	markPartlyDone,
	markUncertain,
	match,
	noted,
	notesBy,
	settleCreation,
	statusOf,
	type Call,
	type Claim,
	type Reconciled,
	type Settlement,
} from '../../core';
import { figure } from '../../errors/printable';
import { sendTogether, type Creation } from './sendTogether';

/** The list may lag behind: what it does not show yet must not be done again. */
export const LOOKS_AFTER_REFUSAL = [0, ...LOOK_AGAIN_AFTER] as const;

/** A definite no: before it, a part may have been carried out. A 403 may be about a quota that was reached then. */
export function isRefusedWrite(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && ![401, 429].includes(status) && !isUncertain(error);
}

/** Adds to the error of a refused request what it has done all the same. */
async function noteWhatWasDone<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	error: unknown,
	wanted: Wanted[],
	{ kind, list, shown, where }: Creation<Wanted, Made>,
	{ before, mine }: { before: Made[] | undefined; mine: Claim<Wanted> },
): Promise<void> {
	if (!isRefusedWrite(error)) return;
	// If reading was refused as well, a 403 means that nothing was written.
	if (statusOf(error) === 403 && before === undefined) return;
	const read = async () =>
		await list().catch(async (problem: unknown): Promise<Made[]> =>
			statusOf(problem) === 404 ? [] : await Promise.reject(problem),
		);
	const among = (items: Made[]) => match(wanted, mine.fresh(items), kind.tiers);
	const all = (items: Made[]) => among(items).found.every(Boolean) || undefined;
	const { last: listed } = await look(call, read, all, LOOKS_AFTER_REFUSAL);
	const { found, left } = among(listed ?? []);
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
		markUncertain(error as NodeApiError, `Look at the ${where} before you run this step again.`);
		return;
	}
	if (done.length === 0) return;
	const made = done.map(([, one]) => one);
	mine.made(made);
	const names = made.slice(0, 10).map(shown).join(', ');
	markPartlyDone(
		error as NodeApiError,
		new Map<unknown, object>(done),
		`The service refused the request after it had carried out ${figure(done.length)} of ${figure(wanted.length)} entries: ${names}. They are among the ${where}.`,
	);
}

/** A request with an unknown outcome. */
interface Doubt<Wanted> {
	/** Which try of the node has left it. */
	by: number;
	wanted: Wanted[];
	claim: Claim<Wanted>;
	error: unknown;
}

/**
 * Creates several things in one request. A lost answer is looked for, never repeated; a refused request may
 * have been carried out in part, so what it did is read before anything else is sent.
 */
export async function createTogether<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	creation: Creation<Wanted, Made>,
): Promise<Array<Reconciled<Made>>> {
	const { kind, list, place } = creation;
	if (creation.inOwnDraft) {
		const mine = claim(place, wanted, [], kind.same);
		const made = sendTogether(call, wanted, creation, { settle: async () => 'unknown', mine });
		// The draft is deleted as a whole if this fails.
		return await made.finally(() => mine.failed(false));
	}
	const known = await settleEarlier(call, wanted, creation);
	const rest = wanted.filter((one) => !known.has(one));
	if (rest.length === 0) return wanted.map((one) => known.get(one) as Made);

	const before = creation.before ?? (await list().catch(() => undefined));
	if (before) creation.refuse?.(rest, before);
	const mine = creation.claim ?? claim(place, rest, [], kind.same);
	mine.knows(before ?? []);
	const settle = async (): Promise<Settlement<Made[]>> =>
		before === undefined ? 'unknown' : await settleCreation(call, rest, list, kind, mine);
	const sent = sendTogether(call, rest, creation, { settle, mine });
	const made = await sent.catch(async (error: unknown) => {
		if (rest.length > 1) await noteWhatWasDone(call, error, rest, creation, { before, mine });
		mine.failed(isUncertain(error));
		if (isUncertain(error)) {
			const { tries: by } = call.memory;
			doubtsAt<Wanted>(call, place).push({ by, wanted: rest, claim: mine, error });
		}
		return await Promise.reject(error);
	});
	mine.made(made);
	rest.forEach((one, at) => known.set(one, made[at] as Made));
	return wanted.map((one) => known.get(one) as Made);
}

const doubtsByPlace = notesBy<string, Array<Doubt<unknown>>>();

/** What is created at one place is of one kind. */
const doubtsAt = <Wanted>({ memory }: Call, place: string): Array<Doubt<Wanted>> =>
	noted(doubtsByPlace(memory), place, () => []) as unknown as Array<Doubt<Wanted>>;

/**
 * n8n runs the node again after a try that failed: what that try left unknown is looked for, and not sent
 * again. An equal entry of the same try is another one, and nothing to look for.
 */
async function settleEarlier<Wanted extends object, Made extends { ID: string }>(
	call: Call,
	wanted: Wanted[],
	{ kind, list, place }: Creation<Wanted, Made>,
): Promise<Map<Wanted, Reconciled<Made>>> {
	const known = new Map<Wanted, Reconciled<Made>>();
	const doubts = doubtsAt<Wanted>(call, place);
	for (const doubt of doubts.filter(({ by }) => by < call.memory.tries)) {
		const open = [...doubt.wanted];
		const mine = wanted.flatMap((one) => {
			const at = open.findIndex((each) => JSON.stringify(each) === JSON.stringify(one));
			return known.has(one) || at < 0 ? [] : [[one, open.splice(at, 1)[0] as Wanted] as const];
		});
		if (mine.length === 0) continue;
		const found = await settleCreation(call, doubt.wanted, list, kind, doubt.claim);
		if (typeof found === 'string') throw doubt.error;
		doubt.claim.made(found.reply);
		doubts.splice(doubts.indexOf(doubt), 1);
		for (const [one, sent] of mine) {
			known.set(one, found.reply[doubt.wanted.indexOf(sent)] as Reconciled<Made>);
		}
	}
	return known;
}
