import { unreadPages, type PdfDocument, type PdfPage, type UnreadPage } from './document';
import type { Point } from './glyphs';
import {
	continuesLetter,
	foldedQuery,
	isRightToLeft,
	loose,
	runsIn,
	solid,
	withoutSides,
	withWholeRuns,
} from './letters';
import { Budget, guarded, type ReadOptions } from './limits';
import { along, glyphAt, readFlows, type Flow, type Letters } from './reading';

/** Points, from the corner of the page that is seen at the top left. */
export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface TextHit {
	/** From 1 on. */
	page: number;
	/** Around all of it. */
	box: Box;
	/** One per line, for a text that goes on in the next one. */
	parts: Box[];
	/** Where the first letter stands on its line, and where the last one ends. */
	start: Point;
	end: Point;
	/** Height of its first letter's font. */
	size: number;
}

export interface FoundText {
	/** Every place of the text, in the order of reading: from page to page, from the top, from the left. */
	places: TextHit[];
	/**
	 * Places where it has gaps that are as wide as those between columns: a tab, or two cells of a table. Only a person
	 * can tell whether it is one text there.
	 */
	split: TextHit[];
	/** Pages where it may stand, too, because not all of their text could be read. */
	unreadPages: UnreadPage[];
}

/** Looks for all texts at once, since putting a page in order takes longer than searching it. */
export async function findTexts(
	document: PdfDocument,
	texts: readonly string[],
	options: ReadOptions = {},
): Promise<FoundText[]> {
	return await guarded(async () => {
		const budget = new Budget(options);
		const queries = texts.map(foldedQuery);
		const found: FoundText[] = [];
		for (const text of texts) {
			const isWanted = (given: string) => solid(given).includes(solid(text));
			const unread = await unreadPages(document, isWanted, budget);
			found.push({ places: [], split: [], unreadPages: unread });
		}
		for (const page of document.pages) {
			await budget.rest();
			const { columns, rows } = await readFlows(page.glyphs, budget);
			for (const [index, query] of queries.entries()) {
				const places = await hitsIn(page, columns, query, budget);
				const across = query.includes(' ') ? await hitsIn(page, rows, query, budget) : [];
				found[index]?.places.push(...places);
				for (const hit of across) {
					budget.step(places.length);
					await budget.rest();
					if (!places.some((other) => isSame(other, hit))) found[index]?.split.push(hit);
				}
			}
		}
		return found;
	});
}

async function hitsIn(
	page: PdfPage,
	flows: Flow[],
	query: string,
	budget: Budget,
): Promise<TextHit[]> {
	if (query === '') return [];
	const runs = runsIn(query);
	const mayBeCut = runs.first !== undefined || runs.last !== undefined;
	let hits: TextHit[] = [];
	const isKnown = (hit: TextHit): boolean =>
		hits.some((other) => isSame(other, hit) || (mayBeCut && contains(other, hit)));
	for (const flow of flows) {
		budget.skim(flow.text.length);
		for (const [start, end] of occurrences(flow.text, query)) {
			// The time that comparing them takes grows with the square.
			budget.step(hits.length);
			if (budget.isTired) await budget.rest();
			const hit = hitAt(page, flow, start, end, budget);
			if (!hit || isKnown(hit)) continue;
			if (mayBeCut) hits = hits.filter((other) => !contains(hit, other));
			hits.push(hit);
		}
	}
	return inOrder(hits);
}

/** From and to of every occurrence that does not cut a letter in two. */
function occurrences(text: string, query: string): Array<[number, number]> {
	const anySide = isRightToLeft(query);
	const [where, what] = anySide ? [withoutSides(text), withoutSides(query)] : [text, query];
	const runs = runsIn(what);
	const found: Array<[number, number]> = [];
	for (let at = where.indexOf(what); at >= 0;) {
		const [start, end] = withWholeRuns(where, at, at + what.length, runs);
		const whole = !continuesLetter(where[end]);
		if (whole) found.push([start, end]);
		// All occurrences that begin in one run end where the run ends.
		at = where.indexOf(what, whole ? end : Math.max(at, end - what.length) + 1);
	}
	return found;
}

/** What measuring a letter takes, compared with reading a word of the file. */
const STEPS_PER_LETTER = 16;

/** The place of a part of a flow. */
export function hitAt(
	page: PdfPage,
	flow: Flow,
	start: number,
	end: number,
	budget: Budget,
): TextHit | undefined {
	budget.step(STEPS_PER_LETTER * (end - start + 4));
	const { letters } = flow;
	const found = lettersIn(flow, start, end);
	const [first, last] = [found[0], found.at(-1)];
	if (!first || !last) return undefined;
	const lines = linesOf(found, letters).map((line) =>
		line.flatMap((letter) => cornersOf(letter, letters)),
	);
	return {
		page: page.number,
		box: around(lines.flat()),
		parts: lines.map(around),
		start: pointOn(first, first.from, letters),
		end: pointOn(last, last.to, letters),
		size: letters.style(first.glyph).size,
	};
}

