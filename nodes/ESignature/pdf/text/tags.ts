import { Budget } from '../file/limits';
import type { PdfPage } from '../page/document';
import { BRACKET } from '../page/glyphs';
import { hitAt, inOrder, isSame, stepsToMeasure, wordingOf, type TextHit } from './find';
import { flowsOf, glyphAt, isWithinGlyph, letterAt, type Flow, type Letter } from './flows';
import { NOTHING_LIKE_IT, plainSigns, UNREAD } from './letters';

/** `[[...]]` in the text of a page. */
export interface TagHit extends TextHit {
	/** As it stands there, with its brackets. */
	text: string;
	/** How the same letters read in another order, or set wide; only whoever knows what tags mean can choose. */
	others: string[];
	/** It has all of its brackets, and stands in one line. */
	whole: boolean;
	/** It has its opening brackets. */
	opened: boolean;
}

const OPEN = '[[';
const CLOSE = ']]';
/** More letters are no tag, but brackets that mean something else. */
const LONGEST = 300;
/** What comparing two tags takes, compared with reading a word of the file. */
const STEPS_TO_COMPARE = 4;
/** As much as is shown of a tag that has no end. */
const SHOWN = 60;

/**
 * All tags of a page in the order of reading; what looks cut in one order of reading may be whole in another. `words`
 * is what tags begin with: only they tell the rest of a tag whose beginning is lost from `a[b[1]]`.
 */
export function tagsOn(
	page: PdfPage,
	budget = new Budget(),
	words: readonly string[] = [],
): TagHit[] {
	if (!hasBrackets(page)) return [];
	const { columns, rows } = flowsOf(page, budget);
	const [whole, cut, tails] = [new TagList(budget), new TagList(budget), new TagList(budget)];
	for (const flow of [...columns, ...rows]) {
		for (const { start, end, opened, closed, mirrored } of spansIn(flow, words, budget)) {
			budget.step(stepsToMeasure(start, end));
			const hit = hitAt(page, flow, start, end);
			if (!hit) continue;
			const isWhole = opened && closed && hit.parts.length === 1;
			// One glyph may stand for a text with several tags in it.
			const isPart = isWithinGlyph(flow, start) || isWithinGlyph(flow, end);
			const given = isPart ? flow.text.slice(start, end) : wordingOf(flow, start, end);
			const wording = given.normalize('NFC').trim();
			const text = mirrored ? swapped(wording) : wording;
			const brackets = [
				...(opened ? [start, start + 1] : []),
				...(closed ? [end - 2, end - 1] : []),
			];
			// What only looks like a tag from the wrong side is none that is cut.
			if (isWhole || !mirrored) {
				const list = opened ? cut : tails;
				(isWhole ? whole : list).add({
					flow,
					solid: text.replace(/\s+/g, ''),
					tag: { ...hit, text, others: [], whole: isWhole, opened },
					brackets: brackets.flatMap((at) => letterAt(flow, at) ?? []),
				});
			}
		}
	}
	const others = cut.all.filter((one) => !whole.knows(one));
	const rests = tails.all.filter((one) => !whole.owns(one) && !cut.owns(one));
	return inOrder([...whole.all, ...others, ...rests].map(({ tag }) => tag));
}

/** Most pages have none, and need not be put in order. */
const hasBrackets = ({ glyphs }: PdfPage): boolean =>
	glyphs.texts.some((text) => text !== undefined && BRACKET.test(text));

interface Found {
	flow: Flow;
	tag: TagHit;
	/** Its text without blanks. */
	solid: string;
	/** Those that open and close it, as they were drawn. */
	brackets: Letter[];
}

/** Tags that differ from each other. */
class TagList {
	readonly all: Found[] = [];

	private readonly owners = new Map<Letter, Found>();

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

	/** Whether one of its brackets is a tag's. */
	owns(found: Found): boolean {
		return this.ownerOf(found) !== undefined;
	}

