import { couldBe } from '../shared/names';

/** A document, as far as a file can bear its name. */
interface Named {
	ID?: unknown;
	name: unknown;
}

/**
 * Which of the files in a ZIP each document is (A139): by its ID or name, where only one can be meant, then by the
 * position, where nothing speaks against it. Undefined where that is not certain: a field must not land in another
 * document.
 */
export function placesOf(
	documents: readonly Named[],
	files: readonly string[],
): Array<number | undefined> {
	const pdfs = files.flatMap((file, at) => (/\.pdf$/i.test(file.trim()) ? [at] : []));
	// A service may add a list of the files, or a note.
	const isOdd = files.length !== documents.length && pdfs.length === documents.length;
	const choice = isOdd ? pdfs : files.map((_, at) => at);
	const places = placesAmong(
		documents,
		choice.map((at) => files[at] ?? ''),
	);
	return places.map((place) => (place === undefined ? undefined : choice[place]));
}

function placesAmong(
	documents: readonly Named[],
	files: readonly string[],
): Array<number | undefined> {
	const order = documents.map((_, at) => at);
	if (documents.length === 1 && files.length === 1) return order;
	const names = documents.map(({ name }) => name);
	const byId = documents.map(({ ID }) => placeById(ID, files));
	const exact = apart(
		names.map(
			(name, at) => byId[at] ?? placeByPath(name, files) ?? placeBySameName(name, names, files),
		),
	);
	const isWorded = files.some((file) => /\p{L}/u.test(wordsOf(file).join('')));
	if (exact.every(isKnown) && (isWorded || !isCounted(files))) return exact;
	if (isCounted(files) && isMistakable(names, files)) return apart(byId);
	const inner = files.map((file) => base(file).trim().replace(NUMBER, ''));
	// `1_2.pdf` is `2.pdf`, and not a copy of `1.pdf`, if the numbers in front only count the files.
	const hasName = (file: string, at: number): boolean =>
		file !== base(files[at]).trim() && wordsOf(file).length > 0;
	if (isRunning(files.map(numberBefore)) && inner.every(hasName)) {
		return placesAmong(documents, inner);
	}
	const likely = apart(exact.map((place, at) => place ?? placeByName(names[at], names, files)));
	const isInOrder = likely.every((place, at) => place === undefined || place === at);
	const all = likely.every(isKnown)
		? likely
		: ((likely.some(isKnown) ? undefined : decorated(names, files)) ??
			(isInOrder && files.length === documents.length && isAscending(files) ? order : likely));
	// A count says nothing but the position: digits that a name happens to have do not speak against it.
	if (isCounted(files) && all.some((place, at) => isKnown(place) && place !== at)) {
		return apart(byId);
	}
	return isContradicted(all, names, files) ? exact : all;
}

const isKnown = (place: number | undefined): place is number => place !== undefined;

/** A file cannot be two documents. */
const apart = (places: ReadonlyArray<number | undefined>): Array<number | undefined> =>
	places.map((place) => (places.filter((one) => one === place).length === 1 ? place : undefined));

/** The only one of its kind. */
const only = (files: readonly string[], fits: (file: string) => boolean): number | undefined => {
	const [place, ...others] = files.flatMap((file, at) => (fits(file) ? [at] : []));
	return others.length === 0 ? place : undefined;
};

const placeById = (ID: unknown, files: readonly string[]): number | undefined =>
	typeof ID === 'string' && ID.length >= 8
		? only(files, (file) => file.toLowerCase().includes(ID.toLowerCase()))
		: undefined;

const pathOf = (name: unknown): string =>
	String(name ?? '')
		.replace(/\\/g, '/')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** A name may have folders in it, and two documents may differ in these alone. */
function placeByPath(document: unknown, files: readonly string[]): number | undefined {
	const path = pathOf(document);
	if (!path.includes('/')) return undefined;
	return only(files, (file) => `/${pathOf(file)}`.endsWith(`/${path}`));
}