/** The part of a glyph that one letter takes: all of it, unless it is a ligature. */
interface Letter {
	glyph: number;
	from: number;
	to: number;
}

function lettersIn(flow: Flow, start: number, end: number): Letter[] {
	const found: Letter[] = [];
	for (let at = start; at < end; at++) {
		const glyph = glyphAt(flow, at);
		if (glyph === undefined) continue;
		const [offset, length] = [flow.offsets.get(at) ?? 0, flow.letters.text(glyph).length];
		found.push({ glyph, from: offset / length, to: (offset + 1) / length });
	}
	return found;
}

function pointOn({ glyph }: Letter, part: number, { glyphs }: Letters): Point {
	const { along: to } = glyphs.style(glyph);
	const length = glyphs.length(glyph);
	return { x: glyphs.x(glyph) + to.x * length * part, y: glyphs.y(glyph) + to.y * length * part };
}

function cornersOf(letter: Letter, letters: Letters): Point[] {
	const { up, ascent, descent } = letters.style(letter.glyph);
	return [letter.from, letter.to].flatMap((part) => {
		const { x, y } = pointOn(letter, part, letters);
		return [ascent, descent].map((high) => ({ x: x + up.x * high, y: y + up.y * high }));
	});
}

/** Cut where the text goes on in another line. */
function linesOf(found: Letter[], { glyphs }: Letters): Letter[][] {
	const lines: Letter[][] = [];
	for (const letter of found) {
		const { glyph } = letter;
		const { up, size } = glyphs.style(glyph);
		const start = lines.at(-1)?.[0]?.glyph;
		const risen =
			start === undefined
				? Infinity
				: along({ x: glyphs.x(glyph) - glyphs.x(start), y: glyphs.y(glyph) - glyphs.y(start) }, up);
		if (Math.abs(risen) < size * 0.6) lines.at(-1)?.push(letter);
		else lines.push([letter]);
	}
	return lines;
}

function around(points: Point[]): Box {
	let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { x, y } of points) {
		left = Math.min(left, x);
		top = Math.min(top, y);
		right = Math.max(right, x);
		bottom = Math.max(bottom, y);
	}
	return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The same place, found in another order of reading, or drawn twice to look bold. */
export function isSame(one: TextHit, other: TextHit): boolean {
	const most = Math.max(1, 0.15 * one.size);
	const [a, b] = [one.box, other.box];
	// Without helpers, since this runs for every pair of places.
	return (
		Math.abs(a.x - b.x) < most &&
		Math.abs(a.y - b.y) < most &&
		Math.abs(a.x + a.width - b.x - b.width) < most &&
		Math.abs(a.y + a.height - b.y - b.height) < most
	);
}

/** Of a line that was drawn in pieces, one order of reading shows the pieces, and another one all of it. */
function contains(one: TextHit, other: TextHit): boolean {
	const more = 0.15 * one.size;
	if (!isWithin(other.box, one.box, more)) return false;
	// Line by line, since the box around two lines has room for another place.
	return other.parts.every((part) => one.parts.some((line) => isWithin(part, line, more)));
}

const isWithin = (part: Box, box: Box, more: number): boolean =>
	part.x >= box.x - more &&
	part.y >= box.y - more &&
	part.x + part.width <= box.x + box.width + more &&
	part.y + part.height <= box.y + box.height + more;

/** By rows, and in each row from the left. */
export function inOrder<Hit extends TextHit>(hits: Hit[]): Hit[] {
	const top = (hit: TextHit): number => hit.parts[0]?.y ?? hit.box.y;
	const sorted = [...hits].sort((a, b) => top(a) - top(b));
	const rows: Hit[][] = [];
	for (const hit of sorted) {
		const row = rows.at(-1);
		const first = row?.[0];
		if (row && first && top(hit) - top(first) < (first.parts[0]?.height ?? 0) / 2) row.push(hit);
		else rows.push([hit]);
	}
	return rows.flatMap((row) => row.sort((a, b) => a.box.x - b.box.x));
}

export interface SimilarText {
	page: number;
	/** As it stands in the document. */
	text: string;
}

/** What differs from the text in case, blanks, accents, quotes or dashes only; each wording once. */
export async function similarTexts(
	{ pages }: PdfDocument,
	text: string,
	most = 5,
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
			for (const [start, end] of looseOccurrences(flow.text, wanted)) {
				const wording = flow.text.slice(start, end);
				if (wording === query || found.has(wording)) continue;
				found.set(wording, { page: page.number, text: wordingOf(flow, start, end) });
				if (found.size >= most) return [...found.values()];
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
	return wording.normalize('NFC');
}
