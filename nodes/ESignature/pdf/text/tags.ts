import type { PdfPage } from '../page/document';
import { hitAt, inOrder, isSame, MOST_HITS, wordingOf, type TextHit } from './find';
import { NOTHING_LIKE_IT } from './letters';
import { flowsOf, type Flow } from './lines';

/** `[[...]]` in the text of a page. */
export interface TagHit extends TextHit {
	/** As it stands there, with its brackets. */
	text: string;
	/** It has its closing brackets, and stands in one line. */
	whole: boolean;
}

const OPEN = '[[';
const CLOSE = ']]';
/** More letters are no tag, but brackets that mean something else. */
const LONGEST = 300;
/** As much as is shown of a tag that has no end. */
const SHOWN = 60;

/** All tags of a page in the order of reading; what looks cut in one order of reading may be whole in another. */
export function tagsOn(page: PdfPage, flows = flowsOf(page)): TagHit[] {
	const whole: Found[] = [];
	const cut: Found[] = [];
	for (const flow of flows) {
		for (const [start, end, closed] of tagsIn(flow.text)) {
			const hit = hitAt(page, flow, start, end);
			if (!hit || whole.length + cut.length >= MOST_HITS) continue;
			const isWhole = closed && hit.parts.length === 1;
			const known = isWhole ? whole : cut;
			const text = wordingOf(flow, start, end).trim();
			const found = { flow, tag: { ...hit, text, whole: isWhole } };
			if (!known.some((other) => isAgain(found, other))) known.push(found);
		}
	}
	const others = cut.filter((one) => !whole.some((other) => isAgain(one, other)));
	return inOrder([...whole, ...others].map(({ tag }) => tag));
}

interface Found {
	flow: Flow;
	tag: TagHit;
}

/**
 * Whether both are one tag. Two orders of reading show the same letters, so the place alone tells. In one of them
 * there are no letters twice: what stands at the same place is drawn twice to look bold if it reads the same (a
 * drawing that is cut reads like the beginning), and otherwise a tag of its own, which nobody may lose.
 */
function isAgain(one: Found, other: Found): boolean {
	const place = isSame(one.tag, other.tag) || apart(one.tag.start, other.tag.start) < 1;
	return place && (one.flow !== other.flow || solid(other.tag).startsWith(solid(one.tag)));
}

const apart = (one: TagHit['start'], other: TagHit['start']): number =>
	Math.hypot(one.x - other.x, one.y - other.y);

const solid = ({ text }: TagHit): string => text.replace(/\s+/g, '');

/** From and to of each, and whether it has an end before the next one begins. */
function tagsIn(text: string): Array<[start: number, end: number, closed: boolean]> {
	const found: Array<[number, number, boolean]> = [];
	for (let at = text.indexOf(OPEN); at >= 0; ) {
		// Of more brackets than two, the last two are those of the tag.
		while (text[at + OPEN.length] === '[') at += 1;
		const inside = at + OPEN.length;
		const ends = [text.indexOf(OPEN, inside), text.indexOf(NOTHING_LIKE_IT, inside)];
		const limit = Math.min(...ends.filter((end) => end >= 0), at + LONGEST, text.length);
		const close = text.indexOf(CLOSE, inside);
		const closed = close >= 0 && close + CLOSE.length <= limit;
		const end = closed ? close + CLOSE.length : Math.min(limit, at + SHOWN);
		found.push([at, end, closed]);
		at = text.indexOf(OPEN, end);
	}
	return found;
}