/** Two names of one document, if only the service has spelled one of them. */
const plain = (name: unknown): string => base(name).normalize('NFC').trim().toLowerCase();

const base = (name: unknown): string =>
	String(name ?? '')
		.split(/[/\\]/)
		.at(-1) ?? '';

const stem = (name: unknown): string => plain(name).replace(/(?<=.)\.[a-z][a-z0-9]{1,4}$/, '');

const isSame = (document: unknown, file: string): boolean =>
	[plain(document), `${plain(document)}.pdf`].includes(plain(file));

/** Not where another document may have got this name, since it was converted to a PDF. */
function placeBySameName(
	document: unknown,
	documents: readonly unknown[],
	files: readonly string[],
): number | undefined {
	const place = only(files, (file) => isSame(document, file));
	if (place === undefined) return undefined;
	const file = files[place] ?? '';
	const rivals = documents.filter(
		(one) =>
			isSame(one, file) || (stem(one) === stem(file) && !files.some((other) => isSame(one, other))),
	);
	return rivals.length === 1 ? place : undefined;
}

/** The number that a ZIP may put before its files, to tell apart those of one name. `1.pdf` has none before `pdf`. */
const NUMBER =
	/^\d{1,3}(?!\.(?:pdf|docx?|odt|rtf|txt|html?|xlsx?|ods|csv|pptx?|odp|png|jpe?g|tiff?)$)[ ._-]{1,3}/i;

const numberBefore = (file: string): number => Number(/^\d+/.exec(base(file).trim())?.[0] ?? NaN);

/** From 0 or 1 on. */
const isRunning = ([first = NaN, ...others]: number[]): boolean =>
	(first === 0 || first === 1) && others.every((number, at) => number === first + at + 1);

/** Whether the ZIP has numbers in place of names: `0.pdf`, `1.pdf`, or `document 1.pdf`, `document 2.pdf`. */
function isCounted(files: readonly string[]): boolean {
	const all = files.map(wordsOf);
	const numbers = all.map((words) => words.filter((word) => /^\d+$/.test(word)));
	const rests = all.map((words) => words.filter((word) => !/^\d+$/.test(word)).join(' '));
	return (
		files.length > 1 &&
		numbers.every(({ length }) => length === 1) &&
		new Set(rests).size === 1 &&
		isRunning(numbers.map(([number]) => Number(number)))
	);
}

/** Whether such a number is also the name of a document that stands elsewhere: `2.pdf` is not the file that is counted 2. */
const isMistakable = (documents: readonly unknown[], files: readonly string[]): boolean => {
	const shown = files.map((file) => wordsOf(file).join(' '));
	return documents.some((name, at) => {
		const wanted = wordsOf(name).join(' ');
		return shown.some((file, other) => file === wanted && other !== at);
	});
};

/** A name that a service may have made of it; of two documents with one name, neither. */
function placeByName(
	document: unknown,
	documents: readonly unknown[],
	files: readonly string[],
): number | undefined {
	const alike = (one: unknown, file: string) => couldBe(plain(one), plain(file));
	const numbered = (one: unknown, file: string) =>
		[plain(file), plain(file).replace(NUMBER, '')].some(
			(name) => isSame(one, name) || alike(one, name),
		);
	for (const fits of [alike, numbered]) {
		const place = only(files, (file) => fits(document, file));
		if (place === undefined) continue;
		const file = files[place] ?? '';
		if (documents.filter((one) => fits(one, file)).length === 1) return place;
	}
	return undefined;
}

