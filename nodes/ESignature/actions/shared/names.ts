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
			// What looks like an ending without its accents is none with them, so the whole name counts, too.
			const isWhole = fits(spellingOf(name), bare(each));
			return isCut || isWhole || fits(spelling, letters) || isNumbered(spelling, letters, number);
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

type Form = (name: string) => string;

/** All that is said aloud of a name, in any script. */
const lettersOf: Form = (name) => folded(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Without what is never the difference between two files: codes for letters, the case, the kind of slash. */
const plain: Form = (path) =>
	decoded(path.slice(0, LONGEST_COMPARED))
		.replace(/\\/g, '/')
		.normalize('NFC')
		.toLowerCase()
		.trim();

const asIs: Form = (name) => name;
const base: Form = (path) => path.slice(path.lastIndexOf('/') + 1);
const withoutPdf: Form = (name) => name.replace(/(?<=.)\.pdf$/, '').trim();
const SOURCE =
	/(?<=.)\.(?:docx?|odt|rtf|txt|html?|md|xlsx?|ods|csv|pptx?|odp|png|jpe?g|tiff?|pdf)$/;
const withoutEnding: Form = (name) => name.replace(SOURCE, '').trim();

/** A file that was converted has `.pdf` behind its name, or in place of its ending. */
const ENDINGS: ReadonlyArray<[document: Form, file: Form]> = [
	[withoutPdf, withoutPdf],
	[withoutEnding, (name) => withoutEnding(withoutPdf(name))],
];

/** A number, or the ID of something else. */
const BEFORE =
	/^(?:[([]?\d{1,3}[)\]]?[ ._-]+|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}[ ._-]+)(?=.)/;
const BEHIND = /(?<=[^ ._-])[ ._-]*[([]?(?<!\d)\d{1,3}[)\]]?$/;

const allWithout = (part: RegExp) => (names: readonly string[]) =>
	names.every((name) => part.test(name)) ? names.map((name) => name.replace(part, '')) : names;

/** Copies are numbered, to tell them from another file of that name. */
function withoutCopies(names: readonly string[]): readonly string[] {
	const bared = names.map((name) => name.replace(BEHIND, ''));
	const times = new Map<string, number>();
	for (const name of bared) times.set(name, (times.get(name) ?? 0) + 1);
	return bared.map((name, at) => (times.get(name) === 1 ? (names[at] ?? name) : name));
}

/** What may be left out of the names of files, since it counts them or tells them apart. */
const NUMBERS: ReadonlyArray<(names: readonly string[]) => readonly string[]> = [
	(names) => names,
	allWithout(BEFORE),
	allWithout(BEHIND),
	withoutCopies,
];

const UMLAUTS = new Map([
	['\u00e4', 'ae'],
	['\u00f6', 'oe'],
	['\u00fc', 'ue'],
	['\u00df', 'ss'],
]);

const spelledOut: Form = (name) =>
	name.replace(/[\u00e4\u00f6\u00fc\u00df]/g, (letter) => UMLAUTS.get(letter) ?? letter);

/** Nothing is changed; signs, or all that is not ASCII, are replaced or left out; accents go; umlauts are spelled out. */
const SPELLINGS: readonly Form[] = [
	asIs,
	lettersOf,
	bare,
	(name) => bare(folded(name)),
	(name) => bare(folded(spelledOut(name))),
];

/** To fewer characters nobody cuts names; single letters may be a count. */
const SHORTEST_CUT = 8;

/** Keys of documents and keys of files: in a ZIP that is named in this way, a document and its file have the same. */
type Naming = [documents: readonly string[], files: readonly string[]];

/** Every way in which a service may have made the names of files of those of the documents. */
export function namings(documents: readonly string[], files: readonly string[]): Naming[] {
	const [wanted, shown] = [documents.map(plain), files.map(plain)];
	const stems = [asIs, base].flatMap((folder) =>
		ENDINGS.map(([document, file]): Naming => [
			wanted.map((name) => document(folder(name))),
			shown.map((name) => file(folder(name))),
		]),
	);
	const counted = stems.flatMap(([names, held]) =>
		NUMBERS.map((without): Naming => [names, without(held)]),
	);
	const cut = counted.map(([names, held]): Naming => {
		const most = Math.max(...held.map(({ length }) => length), SHORTEST_CUT);
		return [names.map((name) => name.slice(0, most).trim()), held];
	});
	return distinct([...counted, ...cut])
		.flatMap(([names, held]) =>
			SPELLINGS.map((spelled): Naming => [
				names.map(spelled),
				// Letters of another script do not stand for letters that were left out.
				held.map((name) => spelled(name) || lettersOf(name)),
			]),
		)
		.flatMap(extended);
}

/** Most ways differ only for a few names. */
const distinct = (some: readonly Naming[]): Naming[] => [
	...new Map(some.map((one) => [JSON.stringify(one), one])).values(),
];

/** With what may stand before and behind all names: nothing, or words, as in `lease_unsigned.pdf`. */
function extended([names, files]: Naming): Naming[] {
	const held = new Set(files);
	// Else two documents would share a file, or two files a document.
	if (new Set(names).size !== held.size) return [];
	// Words around nothing are a name of their own.
	if (names.includes('')) return [[names, files]];
	const longest = names.reduce((one, other) => (other.length > one.length ? other : one), '');
	const found = [...held].filter((file) => file.includes(longest));
	return found.flatMap((file) =>
		[file.indexOf(longest), file.lastIndexOf(longest)].flatMap((at): Naming[] => {
			const [before, behind] = [file.slice(0, at), file.slice(at + longest.length)];
			const full = names.map((name) => before + name + behind);
			return full.every((name) => held.has(name)) ? [[full, files]] : [];
		}),
	);
}

/** The letters of a name; the same without a number before it; and without one on either side. */
export function lettersIn(name: string): { all: string; inner: string; core: string } {
	const stemmed = withoutEnding(withoutPdf(base(plain(name))));
	const inner = stemmed.replace(BEFORE, '');
	return {
		all: lettersOf(stemmed),
		inner: lettersOf(inner),
		core: lettersOf(inner.replace(BEHIND, '')),
	};
}
