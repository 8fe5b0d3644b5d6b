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
	const known = new Set(before.map(({ ID }) => key(ID)));
	return {
		knows: (more) => more.forEach(({ ID }) => known.add(key(ID))),
		fresh: (listed) => {
			const seen = new Set<string>();
			return listed.filter(({ ID }) => {
				const isNew = !known.has(key(ID)) && !place.made.has(key(ID)) && !seen.has(key(ID));
				seen.add(key(ID));
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
			for (const { ID } of things) place.made.add(key(ID));
			for (const oldest of place.made) {
				if (place.made.size <= MOST_MADE) break;
				place.made.delete(oldest);
			}
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

const key = (ID: string): string => String(ID).toLowerCase();
