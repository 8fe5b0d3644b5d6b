import type { Call } from './operation';

/** How two records are the same thing, whatever their ID: by a key made of what they say. */
export interface Identity<Wanted, Made> {
	ofWanted(wanted: Wanted): string;
	ofMade(made: Made): string;
	ID(made: Made): string;
	/** Whether it also agrees in what the key leaves out, since it may be told differently. */
	agrees?(wanted: Wanted, made: Made): boolean;
}

export interface Reconciled<Made> {
	/** For each wanted thing the one that now exists, or undefined. */
	found: Array<Made | undefined>;
	/** More exist than were wanted: somebody else writes too, so nothing can be concluded. */
	surplus: boolean;
}

/** What a creation whose answer was lost has done. Both sides are counted: a thing may occur twice. */
export function reconcile<Wanted, Made>(
	wanted: Wanted[],
	before: Made[] | undefined,
	after: Made[],
	{ ofWanted, ofMade, ID }: Identity<Wanted, Made>,
): Reconciled<Made> {
	const known = new Set(before?.map(ID));
	const added = new Map<string, Made[]>();
	for (const made of after) {
		// Known from before, or listed twice.
		if (known.has(ID(made))) continue;
		known.add(ID(made));
		const key = ofMade(made);
		const alike = added.get(key);
		if (alike) alike.push(made);
		else added.set(key, [made]);
	}
	const found = wanted.map((one) => added.get(ofWanted(one))?.shift());
	const surplus = wanted.some((one) => (added.get(ofWanted(one))?.length ?? 0) > 0);
	return { found, surplus };
}

/** The service may show an addition late. */
const LOOK_AGAIN_AFTER = [500, 1000, 2000, 4000];

/** Reads until all are there; none at the end means that they were never created. */
export async function lookFor<Wanted, Made extends object>(
	call: Pick<Call, 'pause'>,
	wanted: Wanted[],
	before: Made[] | undefined,
	read: () => Promise<Made[]>,
	identity: Identity<Wanted, Made>,
): Promise<{ reply: { items: Made[] } } | 'repeat' | 'unknown'> {
	let found: Array<Made | undefined> = [];
	for (const wait of LOOK_AGAIN_AFTER) {
		await call.pause(wait);
		const seen = reconcile(wanted, before, await read(), identity);
		if (seen.surplus) return 'unknown';
		found = seen.found;
		const other = (one: Made | undefined, at: number) =>
			one !== undefined && identity.agrees?.(wanted[at] as Wanted, one) === false;
		// The same at first sight, but not what was sent: it was there before, or it was changed.
		if (found.some(other)) return 'unknown';
		if (found.every((one) => one !== undefined)) {
			return { reply: { items: found.map((one) => ({ ...(one as Made), reconciled: true })) } };
		}
	}
	return found.every((one) => one === undefined) ? 'repeat' : 'unknown';
}
