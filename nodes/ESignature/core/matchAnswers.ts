import { match, type Tier } from './match';

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
