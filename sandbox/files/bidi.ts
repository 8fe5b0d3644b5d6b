/** A piece of a line whose letters all run in one direction. Its text is in the order of reading. */
export interface Directed {
	text: string;
	isRtl: boolean;
}

/** Left, right, number, number among Arabic letters, what belongs to a number, a mark on a letter, neither. */
type Kind = 'L' | 'R' | 'EN' | 'AN' | 'ES' | 'CS' | 'ET' | 'NSM' | 'N';

const ARABIC =
	/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Hanifi_Rohingya}\u061c]/u;
/** Planes and blocks in which all letters run from right to left, whichever script they belong to. */
const RIGHT =
	/[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ARABIC_DIGIT = /[\u0660-\u0669\u066b\u066c]/;
const KINDS: Array<[RegExp, Kind]> = [
	[/\p{M}/u, 'NSM'],
	[ARABIC_DIGIT, 'AN'],
	[/[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070-\u2089]/, 'EN'],
	[/[+\-\u2212]/, 'ES'],
	[/[,./:\u00a0\u060c]/, 'CS'],
	[/[#%\u00b0\u066a\p{Sc}]/u, 'ET'],
	[/[\p{L}\p{N}\u200e\u200f\u061c]/u, 'L'],
];

function kindOf(letter: string): Kind {
	const kind = KINDS.find(([pattern]) => pattern.test(letter))?.[1] ?? 'N';
	return kind === 'L' && RIGHT.test(letter) ? 'R' : kind;
}

/**
 * A line in pieces, from left to right as they are seen: Unicode's bidirectional algorithm (UAX #9) without embeddings
 * that a text asks for by control characters.
 */
export function directed(line: string): Directed[] {
	const letters = [...line];
	const kinds = letters.map(kindOf);
	const base = kinds.find((kind) => kind === 'L' || kind === 'R') ?? 'L';
	resolveNumbers(letters, kinds, base);
	resolveBrackets(letters, kinds, base);
	resolveNeutrals(kinds, base);
	const levels = kinds.map((kind) => (kind === 'R' ? 1 : kind === 'L' && base === 'L' ? 0 : 2));
	return seen(letters, levels).map(({ text, level }) => ({ text, isRtl: level === 1 }));
}

/** Rules W1 to W7. */
function resolveNumbers(letters: string[], kinds: Kind[], base: Kind): void {
	let isArabic = false;
	for (const [at, letter] of letters.entries()) {
		const kind = kinds[at] as Kind;
		if (kind === 'NSM') kinds[at] = kinds[at - 1] ?? base;
		if (kind === 'EN' && isArabic) kinds[at] = 'AN';
		if (kind === 'L' || kind === 'R') isArabic = ARABIC.test(letter);
	}
	for (let at = 1; at < kinds.length - 1; at++) {
		const [before, kind, after] = kinds.slice(at - 1, at + 2) as [Kind, Kind, Kind];
		if (before !== after) continue;
		if (before === 'EN' && (kind === 'ES' || kind === 'CS')) kinds[at] = 'EN';
		if (before === 'AN' && kind === 'CS') kinds[at] = 'AN';
	}
	for (const step of [1, -1]) {
		for (let at = step > 0 ? 1 : kinds.length - 2; at in kinds; at += step) {
			if (kinds[at] === 'ET' && kinds[at - step] === 'EN') kinds[at] = 'EN';
		}
	}
	let strong = base;
	for (const [at, kind] of kinds.entries()) {
		if (kind === 'L' || kind === 'R') strong = kind;
		else if (kind === 'EN' && strong === 'L') kinds[at] = 'L';
		else if (kind === 'ES' || kind === 'CS' || kind === 'ET') kinds[at] = 'N';
	}
}

const OPENING = '([{<«‹';
const CLOSING = ')]}>»›';
/** Only these go together for the algorithm; the others are mirrored. */
const PAIRED = 3;

/** Numbers count as what runs from right to left, since they stand in such a text. */
const side = (kind: Kind | undefined): Kind | undefined =>
	kind === 'EN' || kind === 'AN' ? 'R' : kind === 'N' ? undefined : kind;

/** Rule N0: both brackets of a pair run alike. */
function resolveBrackets(letters: string[], kinds: Kind[], base: Kind): void {
	const open: Array<{ at: number; which: number }> = [];
	const pairs: Array<[number, number]> = [];
	for (const [at, letter] of letters.entries()) {
		const [opening, closing] = [OPENING.indexOf(letter), CLOSING.indexOf(letter)];
		if (opening >= 0 && opening < PAIRED) open.push({ at, which: opening });
		const found = open.map(({ which }) => which).lastIndexOf(closing);
		if (found < 0) continue;
		pairs.push([(open[found] as { at: number }).at, at]);
		open.length = found;
	}
	for (const [from, to] of pairs.sort(([one], [other]) => one - other)) {
		const inside = kinds.slice(from + 1, to).map(side);
		const before = kinds.slice(0, from).map(side).filter(Boolean).at(-1) ?? base;
		if (!inside.some(Boolean)) continue;
		kinds[from] = kinds[to] = inside.includes(base) ? base : before;
	}
}

/** Rules N1 and N2: what stands between two that run alike runs with them, the rest with the line. */
function resolveNeutrals(kinds: Kind[], base: Kind): void {
	for (let from = 0; from < kinds.length; from++) {
		if (kinds[from] !== 'N') continue;
		let to = from;
		while (kinds[to] === 'N') to++;
		const before = from === 0 ? base : side(kinds[from - 1]);
		const after = to === kinds.length ? base : side(kinds[to]);
		kinds.fill(before === after ? (before as Kind) : base, from, to);
	}
}

/** Rules L2 and L4. */
function seen(letters: string[], levels: number[]): Array<{ text: string; level: number }> {
	const runs: Array<{ text: string; level: number }> = [];
	for (const [at, letter] of letters.entries()) {
		const level = levels[at] as number;
		const shown = level === 1 ? mirrored(letter) : letter;
		const last = runs.at(-1);
		if (last?.level === level) last.text += shown;
		else runs.push({ text: shown, level });
	}
	for (let from = 0; from < runs.length; from++) {
		let to = from;
		while ((runs[to]?.level ?? 0) >= 1) to++;
		runs.splice(from, to - from, ...runs.slice(from, to).reverse());
		from = Math.max(from, to);
	}
	return runs;
}

const mirrored = (letter: string): string => {
	const [opening, closing] = [OPENING.indexOf(letter), CLOSING.indexOf(letter)];
	return OPENING[closing] ?? CLOSING[opening] ?? letter;
};

/** By what a reader takes for one letter, so that marks stay behind the letter that they belong to. */
export const turned = (text: string): string =>
	[...new Intl.Segmenter().segment(text)]
		.map(({ segment }) => segment)
		.reverse()
		.join('');
