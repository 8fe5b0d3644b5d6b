import type { Budget } from '../limits';
import type { CrossReference } from './crossReference';
import { readIndirect } from './indirect';
import { isBlank, Lexer } from './lexer';
import { indexOf, isDict, nameOf, PdfStream, Ref, type Dict } from './objects';
import { Parser } from './parser';

/** The numbers of the objects in an object stream. */
export type ContentsOf = (stream: PdfStream) => number[];

/**
 * Finds the objects of a file whose tables are lost or wrong, by looking for `12 0 obj` everywhere. Of two
 * objects with one number the later one counts, as the later revision does in a whole file.
 */
export function scan(bytes: Uint8Array, budget: Budget, contentsOf: ContentsOf): CrossReference {
	const found: CrossReference = { entries: new Map(), trailer: trailerIn(bytes, budget) };
	const { entries, trailer } = found;
	let catalog: Ref | undefined;
	for (let at = indexOf(bytes, 'obj'); at >= 0; ) {
		budget.step();
		const offset = startOfObject(bytes, at);
		const object = offset === undefined ? undefined : readIndirect(bytes, offset, budget);
		if (object && offset !== undefined) {
			const { number, generation, value } = object;
			entries.set(number, { offset });
			const dict = value instanceof PdfStream ? value.dict : value;
			const type = isDict(dict) ? nameOf(dict.get('Type')) : undefined;
			if (type === 'Catalog') catalog = new Ref(number, generation);
			if (type === 'XRef') merge(trailer, dict as Dict);
			if (type === 'ObjStm' && value instanceof PdfStream && !trailer.has('Encrypt')) {
				for (const inner of contentsOf(value)) entries.set(inner, { stream: number });
			}
			budget.check('objects', entries.size);
		}
		at = indexOf(bytes, 'obj', Math.max(at + 3, object?.end ?? 0));
	}
	if (catalog && !trailer.has('Root')) trailer.set('Root', catalog);
	return found;
}

/** Where `12 0 obj` begins whose last word is at `at`; undefined if that is something else. */
function startOfObject(bytes: Uint8Array, at: number): number | undefined {
	const generation = numberBefore(bytes, at);
	return generation === undefined ? undefined : numberBefore(bytes, generation);
}

/** Where the number begins that stands before `at`, with blanks between. */
function numberBefore(bytes: Uint8Array, at: number): number | undefined {
	let end = at;
	while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
	let start = end;
	while (start > 0 && isDigit(bytes[start - 1]) && end - start < 10) start -= 1;
	return start < end ? start : undefined;
}

const isDigit = (byte: number | undefined): boolean =>
	byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** What all trailers say; the later ones overrule the earlier ones. */
function trailerIn(bytes: Uint8Array, budget: Budget): Dict {
	const found: Dict = new Map();
	for (let at = indexOf(bytes, 'trailer'); at >= 0; at = indexOf(bytes, 'trailer', at + 7)) {
		const dict = new Parser(new Lexer(bytes, at + 7), budget).next();
		if (isDict(dict)) merge(found, dict);
	}
	return found;
}

function merge(found: Dict, dict: Dict): void {
	for (const key of ['Root', 'Encrypt']) {
		const value = dict.get(key);
		if (value !== undefined && value !== null) found.set(key, value);
	}
}
