/**
 * The answers of a bulk request in the order of what was sent. The contract does not promise an order,
 * so each answer is found by what it says, not by where it stands; undefined when they do not fit.
 */
export function matchAnswers<Sent, Made>(
	sent: Sent[],
	made: Made[],
	keyOfSent: (sent: Sent) => string,
	keyOfMade: (made: Made) => string,
): Made[] | undefined {
	if (sent.length !== made.length) return undefined;
	const waiting = new Map<string, Made[]>();
	for (const answer of made) {
		const key = keyOfMade(answer);
		const alike = waiting.get(key);
		if (alike) alike.push(answer);
		else waiting.set(key, [answer]);
	}
	const matched = sent.map((one) => waiting.get(keyOfSent(one))?.shift());
	return matched.every((answer) => answer !== undefined) ? (matched as Made[]) : undefined;
}
