import type { Budget } from '../pdf';
import type { PdfPage } from './document';
import { glyphAt, type Flow } from './flows';
import { along, type Point } from './geometry';
import { STEPS } from './limits';
import type { Letters } from './pageLetters';

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

/** The place of a part of a flow. */
export function hitAt(
	page: PdfPage,
	flow: Flow,
	start: number,
	end: number,
	budget: Budget,
): TextHit | undefined {
	budget.step(STEPS.measuredLetter * (end - start + 4));
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
export function contains(one: TextHit, other: TextHit): boolean {
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
