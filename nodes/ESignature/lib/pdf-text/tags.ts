import { Budget, guarded, type ReadOptions } from '../pdf';
import { unreadPages, type PdfDocument, type PdfPage, type UnreadPage } from './document';
import { glyphAt, readFlows, type Flow } from './flows';
import { BREAK, normalized, plainSigns, solid, UNREAD } from './letters';
import { MAX, STEPS } from './limits';
import { hitAt, inOrder, isSame, type TextHit } from './places';

/** `[[...]]` in the text of a page. */
export interface TagHit extends TextHit {
	/** The text as it is compared, with its brackets. */
	text: string;
	/** Other readings of the same letters, in another order or set wide. Only the caller can tell which one is meant. */
	others: string[];
	/** Whether it has all of its brackets and stands in one line. */
	whole: boolean;
}

export interface FoundTags {
	/** In the order of reading. */
	tags: TagHit[];
	/** Pages where further tags may stand, because not all of their text could be read. */
	unreadPages: UnreadPage[];
}

/** All tags of a document. A tag that looks cut in one order of reading may be whole in another. */
export async function findTags(
	document: PdfDocument,
	options: ReadOptions = {},
): Promise<FoundTags> {
	return await guarded(async () => {
		const budget = new Budget(options);
		const tags: TagHit[] = [];
		for (const page of document.pages) {
			await budget.rest();
			tags.push(...(await tagsOn(page, budget)));
		}
		const hasBrackets = (text: string) => /\[\[|\]\]/.test(solid(text));
		const unreadable = await unreadPages(document, hasBrackets, budget);
		const unread = new Map(unreadable.map((one) => [one.page, one]));
		for (const { number: page, hidesTag } of document.pages) {
			if (hidesTag) unread.set(page, { page, kind: 'hidden' });
		}
		return { tags, unreadPages: [...unread.values()] };
	});
}

const OPEN = '[[';
const CLOSE = ']]';
/** Brackets with more letters between them are not a tag. */
const MAX_LENGTH = 300;
/** Of a tag that has no end. */
const MAX_LENGTH_SHOWN = 60;

/** Includes the wide brackets that are used among Chinese letters. */
const BRACKET = /[[\]\uff3b\uff3d]/;

async function tagsOn(page: PdfPage, budget: Budget): Promise<TagHit[]> {
	// Most pages have no brackets, and need not be put in order.
	budget.step(page.glyphs.count);
	if (!page.glyphs.texts.some((text) => text !== undefined && BRACKET.test(text))) return [];
	const { columns, rows } = await readFlows(page.glyphs, budget);
	const all: Candidate[] = [];
	for (const flow of [...columns, ...rows]) all.push(...(await candidatesIn(page, flow, budget)));
	const found = new TagList(budget);
	for (const whole of [true, false]) {
		for (const candidate of all) {
			if (budget.isTired) await budget.rest();
			if (candidate.tag.whole === whole) found.add(candidate);
		}
	}
	return inOrder(found.all.map(({ tag }) => tag));
}

/** A tag in one order of reading. */
interface Candidate {
	flow: Flow;
	tag: TagHit;
	/** Its text, to be compared with many others. */
	solid: string;
	/** The glyphs of its brackets. */
	brackets: string[];
}

async function candidatesIn(page: PdfPage, flow: Flow, budget: Budget): Promise<Candidate[]> {
	const found = await candidatesInText(page, flow, flow.text, budget);
	if (!flow.turned) return found;
	// In text from right to left, brackets may be named by their look.
	const mirrored = await candidatesInText(page, flow, swapped(flow.text), budget);
	// Mirrored brackets that never close are just brackets.
	return [...found, ...mirrored.filter(({ tag }) => tag.whole)];
}

async function candidatesInText(
	page: PdfPage,
	flow: Flow,
	text: string,
	budget: Budget,
): Promise<Candidate[]> {
	await budget.rest();
	budget.step(text.length);
	const found: Candidate[] = [];
	// A tag ends at a letter that cannot be read.
	for (const span of spansIn(plainSigns(text).replaceAll(UNREAD, BREAK))) {
		if (budget.isTired) await budget.rest();
		const candidate = candidateAt(page, flow, text, span, budget);
		if (candidate) found.push(candidate);
	}
	return found;
}

