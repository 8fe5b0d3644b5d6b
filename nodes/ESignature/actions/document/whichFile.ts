import { readNumber } from '../../core';
import { lettersIn, namings } from '../shared/names';

/** A document, as far as a file can be told by it. */
interface Listed {
	ID?: unknown;
	name: unknown;
	/** Of the PDF, or of the file that the service made a PDF of. */
	sizeBytes?: unknown;
}

/** A file of the ZIP. Two of one size and checksum have the same content: it does not matter which is taken. */
interface Packed {
	name: string;
	size: number;
	crc: number;
}

/** For each document the files that it can be; undefined where nothing is known. */
type Choices = ReadonlyArray<readonly number[] | undefined>;

/**
 * Which of the files in a ZIP each document is (A139). A field must not land in another document, so there is an answer
 * only where it is certain:
 * - the only file is the only document;
 * - a path has the document's ID in it;
 * - a file has the size of the document, and as many files as documents have that size;
 * - one way of naming files explains the whole ZIP: each document has a file of its name, and each file a document.
 *
 * The order of the files is no evidence, nor is a number in their names: a service that packs them as they come out of
 * its storage also counts them as they come. Documents of one name are therefore told apart by their ID or size alone.
 */
export function filesOfDocuments(
	documents: readonly Listed[],
	files: readonly Packed[],
): Array<number | undefined> {
	const candidates = withoutNotes(documents.length, files);
	if (documents.length === 1 && candidates.length === 1) return [candidates[0]];
	const places = byId(documents, files);
	const rest = [...documents.entries()].filter(([at]) => places[at] === undefined);
	const free = candidates.filter((at) => !places.includes(at));
	const wanted = rest.map(([, document]) => document);
	const shown = free.flatMap((at) => files[at] ?? []);
	const choices = narrowed([byName(wanted, shown), bySize(wanted, shown)]);
	settled(choices, shown).forEach((place, index) => {
		const [at = -1] = rest[index] ?? [];
		if (place !== undefined) places[at] = free[place];
	});
	return places;
}

/** A service may add a list of the files, or a note. */
function withoutNotes(count: number, files: readonly Packed[]): number[] {
	const all = [...files.keys()];
	const pdfs = all.filter((at) => /\.pdf$/i.test(files[at]?.name.trim() ?? ''));
	return files.length !== count && pdfs.length === count ? pdfs : all;
}

/** Shorter ones may be a part of any name. */
const SHORTEST_ID = 8;

function byId(documents: readonly Listed[], files: readonly Packed[]): Array<number | undefined> {
	const bare = (text: string): string => text.replace(/-/g, '').toLowerCase();
	const paths = files.map(({ name }) => bare(name));
	const found = documents.map(({ ID }) => {
		const wanted = bare(typeof ID === 'string' ? ID : '');
		if (wanted.length < SHORTEST_ID) return [];
		return paths.flatMap((path, at) => (path.includes(wanted) ? [at] : []));
	});
	const times = placesOfEach(found.flat());
	return found.map(([place = -1, ...others]) =>
		others.length === 0 && times.get(place)?.length === 1 ? place : undefined,
	);
}

/** The size of a converted document may be that of its source: then no file has it, and it says nothing. */
const bySize = (documents: readonly Listed[], files: readonly Packed[]): Choices =>
	matched(
		documents.map(({ sizeBytes }) => readNumber(sizeBytes)),
		files.map(({ size }) => size),
	);

/** The files that have the same key, where there are as many of them as documents with it. */
function matched<Key>(wanted: ReadonlyArray<Key | undefined>, shown: readonly Key[]): Choices {
	const [asked, held] = [placesOfEach(wanted), placesOfEach<Key | undefined>(shown)];
	return wanted.map((key) =>
		asked.get(key)?.length === held.get(key)?.length ? held.get(key) : undefined,
	);
}