	/** The tag that has one of the same brackets: nobody draws one for two tags. */
	private ownerOf({ brackets }: Found): Found | undefined {
		const known = brackets.find((letter) => this.owners.has(letter));
		return known === undefined ? undefined : this.owners.get(known);
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

/** From and to of a tag, or of what looks like one. */
interface Span {
	start: number;
	end: number;
	opened: boolean;
	closed: boolean;
	/** Its brackets are named by their look, in text from right to left. */
	mirrored?: boolean;
}

function spansIn(flow: Flow, words: readonly string[], budget: Budget): Span[] {
	// No tag goes on behind a letter that cannot be read.
	const text = plainSigns(flow.text).replaceAll(UNREAD, NOTHING_LIKE_IT);
	const plain = tagsIn(text);
	const mirrored = flow.turned ? tagsIn(swapped(text)) : [];
	return [
		...plain,
		...mirrored.map((span) => ({ ...span, mirrored: true })),
		...(words.length > 0 ? tailsIn({ ...flow, text }, plain, words, budget) : []),
	];
}

const swapped = (text: string): string =>
	text.replace(/[[\]]/g, (bracket) => (bracket === '[' ? ']' : '['));

/** From and to of each, and whether it has an end before the next one begins. */
function tagsIn(text: string): Span[] {
	const found: Span[] = [];
	for (let at = text.indexOf(OPEN); at >= 0;) {
		// Of more brackets than two, the last two are those of the tag.
		while (text[at + OPEN.length] === '[') at += 1;
		const inside = at + OPEN.length;
		// No further than a tag may reach: looking through the whole page for each of many takes minutes.
		const near = text.slice(inside, at + LONGEST);
		const ends = [near.indexOf(OPEN), near.indexOf(NOTHING_LIKE_IT), near.length];
		const limit = inside + Math.min(...ends.filter((end) => end >= 0));
		const first = near.indexOf(CLOSE);
		// `[[custom:1:Rate [%]]]`: the first one closes the bracket in the label.
		const isInner = near.startsWith(']', first + CLOSE.length) && isOpen(near.slice(0, first));
		const close = isInner ? first + 1 : first;
		const closed = close >= 0 && inside + close + CLOSE.length <= limit;
		const end = closed ? inside + close + CLOSE.length : Math.min(limit, at + SHOWN);
		found.push({ start: at, end, opened: true, closed });
		at = text.indexOf(OPEN, end);
	}
	return found;
}

/** Whether a bracket in it has no counterpart yet. */
const isOpen = (text: string): boolean => text.lastIndexOf('[') > text.lastIndexOf(']');

/**
 * What is left of tags that have no beginning: `signature:1]]`, or `ature:1]]` where a line begins in the middle of
 * one. The brackets may belong to other text: `[see [1]]`.
 */
function tailsIn(flow: Flow, tags: Span[], words: readonly string[], budget: Budget): Span[] {
	const { text } = flow;
	const ends = new Set(tags.flatMap(({ end, closed }) => (closed ? [end] : [])));
	const found: Span[] = [];
	for (let at = text.indexOf(CLOSE); at >= 0; at = text.indexOf(CLOSE, at + CLOSE.length)) {
		const end = at + CLOSE.length;
		if (ends.has(end)) continue;
		budget.step(STEPS_PER_TAIL);
		const { from, isStart } = lineBefore(flow, at);
		const start = startOfTail(text.slice(from, at), words, isStart, () => {
			budget.step(LONGEST);
			return isNested(text, at);
		});
		if (start !== undefined) found.push({ start: from + start, end, opened: false, closed: true });
	}
	return found;
}

/** What looking at the line before brackets takes, compared with reading a word of the file. */
const STEPS_PER_TAIL = 32;

/** From where on a tag may reach to these brackets: from others, or from the start of the line. */
function lineBefore(flow: Flow, at: number): { from: number; isStart: boolean } {
	const { text, letters } = flow;
	const last = glyphAt(flow, at);
	const least = Math.max(0, at - LONGEST);
	let from = at;
	for (; from > least && text[from - 1] !== NOTHING_LIKE_IT; from--) {
		const [sign, before] = [text[from - 1], glyphAt(flow, from - 1)];
		if (sign === '[' || sign === ']') return { from: from - 1, isStart: false };
		if (before === undefined || last === undefined) continue;
		const apart = Math.abs(letters.down(before) - letters.down(last));
		if (apart > letters.style(last).size / 2) break;
	}
	return { from, isStart: from > least || from === 0 };
}

/** Whether two brackets close others that have been opened one by one. */
function isNested(text: string, at: number): boolean {
	let [closed, open] = [0, 0];
	for (let before = at - 1; before >= Math.max(0, at - LONGEST) && open < 2; before--) {
		const sign = text[before];
		if (sign === NOTHING_LIKE_IT) break;
		if (sign === ']') closed += 1;
		else if (sign === '[' && closed > 0) closed -= 1;
		else if (sign === '[') open += 1;
	}
	return open === 2;
}

/** Where in the line before two closing brackets their tag begins, or what is left of it. */
function startOfTail(
	line: string,
	words: readonly string[],
	isStart: boolean,
	nested: () => boolean,
): number | undefined {
	const bracket = /^[[\]]/.test(line) ? 0 : -1;
	const parts = line.slice(bracket + 1).split(':');
	let begin = bracket + 1;
	for (const [index, part] of parts.entries()) {
		const [word, signer] = [wordAtEnd(part, words), parts[index + 1]];
		const start = begin + withoutMark(part).length - (word?.length ?? 0);
		begin += part.length + 1;
		// `Date: the day of [1]]` is no tag: a signer is one word.
		if (word === undefined || /\s/.test(withoutMark(signer ?? '').trim())) continue;
		const isBehind = line[bracket] === '[' && line.slice(bracket + 1, start).trim() === '';
		const isAlone = isBehind || (isStart && line.slice(0, start).trim() === '');
		const isDense = isBehind && !/\s/.test(line.slice(bracket));
		const isMeant = signer === undefined ? isAlone && !nested() : isDense || !nested();
		if (isMeant) return isBehind ? bracket : start;
	}
	return isStart && bracket < 0 && isRest(parts, words) && !nested() ? 0 : undefined;
}

/** The word that a part ends with, if it is a word of its own. */
function wordAtEnd(part: string, words: readonly string[]): string | undefined {
	const name = withoutMark(part).toLowerCase();
	return words.find(
		(word) => name.endsWith(word) && !/[\p{L}\p{N}]$/u.test(name.slice(0, -word.length)),
	);
}

/** `ature:1`, where the page or its line begins in the middle of a tag. */
const isRest = ([first = '', signer]: string[], words: readonly string[]): boolean =>
	signer !== undefined &&
	words.some((word) => word.endsWith(withoutMark(first).trim().toLowerCase())) &&
	/^(?:\d{1,4}|[^\s@]+@[^\s@]+)$/.test(withoutMark(signer).trim());

/** Without the mark that a field is not required. */
const withoutMark = (part: string): string => part.trimEnd().replace(/ ?\?$/, '');
