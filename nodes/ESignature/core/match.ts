/** One way to tell that an answer belongs to what was sent. */
export interface Tier<Sent, Made> {
	/** Said in the output where it had to be used; the strict ones need no mention. */
	named?: string;
	fits(sent: Sent, made: Made): boolean;
}

export interface Matched<Made> {
	/** For each thing that was sent its answer, or undefined. */
	found: Array<Made | undefined>;
	/** How each was found, where that is worth a mention. */
	by: Array<string | undefined>;
	/** Answers that belong to nothing. */
	left: Made[];
}

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
	let left = made;
	for (const { named, fits } of tiers) {
		for (const [at, one] of sent.entries()) {
			if (left.length === 0) return { found, by, left };
			if (found[at] !== undefined) continue;
			const answer = left.find((each) => fits(one, each));
			if (answer === undefined) continue;
			found[at] = answer;
			by[at] = named;
			left = left.filter((each) => each !== answer);
		}
	}
	return { found, by, left };
}

/**
 * The answers of a bulk request, each with a remark where its place had to tell whose it is; undefined when
 * there are more or fewer than were sent.
 */
export function matchAnswers<Sent, Made extends object>(
	sent: Sent[],
	made: Made[],
	tiers: ReadonlyArray<Tier<Sent, Made>>,
): Array<Made & { matchedBy?: string }> | undefined {
	if (sent.length !== made.length) return undefined;
	const { found, by, left } = match(sent, made, tiers);
	const rest = left.values();
	return found.map((answer, at) => {
		if (answer === undefined) return { ...(rest.next().value as Made), matchedBy: 'position' };
		return by[at] === undefined ? answer : { ...answer, matchedBy: by[at] };
	});
}
