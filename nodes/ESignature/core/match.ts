import { assign } from './assign';

/** One way to tell that an answer belongs to what was sent. */
export interface Tier<Sent, Made> {
	/** Said in the output where it had to be used; the strict ones need no mention. */
	named?: string;
	fits(sent: Sent, made: Made): boolean;
	/** Of several that fit, the nearest is meant. */
	distance?(sent: Sent, made: Made): number;
}

export interface Matched<Made> {
	/** For each thing that was sent its answer, or undefined. */
	found: Array<Made | undefined>;
	/** How each was found, where that is worth a mention. */
	by: Array<string | undefined>;
	/** Answers that belong to nothing. */
	left: Made[];
}

/** What does not tell one answer from another is answered in the order of the request, if in any. */
const OUT_OF_ORDER = 1e-9;

/**
 * Answers in the order of what was sent. The contract does not promise an order, nor that an answer repeats
 * what was sent to the letter: each answer is found by what it says, the strictest way first.
 */
export function match<Sent, Made>(
	sent: Sent[],
	made: Made[],
	tiers: ReadonlyArray<Tier<Sent, Made>>,
): Matched<Made> {
	const found: Array<Made | undefined> = sent.map(() => undefined);
	const by: Array<string | undefined> = sent.map(() => undefined);
	const left = new Map(made.entries());
	const pair = (at: number, place: number, named?: string) => {
		found[at] = made[place];
		by[at] = named;
		left.delete(place);
	};
	const [strictest] = tiers;
	// Mostly nothing is rewritten and the order is kept: what is the same to the letter need not be looked for.
	for (const [at, one] of sent.entries()) {
		const answer = made[at];
		if (at >= made.length || !strictest?.fits(one, answer as Made)) continue;
		if ((strictest.distance?.(one, answer as Made) ?? 0) === 0) pair(at, at, strictest.named);
	}
	for (const tier of tiers) {
		const open = sent.flatMap((one, at) => (found[at] === undefined ? [{ one, at }] : []));
		for (const [at, place] of pairsBy(tier, open, [...left])) pair(at, place, tier.named);
	}
	return { found, by, left: [...left.values()] };
}

function pairsBy<Sent, Made>(
	{ fits, distance = () => 0 }: Tier<Sent, Made>,
	open: Array<{ one: Sent; at: number }>,
	left: Array<[number, Made]>,
): Array<[at: number, place: number]> {
	const candidates = open.map(({ one, at }) => ({
		at,
		costs: new Map(
			left
				.filter(([, answer]) => fits(one, answer))
				.map(([place, answer]) => [
					place,
					distance(one, answer) + (at - place) ** 2 * OUT_OF_ORDER,
				]),
		),
	}));
	const rivals = new Map<number, number>();
	for (const { costs } of candidates) {
		for (const place of costs.keys()) rivals.set(place, (rivals.get(place) ?? 0) + 1);
	}
	// What has one choice, which nobody else has, needs no comparison.
	const isPlain = ({ costs }: (typeof candidates)[number]) =>
		costs.size === 1 && [...costs.keys()].every((place) => rivals.get(place) === 1);
	const plain = candidates.filter(isPlain);
	const unclear = candidates.filter((each) => each.costs.size > 0 && !isPlain(each));
	const places = [...new Set(unclear.flatMap(({ costs }) => [...costs.keys()]))];
	const partners = assign(
		unclear.length,
		places.length,
		(row, column) => unclear[row]?.costs.get(places[column] ?? -1) ?? Infinity,
	);
	return [
		...plain.map(({ at, costs }): [number, number] => [at, [...costs.keys()][0] ?? -1]),
		...unclear.flatMap(({ at }, row): Array<[number, number]> => {
			const place = places[partners[row] ?? -1];
			return place === undefined ? [] : [[at, place]];
		}),
	];
}
