/** Lines to write on: `____`, `....` and `. . . .`. However much of one is asked for, all of it is the place. */

const SIGN = /^[^\p{L}\p{N}\p{M}\p{C}\s]$/u;

interface Runs {
	/** What the text begins and ends with again and again; undefined for letters, and for what is there once. */
	first: string | undefined;
	last: string | undefined;
}

const known = new Map<string, Runs>();

function runsIn(query: string): Runs {
	const found = known.get(query);
	if (found) return found;
	const runs = readRuns(query);
	// One text is looked for on many pages, one after the other.
	known.clear();
	known.set(query, runs);
	return runs;
}

function readRuns(query: string): Runs {
	const [sign = ''] = query;
	const isUnit = (unit: string): boolean => SIGN.test(unit.trim());
	const spaced = query.split(' ');
	if (spaced.length > 1 && isUnit(sign) && spaced.every((part) => part === sign)) {
		return { first: `${sign} `, last: ` ${sign}` };
	}
	const only = isUnit(sign) && query === sign.repeat(query.length);
	const end = query.at(-1) ?? '';
	return {
		first: isUnit(sign) && (only || query[1] === sign) ? sign : undefined,
		last: isUnit(end) && (only || query.at(-2) === end) ? end : undefined,
	};
}

/** Places of such a text may be longer than it is. */
export function touchesRun(query: string): boolean {
	const { first, last } = runsIn(query);
	return first !== undefined || last !== undefined;
}

/** From and to of an occurrence, with the rest of a run that it begins or ends in. */
export function withWholeRuns(text: string, query: string, at: number): [number, number] {
	const { first, last } = runsIn(query);
	let [start, end] = [at, at + query.length];
	if (first !== undefined) while (text.endsWith(first, start) && start > 0) start -= first.length;
	if (last !== undefined) while (text.startsWith(last, end)) end += last.length;
	return [start, end];
}