function placesOfEach<Key>(keys: readonly Key[]): Map<Key, number[]> {
	const places = new Map<Key, number[]>();
	for (const [at, key] of keys.entries()) {
		const some = places.get(key);
		if (some) some.push(at);
		else places.set(key, [at]);
	}
	return places;
}

const none = (choices: readonly unknown[]): Choices => choices.map(() => undefined);

/** The files that all evidence allows; nothing at all where it contradicts itself. */
function narrowed([first = [], ...others]: readonly Choices[]): Choices {
	const both = (one: Choices, other: Choices): Choices =>
		one.map((some, at) => {
			const more = other[at];
			return some && more ? some.filter((place) => more.includes(place)) : (some ?? more);
		});
	const all = others.reduce(both, first);
	return all.some((some) => some?.length === 0) ? none(all) : all;
}

/** Takes the files that are certain, and then those that are left over by that; of equal files, any. */
function settled(choices: Choices, files: readonly Packed[]): Array<number | undefined> {
	const places = new Map<number, number>();
	const contentOf = (place: number): string => `${files[place]?.size} ${files[place]?.crc}`;
	for (;;) {
		const taken = new Set(places.values());
		const open = choices.flatMap((some, at) =>
			some && !places.has(at) ? [{ at, left: some.filter((place) => !taken.has(place)) }] : [],
		);
		// Two documents that only one file is left for: one of the two is wrong, and nobody knows which.
		if (open.some(({ left }) => left.length === 0)) return choices.map(() => undefined);
		const [next] = open
			.filter(({ left }) => new Set(left.map(contentOf)).size === 1)
			.sort((one, other) => one.left.length - other.left.length);
		if (!next) return choices.map((_, at) => places.get(at));
		places.set(next.at, next.left[0] ?? -1);
	}
}

/** What the names tell, by all ways of naming that explain them. */
function byName(documents: readonly Listed[], files: readonly Packed[]): Choices {
	const wanted = documents.map(({ name }) => String(name ?? ''));
	const shown = files.map(({ name }) => name);
	if (wanted.length !== shown.length) return byRareName(wanted, shown);
	const found = namings(wanted, shown).map(([asked, held]) => matched(asked, held));
	const choices = narrowed([none(wanted), ...found.filter((some) => some.every(Boolean))]);
	const counted = countedPlaces(shown);
	return choices.some((some, at) => some && counted && !some.includes(counted[at] ?? -1))
		? none(choices)
		: choices;
}

/**
 * With more files than documents, or fewer, no naming explains all: then a name counts that is no part of another one,
 * and that no number begins or ends, which could be a count.
 */
function byRareName(wanted: readonly string[], shown: readonly string[]): Choices {
	const [asked, held] = [wanted.map(lettersIn), shown.map(lettersIn)];
	return asked.map(({ all, core }) => {
		const isAlone = asked.filter((other) => other.core.includes(core)).length === 1;
		const places = held.flatMap((file, at) => (file.core.includes(core) ? [at] : []));
		const [file] = places.map((at) => held[at]);
		const isNamed = all === core && /\p{L}/u.test(all) && [file?.all, file?.inner].includes(all);
		return isAlone && isNamed && places.length === 1 ? places : undefined;
	});
}

/**
 * The file of each position, if the files have numbers in place of names: `1.pdf`, `document 2.pdf`. That is evidence for
 * nothing, but speaks against a name: a document called `2.pdf` need not be the file that is counted 2.
 */
function countedPlaces(files: readonly string[]): number[] | undefined {
	const stems = files.map((path) => path.replace(/^.*[/\\]/, '').replace(/\.\w+$/, ''));
	const numbers = stems.map((name) => Number(/^\D*(\d+)\D*$/.exec(name)?.[1] ?? NaN));
	const first = Math.min(...numbers);
	const isOneKind = new Set(stems.map((name) => name.replace(/\d+/, '#'))).size === 1;
	if (!isOneKind || (first !== 0 && first !== 1)) return undefined;
	const places = files.map((_, at) => numbers.indexOf(first + at));
	return places.includes(-1) ? undefined : places;
}