function candidateAt(
	page: PdfPage,
	flow: Flow,
	text: string,
	{ start, end, closed }: Span,
	budget: Budget,
): Candidate | undefined {
	const hit = hitAt(page, flow, start, end, budget);
	if (!hit) return undefined;
	const brackets = [start, start + 1, ...(closed ? [end - 2, end - 1] : [])];
	const tag = {
		...hit,
		text: normalized(text.slice(start, end), 'NFC').trim(),
		others: [],
		whole: closed && hit.parts.length === 1,
	};
	return {
		flow,
		tag,
		solid: solid(tag.text),
		brackets: brackets.map((at) => `${glyphAt(flow, at)} ${flow.offsets.get(at) ?? 0}`),
	};
}

const swapped = (text: string): string =>
	text.replace(/[[\]]/g, (bracket) => (bracket === '[' ? ']' : '['));

/** Where a tag stands in a text, and whether it has an end before the next one begins. */
interface Span {
	start: number;
	end: number;
	closed: boolean;
}

function spansIn(text: string): Span[] {
	const found: Span[] = [];
	for (let at = text.indexOf(OPEN); at >= 0;) {
		// If there are more than two brackets, the last two open the tag.
		while (text[at + OPEN.length] === '[') at += 1;
		const inside = at + OPEN.length;
		// Only as far as a tag may reach: searching the whole page for each of many tags takes minutes.
		const near = text.slice(inside, at + MAX_LENGTH);
		const ends = [near.indexOf(OPEN), near.indexOf(BREAK), near.length];
		const limit = inside + Math.min(...ends.filter((end) => end >= 0));
		const first = near.indexOf(CLOSE);
		// `[[custom:1:Rate [%]]]`: the first one closes the bracket in the label.
		const isInner = near.startsWith(']', first + CLOSE.length) && isOpen(near.slice(0, first));
		const close = isInner ? first + 1 : first;
		const closed = close >= 0 && inside + close + CLOSE.length <= limit;
		const end = closed ? inside + close + CLOSE.length : Math.min(limit, at + MAX_LENGTH_SHOWN);
		found.push({ start: at, end, closed });
		at = text.indexOf(OPEN, end);
	}
	return found;
}

/** Whether a bracket in it has no counterpart yet. */
const isOpen = (text: string): boolean => text.lastIndexOf('[') > text.lastIndexOf(']');

/** Tags that differ from each other. */
class TagList {
	readonly all: Candidate[] = [];

	/** The tag of each bracket, since a bracket belongs to one tag only. */
	private readonly owners = new Map<string, Candidate>();

	constructor(private readonly budget: Budget) {}

	add(candidate: Candidate): void {
		const [owner] = candidate.brackets.flatMap((bracket) => this.owners.get(bracket) ?? []);
		if (owner) {
			if (isReading(candidate, owner)) owner.tag.others.push(candidate.tag.text);
			return;
		}
		this.budget.step(this.all.length * STEPS.comparedTag);
		const twin = this.all.find((other) => isAgain(candidate, other));
		if (!twin) this.all.push(candidate);
		for (const bracket of candidate.brackets) this.owners.set(bracket, twin ?? candidate);
	}
}

/** Whether it is another reading between the same brackets. */
const isReading = (
	{ brackets, tag }: Candidate,
	{ brackets: own, tag: known }: Candidate,
): boolean =>
	tag.whole &&
	tag.text !== known.text &&
	!known.others.includes(tag.text) &&
	known.others.length < MAX.readings &&
	brackets.every((bracket) => own.includes(bracket));

/**
 * Whether both are one tag. Two orders of reading have the same letters, so a tag at the same place is the same tag.
 * In one order of reading, it is the same only if it also reads the same: then it is drawn twice to look bold. A
 * drawing that is cut reads like the beginning.
 */
function isAgain(one: Candidate, other: Candidate): boolean {
	const [a, b] = [one.tag.start, other.tag.start];
	const isSamePlace = Math.hypot(a.x - b.x, a.y - b.y) < 1 || isSame(one.tag, other.tag);
	return isSamePlace && (one.flow !== other.flow || other.solid.startsWith(one.solid));
}
