/** What services put in place of a sign or a blank that they do not want. */
const STAND_IN = /^[ _-]$/;
/** Anything but a plain letter or digit. */
const SIGN = /^[^a-z0-9]$/u;
/** Signs that are written differently, but read the same. */
const ALIKE = [
	/^\p{Pd}$/u,
	/^["\u201c\u201d\u201e\u00ab\u00bb]$/,
	/^['`\u2018\u2019\u201a\u00b4]$/,
];

/**
 * Whether a text of the service is the one that a change asked for. The old text may have been almost
 * the same, so only differences that cannot be the change itself are ignored: case, white space, and characters that
 * the service replaced one for one.
 */
export function sameWords(sent: string, held: unknown): boolean {
	if (typeof held !== 'string') return false;
	const [wanted, shown] = [signsOf(sent), signsOf(held)];
	return (
		wanted.length === shown.length &&
		wanted.every((sign, at) => sign === shown[at] || standsFor(sign, shown[at] ?? ''))
	);
}

const signsOf = (text: string): string[] => [
	...text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim(),
];

const standsFor = (sign: string, held: string): boolean =>
	(SIGN.test(sign) && STAND_IN.test(held)) ||
	ALIKE.some((kind) => kind.test(sign) && kind.test(held));

/** What a service may put in place of a sign that it does not want in a name: a letter, a code, nothing. */
const MOST_PER_SIGN = 9;
/** Shorter than this nothing is cut off: the least that services allow is 50, less a blank at the end. */
const SHORTEST_LIMIT = 49;
const LONGEST_COMPARED = 1_000;

/**
 * Whether a name of the service can be the one that something new was sent with; for a change there is
 * `sameWords`. A service may store a name without blanks and
 * signs that it does not like, cut it, number it, convert `.docx` to `.pdf` or leave it out; the letters and
 * digits that remain tell whether it is another name.
 */
export function couldBe(sent: string, held: unknown): boolean {
	if (typeof held !== 'string' || held.trim() === '') return true;
	const [wanted, shown] = [cleaned(sent), [held, decoded(held)].map(folded)];
	const [, number = ''] = /[(_-](\d{1,3})\)?$/.exec(stem(folded(held))) ?? [];
	return [wanted, wanted.split(/[/\\]/).at(-1) ?? wanted].some((name) => {
		const spelling = spellingOf(stem(name));
		return shown.some((each) => {
			const letters = bare(stem(each));
			const isCut = each.length >= SHORTEST_LIMIT && bare(folded(name)).startsWith(letters);
			return isCut || fits(spelling, letters) || isNumbered(spelling, letters, number);
		});
	});
}

const isNumbered = (spelling: Spelling, letters: string, number: string): boolean =>
	number !== '' && letters.endsWith(number) && fits(spelling, letters.slice(0, -number.length));

const cleaned = (name: string): string =>
	name.slice(0, LONGEST_COMPARED).normalize('NFKC').toLowerCase().trim();

/** Letters without their accents. */
const folded = (name: string): string => cleaned(name).normalize('NFKD').replace(/\p{M}/gu, '');

const stem = (name: string): string => name.replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/, '');

const bare = (name: string): string => name.replace(/[^a-z0-9]/g, '');

/** How a name may have been written. */
type Spelling = Array<string | { most: number }>;

/** The letters and digits as they are; blanks and the like are left out; whatever else may have become anything. */
const spellingOf = (name: string): Spelling =>
	(name.replace(/[\s._-]/g, '').match(/[a-z0-9]+|[^a-z0-9]+/g) ?? []).map((part) =>
		/^[a-z0-9]/.test(part) ? part : { most: [...part].length * MOST_PER_SIGN },
	);

/** Goes through the text once, with every place at once that a part can begin at: no name is slow to compare. */
function fits(spelling: Spelling, letters: string): boolean {
	let places = new Set([0]);
	for (const part of spelling) {
		const next = new Set<number>();
		let covered = -1;
		for (const place of places) {
			if (typeof part === 'string') {
				if (letters.startsWith(part, place)) next.add(place + part.length);
				continue;
			}
			// Places come in their order, so none is visited twice.
			const last = Math.min(place + part.most, letters.length);
			for (let at = Math.max(place, covered + 1); at <= last; at++) next.add(at);
			covered = Math.max(covered, last);
		}
		places = next;
	}
	return places.has(letters.length);
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
