import { Budget, type ReadOptions } from '../pdf';
import type { PdfDocument } from './document';
import { glyphAt, readFlows, type Flow } from './flows';
import { continuesLetter, foldedQuery, isInsideWord, loose, normalized } from './letters';

export interface SimilarText {
	page: number;
	/** As it stands in the document. */
	text: string;
}

/** As many as an error message has room for. */
const MAX_WORDINGS = 5;

/** Words that the text is a part of, and what differs in case, blanks, accents, quotes or dashes only; each wording once. */
export async function similarTexts(
	{ pages }: PdfDocument,
	text: string,
	options: ReadOptions = {},
): Promise<SimilarText[]> {
	const query = foldedQuery(text);
	const wanted = Array.from(query, loose).join('');
	const found = new Map<string, SimilarText>();
	if (wanted === '') return [];
	const budget = new Budget(options);
	for (const page of pages) {
		const { columns } = await readFlows(page.glyphs, budget);
		for (const flow of columns) {
			await budget.rest();
			budget.step(flow.text.length);
			for (const occurrence of looseOccurrences(flow.text, wanted)) {
				const [start, end] = withWholeWords(flow.text, ...occurrence);
				budget.step(end - start);
				if (budget.isTired) await budget.rest();
				const wording = flow.text.slice(start, end);
				if (wording === query || found.has(wording)) continue;
				found.set(wording, { page: page.number, text: wordingOf(flow, start, end) });
				if (found.size === MAX_WORDINGS) return [...found.values()];
			}
		}
	}
	return [...found.values()];
}

function looseOccurrences(text: string, wanted: string): Array<[number, number]> {
	const places: number[] = [];
	const plain: string[] = [];
	const known = new Map<string, string>();
	for (let at = 0; at < text.length; at++) {
		const given = text[at] as string;
		const letter = known.get(given) ?? loose(given);
		known.set(given, letter);
		plain.push(letter);
		for (let count = 0; count < letter.length; count++) places.push(at);
	}
	const found: Array<[number, number]> = [];
	const where = plain.join('');
	for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + 1)) {
		let end = (places[at + wanted.length - 1] ?? 0) + 1;
		while (continuesLetter(text[end])) end += 1;
		found.push([places[at] ?? 0, end]);
	}
	return found;
}

const MAX_LETTERS_OF_WORD = 40;

function withWholeWords(text: string, from: number, to: number): [start: number, end: number] {
	let [start, end] = [from, to];
	while (isInsideWord(text, start) && from - start < MAX_LETTERS_OF_WORD) start -= 1;
	while (isInsideWord(text, end) && end - to < MAX_LETTERS_OF_WORD) end += 1;
	return [start, end];
}

/** The text as it stands in the document. A ligature that was cut is shown in full. */
function wordingOf(flow: Flow, start: number, end: number): string {
	let [wording, last]: [string, number | undefined] = ['', undefined];
	for (let at = start; at < end; at++) {
		const glyph = glyphAt(flow, at);
		if (flow.text[at] === ' ') wording += ' ';
		else if (glyph !== undefined && glyph !== last)
			wording += flow.letters.glyphs.texts[glyph] ?? '';
		last = glyph;
	}
	return normalized(wording, 'NFC');
}