/** The words of a name, without accents and the zeros before a number. */
const wordsOf = (name: unknown): string[] =>
	(
		stem(base(name).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
			.normalize('NFKD')
			.replace(/\p{M}/gu, '')
			.match(/\p{N}+|\p{L}+/gu) ?? []
	).map((word) => word.replace(/^0+(?=\d)/, ''));

/** All have the same words before or behind the name of their document: `lease_unsigned.pdf`. */
function decorated(documents: readonly unknown[], files: readonly string[]): number[] | undefined {
	const wanted = documents.map((name) => ` ${wordsOf(name).join(' ')} `);
	const shown = files.map(
		(file) => ` ${wordsOf(base(file).trim().replace(NUMBER, '')).join(' ')} `,
	);
	const [first = ''] = wanted;
	const isDistinct = new Set(wanted).size === wanted.length && new Set(shown).size === shown.length;
	if (!isDistinct || wanted.includes('  ')) return undefined;
	for (const name of shown) {
		const at = name.indexOf(first);
		if (at < 0) continue;
		const [before, behind] = [name.slice(0, at), name.slice(at + first.length)];
		const places = wanted.map((one) => shown.indexOf(`${before}${one}${behind}`));
		if (places.every((place) => place >= 0)) return places;
	}
	return undefined;
}

/** Numbers in the names that run otherwise than the files speak against their order. */
function isAscending(files: readonly string[]): boolean {
	const marks = files.map((file) => {
		const words = wordsOf(file);
		const numbers = words.filter((word) => /^\p{N}/u.test(word)).map(Number);
		return { rest: words.filter((word) => !/^\p{N}/u.test(word)).join(' '), numbers, words };
	});
	const runs = (numbers: number[]) =>
		numbers.some(Number.isNaN) ||
		numbers.every((one, at) => at === 0 || one >= (numbers[at - 1] ?? 0));
	return (
		runs(marks.map(({ words }) => Number(words[0] ?? NaN))) &&
		runs(marks.map(({ words }) => Number(words.at(-1) ?? NaN))) &&
		marks.every(({ rest, numbers }, at) =>
			marks.slice(0, at).every((one) => one.rest !== rest || !isBefore(numbers, one.numbers)),
		)
	);
}

/** `a.pdf` before `a (1).pdf`. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
	const at = other.findIndex((number, index) => number !== one[index]);
	return at >= 0 && (one[at] ?? -1) < (other[at] ?? 0);
}

/** As many letters are no accident; in scripts with a sign for each syllable or word, fewer. */
const TELLING = { latin: 3, others: 2 };

/** Whether a file has more in common with another document than with the one that it is taken for. */
function isContradicted(
	places: ReadonlyArray<number | undefined>,
	documents: readonly unknown[],
	files: readonly string[],
): boolean {
	const wanted = ownWords(documents);
	const shown = ownWords(files);
	return places.some((place, at) => {
		if (place === undefined) return false;
		const [name = '', words = []] = [files[place], shown[place]];
		const own = likeness(wanted[at] ?? [], words);
		// A name that several files have tells nothing.
		const isOwn =
			isSame(documents[at], name) ||
			only(files, (file) => plain(file) === plain(name)) === undefined;
		return wanted.some(
			(other, index) => likeness(other, words) > own || (!isOwn && isSame(documents[index], name)),
		);
	});
}

/** What all of them have says nothing about one of them. */
function ownWords(names: readonly unknown[]): string[][] {
	const all = names.map((name) => [...new Set(wordsOf(String(name ?? '').replace(/[/\\]/g, ' ')))]);
	const times = new Map<string, number>();
	for (const word of all.flat()) times.set(word, (times.get(word) ?? 0) + 1);
	return all.map((words) => words.filter((word) => times.get(word) !== names.length));
}

function likeness(one: readonly string[], other: readonly string[]): number {
	const words = one.filter((word) => other.includes(word)).join('').length;
	const run = longestRun(one.join(''), other.join(''));
	const least = /[a-z]/.test(run) ? TELLING.latin : TELLING.others;
	return Math.max(words, run.length >= least ? run.length : 0);
}

/** The longest stretch of letters that both have; names are short. */
function longestRun(one: string, other: string): string {
	const [short, long] = [one.slice(0, 200), other.slice(0, 200)];
	let best = '';
	for (let from = 0; from < short.length; from++) {
		while (
			from + best.length < short.length &&
			long.includes(short.slice(from, from + best.length + 1))
		) {
			best = short.slice(from, from + best.length + 1);
		}
	}
	return best;
}
