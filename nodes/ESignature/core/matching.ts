/** Cost of a forbidden pair: higher than the sum of all other costs, but small enough to add fractions to without loss. */
const NEVER = 1e5;

/**
 * Pairs rows with columns, so that as many as possible have a partner and, among all ways to do so, the
 * costs are the least in sum. Taking the nearest for one after the other would let the first one take what
 * fits only the second. `Infinity` is a pair that must not be; a row without a partner gives undefined.
 *
 * The Hungarian method, by shortest augmenting paths: rows * rows * columns steps at most.
 */
export function assign(
	rows: number,
	columns: number,
	cost: (row: number, column: number) => number,
): Array<number | undefined> {
	const flipped = rows > columns;
	const [few, many] = flipped ? [columns, rows] : [rows, columns];
	const costs = Array.from({ length: few }, (_, one) =>
		Array.from({ length: many }, (__, other) => {
			const price = flipped ? cost(other, one) : cost(one, other);
			return Number.isFinite(price) ? price : NEVER;
		}),
	);
	const pairs = partners(costs, many);
	const found: Array<number | undefined> = Array.from({ length: rows }, () => undefined);
	pairs.forEach((one, other) => {
		if (one < 0 || (costs[one]?.[other] ?? NEVER) >= NEVER) return;
		if (flipped) found[other] = one;
		else found[one] = other;
	});
	return found;
}

/** For each column its row, or -1; there are at least as many columns as rows. */
function partners(costs: number[][], columns: number): number[] {
	const rowPrice = costs.map(() => 0);
	const columnPrice = Array<number>(columns).fill(0);
	const rowOf = Array<number>(columns).fill(-1);
	costs.forEach((_, start) => {
		const least = Array<number>(columns).fill(Infinity);
		const before = Array<number>(columns).fill(-1);
		const isDone = Array<boolean>(columns).fill(false);
		let column = -1;
		for (let row = start; row >= 0; row = rowOf[column] ?? -1) {
			if (column >= 0) isDone[column] = true;
			let [step, next] = [Infinity, -1];
			for (let at = 0; at < columns; at++) {
				if (isDone[at]) continue;
				const price = num(costs[row]?.[at]) - num(rowPrice[row]) - num(columnPrice[at]);
				if (price < num(least[at])) {
					least[at] = price;
					before[at] = column;
				}
				if (num(least[at]) < step) [step, next] = [num(least[at]), at];
			}
			rowPrice[start] = num(rowPrice[start]) + step;
			for (let at = 0; at < columns; at++) {
				if (isDone[at]) {
					const owner = rowOf[at] ?? start;
					rowPrice[owner] = num(rowPrice[owner]) + step;
					columnPrice[at] = num(columnPrice[at]) - step;
				} else least[at] = num(least[at]) - step;
			}
			column = next;
		}
		while (column >= 0) {
			const from = before[column] ?? -1;
			rowOf[column] = from >= 0 ? (rowOf[from] ?? start) : start;
			column = from;
		}
	});
	return rowOf;
}

const num = (value: number | undefined): number => value ?? 0;

/** One way to tell that an answer belongs to what was sent. */
export interface Tier<Sent, Made> {
	/** Said in the output where it had to be used; the strict ones need no mention. */
	named?: string;
	fits(sent: Sent, made: Made): boolean;
	/** Of several that fit, the nearest is meant. */
	distance?(sent: Sent, made: Made): number;
}

interface Matched<Made> {
	/** For each thing that was sent its answer, or undefined. */
	found: Array<Made | undefined>;
	/** How each was found, where that is worth a mention. */
	by: Array<string | undefined>;
	/** Answers that belong to nothing. */
	left: Made[];
}

/** Small extra cost per place out of order: among answers that fit equally well, the order of the request decides. */
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

type Contradicts<Sent, Made> = (sent: Sent, made: Made) => boolean;

/** More than any distance within a tier. */
const FAR = 1e6;

/**
 * The answers of a bulk request, each with a remark where its place had to tell whose it is; undefined when
 * there are more or fewer than were sent, or one that can be the answer to none.
 */
export function matchAnswers<Sent, Made extends object>(
	sent: Sent[],
	made: Made[],
	tiers: ReadonlyArray<Tier<Sent, Made>>,
	contradicts: Contradicts<Sent, Made> = () => false,
): Array<Made & { matchedBy?: string }> | undefined {
	if (sent.length !== made.length) return undefined;
	const { found, by } = match(sent, made, possible(tiers, contradicts));
	if (found.includes(undefined)) return undefined;
	return (found as Made[]).map((answer, at) =>
		by[at] === undefined ? answer : { ...answer, matchedBy: by[at] },
	);
}

/**
 * Whether nothing but the order tells whose some of the answers are: two of those that were sent fit the
 * answer of each other as well as their own. It does not matter to those that are the same.
 */
export function onlyOrderTells<Sent, Made extends object>(
	sent: Sent[],
	answers: Made[],
	tiers: ReadonlyArray<Tier<Sent, Made>>,
	contradicts: Contradicts<Sent, Made>,
): boolean {
	const ways = possible(tiers, contradicts);
	const rank = (one: Sent, answer: Made): number => {
		const at = ways.findIndex(({ fits }) => fits(one, answer));
		return at < 0 ? Infinity : at * FAR + (ways[at]?.distance?.(one, answer) ?? 0);
	};
	const open = sent.flatMap((one, at) => {
		const answer = answers[at] as Made;
		const own = rank(one, answer);
		// What is the same to the letter is nobody else's.
		return own === 0 ? [] : [{ one, answer, own, text: JSON.stringify(one) }];
	});
	return open.some((mine, at) =>
		open
			.slice(at + 1)
			.some(
				(other) =>
					mine.text !== other.text &&
					rank(mine.one, other.answer) <= mine.own &&
					rank(other.one, mine.answer) <= other.own,
			),
	);
}

/** The place in the request tells where nothing else does; what contradicts is never an answer. */
function possible<Sent, Made>(
	tiers: ReadonlyArray<Tier<Sent, Made>>,
	contradicts: Contradicts<Sent, Made>,
): Array<Tier<Sent, Made>> {
	const byPlace: Tier<Sent, Made> = { named: 'position', fits: () => true };
	return [...tiers, byPlace].map((tier) => ({
		...tier,
		fits: (one, answer) => tier.fits(one, answer) && !contradicts(one, answer),
	}));
}
