import { Budget } from '../file/limits';
import type { PdfPage } from '../page/document';
import type { Glyph } from '../page/textState';
import { hitAt, inOrder, isSame, stepsToMeasure, wordingOf, type TextHit } from './find';
import { flowsOf, type Flow } from './flows';
import { NOTHING_LIKE_IT } from './letters';

/** `[[...]]` in the text of a page. */
export interface TagHit extends TextHit {
	/** As it stands there, with its brackets. */
	text: string;
	/** How the same letters read in another order, or set wide; only whoever knows what tags mean can choose. */
	others: string[];
	/** It has its closing brackets, and stands in one line. */
	whole: boolean;
}

const OPEN = '[[';
const CLOSE = ']]';
/** More letters are no tag, but brackets that mean something else. */
const LONGEST = 300;
/** What comparing two tags takes, compared with reading a word of the file. */
const STEPS_TO_COMPARE = 4;
/** As much as is shown of a tag that has no end. */
const SHOWN = 60;

/** All tags of a page in the order of reading; what looks cut in one order of reading may be whole in another. */
export function tagsOn(page: PdfPage, budget = new Budget()): TagHit[] {
	if (!hasBrackets(page)) return [];
	const { columns, rows } = flowsOf(page, budget);
	const [whole, cut] = [new TagList(budget), new TagList(budget)];
	for (const flow of [...columns, ...rows]) {
		for (const [start, end, closed, mirrored] of tagsInFlow(flow)) {
			budget.step(stepsToMeasure(start, end));
			const hit = hitAt(page, flow, start, end);
			if (!hit) continue;
			const isWhole = closed && hit.parts.length === 1;
			const text = mirrored
				? swapped(wordingOf(flow, start, end).trim())
				: wordingOf(flow, start, end).trim();
			const brackets = [start, start + 1, ...(closed ? [end - 2, end - 1] : [])];
			// What only looks like a tag from the wrong side is none that is cut.
			if (isWhole || !mirrored) {
				(isWhole ? whole : cut).add({
					flow,
					solid: text.replace(/\s+/g, ''),
					tag: { ...hit, text, others: [], whole: isWhole },
					brackets: brackets.flatMap((at) => flow.glyphs[at]?.glyph ?? []),
				});
			}
		}
	}
	const others = cut.all.filter((one) => !whole.knows(one));
	return inOrder([...whole.all, ...others].map(({ tag }) => tag));
}

/** Most pages have none, and need not be put in order. */
const hasBrackets = ({ runs }: PdfPage): boolean =>
	runs.some(({ glyphs }) => glyphs.some(({ text }) => text?.includes('[')));

interface Found {
	flow: Flow;
	tag: TagHit;
	/** Its text without blanks. */
	solid: string;
	/** Those that open and close it, as they were drawn. */
	brackets: Glyph[];
}

/** Tags that differ from each other. */
class TagList {
	readonly all: Found[] = [];

	private readonly owners = new Map<Glyph, Found>();

	constructor(private readonly budget: Budget) {}

	add(found: Found): void {
		const owner = this.ownerOf(found);
		if (owner) {
			if (isOther(found, owner)) owner.tag.others.push(found.tag.text);
			return;
		}
		const twin = this.twinOf(found);
		if (!twin) {
			this.all.push(found);
			this.budget.check('hits', this.all.length);
		}
		for (const glyph of found.brackets) this.owners.set(glyph, twin ?? found);
	}

	knows(found: Found): boolean {
		return (this.ownerOf(found) ?? this.twinOf(found)) !== undefined;
	}

	/** The tag that has one of the same brackets: nobody draws one for two tags. */
	private ownerOf({ brackets }: Found): Found | undefined {
		const known = brackets.find((glyph) => this.owners.has(glyph));
		return known && this.owners.get(known);
	}

	private twinOf(found: Found): Found | undefined {
		return this.all.find((other) => {
			this.budget.step(STEPS_TO_COMPARE);
			return isAgain(found, other);
		});
	}
}

/** Whether it is another reading between the same brackets. */
const isOther = ({ brackets, tag }: Found, owner: Found): boolean =>
	tag.text !== owner.tag.text &&
	!owner.tag.others.includes(tag.text) &&
	owner.tag.others.length < MOST_READINGS &&
	brackets.every((glyph) => owner.brackets.includes(glyph));

const MOST_READINGS = 8;

/**
 * Whether both are one tag. Two orders of reading show the same letters, so the place alone tells. In one of them
 * there are no letters twice: what stands at the same place is drawn twice to look bold if it reads the same (a
 * drawing that is cut reads like the beginning), and otherwise a tag of its own, which nobody may lose.
 */
function isAgain(one: Found, other: Found): boolean {
	const place = apart(one.tag.start, other.tag.start) < 1 || isSame(one.tag, other.tag);
	return place && (one.flow !== other.flow || other.solid.startsWith(one.solid));
}

const apart = (one: TagHit['start'], other: TagHit['start']): number =>
	Math.hypot(one.x - other.x, one.y - other.y);

type Span = [start: number, end: number, closed: boolean];

/** Also those whose brackets are named by their look in text from right to left. */
function tagsInFlow({ text, turned }: Flow): Array<[...Span, mirrored: boolean]> {
	const plain = tagsIn(text).map((span): [...Span, boolean] => [...span, false]);
	if (!turned) return plain;
	const mirrored = tagsIn(swapped(text)).map((span): [...Span, boolean] => [...span, true]);
	return [...plain, ...mirrored];
}

const swapped = (text: string): string =>
	text.replace(/[[\]]/g, (bracket) => (bracket === '[' ? ']' : '['));

/** From and to of each, and whether it has an end before the next one begins. */
function tagsIn(text: string): Span[] {
	const found: Span[] = [];
	for (let at = text.indexOf(OPEN); at >= 0; ) {
		// Of more brackets than two, the last two are those of the tag.
		while (text[at + OPEN.length] === '[') at += 1;
		const inside = at + OPEN.length;
		// No further than a tag may reach: looking through the whole page for each of many takes minutes.
		const near = text.slice(inside, at + LONGEST);
		const ends = [near.indexOf(OPEN), near.indexOf(NOTHING_LIKE_IT), near.length];
		const limit = inside + Math.min(...ends.filter((end) => end >= 0));
		const close = near.indexOf(CLOSE);
		const closed = close >= 0 && inside + close + CLOSE.length <= limit;
		const end = closed ? inside + close + CLOSE.length : Math.min(limit, at + SHOWN);
		found.push([at, end, closed]);
		at = text.indexOf(OPEN, end);
	}
	return found;
}
