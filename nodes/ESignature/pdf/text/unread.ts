import { Budget } from '../file/limits';
import type { PdfPage } from '../page/document';
import { flowsOf, type Flow } from './flows';
import {
	BLANK,
	foldedQuery,
	isRightToLeft,
	NOTHING_LIKE_IT,
	plainSigns,
	UNREAD,
	withoutSides,
	withWholeRuns,
} from './letters';

/**
 * Whether a text may stand on a page with glyphs in it that cannot be read. Fonts often do not tell what their
 * ligatures show: `Execu?ve` is `Executive`. The places where it can be read do not count.
 */
export function couldStandUnread(page: PdfPage, text: string, budget = new Budget()): boolean {
	const query = foldedQuery(text);
	if (query === '' || !hasUnread(page)) return false;
	const fold = isRightToLeft(query) ? withoutSides : (given: string) => given;
	return unreadFlows(page, query.includes(' '), budget).some((flow) =>
		couldRead(withoutRead(fold(flow.text), fold(query)), fold(query), budget),
	);
}

const hasUnread = ({ glyphs }: PdfPage): boolean => glyphs.texts.includes(undefined);

function unreadFlows(page: PdfPage, withRows: boolean, budget: Budget): Flow[] {
	const { columns, rows } = flowsOf(page, budget);
	return [...columns, ...(withRows ? rows : [])].filter(({ text }) => text.includes(UNREAD));
}

/** With gaps where the text was found. */
function withoutRead(text: string, query: string): string {
	const parts: string[] = [];
	let from = 0;
	for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, from)) {
		const [start, end] = withWholeRuns(text, query, at);
		parts.push(text.slice(from, Math.max(from, start)), NOTHING_LIKE_IT);
		from = end;
	}
	return [...parts, text.slice(from)].join('');
}

/** As many letters as a ligature has, at most. */
const LONGEST_LIGATURE = 4;
/** Fonts join letters, and signs that are repeated. */
const isLigature = (text: string): boolean =>
	/^[\p{L}\p{M}]+$/u.test(text) || (text.trim() !== '' && new Set(text).size === 1);

/** Looking at a letter takes this much longer than reading a byte. */
const STEPS_PER_LETTER = 8;

/** What a letter that can be read speaks for a text, and what one that would share a glyph speaks against it. */
const READ = 3;
const SHARED = 2;

/**
 * Goes through a text and keeps how far the query may have come, and how much speaks for that: one letter that can be
 * read is as good as a ligature of two. Glyphs that cannot be read are no word alone: a bullet is none.
 */
function couldRead(text: string, query: string, budget: Budget): boolean {
	let begun: Array<[length: number, weight: number]> = [];
	budget.passOver(text.length * STEPS_PER_LETTER);
	for (const letter of text) {
		// Most letters begin nothing.
		if (begun.length === 0 && letter !== UNREAD && !query.startsWith(letter)) continue;
		budget.step(1 + begun.length);
		const next = new Map<number, number>();
		for (const [length, weight] of [[0, 0] as const, ...begun]) {
			const ways =
				letter === UNREAD
					? waysOn(query, length)
					: query.startsWith(letter, length)
						? [[letter.length, letter === BLANK ? 0 : READ] as const]
						: [];
			for (const [more, gain] of ways) {
				const [at, best] = [length + more, weight + gain];
				if (at === query.length && best > 0) return true;
				next.set(at, Math.max(best, next.get(at) ?? -Infinity));
			}
		}
		begun = [...next];
	}
	return false;
}

/** How many letters of the query one unread glyph may show; within it, also none: some are not to be seen. */
function waysOn(query: string, length: number): Array<[more: number, gain: number]> {
	const ways: Array<[number, number]> = [[1, 0]];
	if (length > 0) ways.push([0, 0]);
	for (let more = 2; more <= LONGEST_LIGATURE && length + more <= query.length; more++) {
		if (isLigature(query.slice(length, length + more))) ways.push([more, -SHARED * (more - 1)]);
	}
	return ways;
}

/**
 * Whether a tag may stand on a page, some of whose brackets cannot be read; those that can be read are found. `words`
 * is what tags begin with.
 */
export function couldHideTag(
	page: PdfPage,
	words: readonly string[],
	budget = new Budget(),
): boolean {
	if (!hasUnread(page)) return false;
	const names = words.flatMap(spellings);
	return unreadFlows(page, true, budget).some(({ text }) => {
		budget.passOver(text.length * STEPS_PER_LETTER);
		const plain = plainSigns(text).toLowerCase();
		return names.some((name) => {
			for (let at = plain.indexOf(name); at >= 0; at = plain.indexOf(name, at + 1)) {
				if (mayBeTag(plain, at, at + name.length, budget)) return true;
			}
			return false;
		});
	});
}

const LONGEST_ADDRESS = 200;
const LONGEST_LABEL = 200;

/**
 * Whether a tag may stand around its type, with something in it that cannot be read. One glyph may show two brackets;
 * but it may also be a quotation mark or a bullet, if no participant is named, or if there is a blank beside it.
 */
function mayBeTag(text: string, start: number, end: number, budget: Budget): boolean {
	const isApart = text[start - 1] === ' ';
	let from = isApart ? start - 1 : start;
	const first = from;
	while (first - from < 2 && isBracket('[', text[from - 1])) from--;
	const opened = first - from;
	if (opened === 0) return false;
	const closes = (at: number, asMany: number): boolean => {
		const to = at + asMany;
		for (let one = at; one < to; one++) if (!isBracket(']', text[one])) return false;
		return text.slice(from, to).includes(UNREAD);
	};
	const afterType = text[end] === '?' ? end + 1 : end;
	if (!isApart && opened === 2 && closes(afterType, 2)) return true;
	const colon = behindBlank(text, afterType);
	if (text[colon] !== ':') return false;
	const ends = (at: number): boolean =>
		(!isApart && closes(at, 1)) || (opened === 2 && closes(behindBlank(text, at), 2));
	return signerEnds(text, behindBlank(text, colon + 1)).some((at) => {
		budget.step(1);
		const mark = behindBlank(text, at);
		const next = text[mark] === '?' ? mark + 1 : at;
		if (ends(next)) return true;
		const label = behindBlank(text, next);
		if (text[label] !== ':') return false;
		for (let to = label + 1; to <= label + LONGEST_LABEL && isPart(text[to], ' :'); to++) {
			budget.step(1);
			if (ends(to + 1)) return true;
		}
		return false;
	});
}

const isBracket = (bracket: string, letter?: string): boolean =>
	letter === bracket || letter === UNREAD;

const behindBlank = (text: string, at: number): number => (text[at] === ' ' ? at + 1 : at);

/** What a tag has between its signs. */
const isPart = (letter: string | undefined, also = ''): boolean =>
	letter !== undefined &&
	(also.includes(letter) || !(` :[]${NOTHING_LIKE_IT}`.includes(letter) || letter.trim() === ''));

/** Where the number or the address of a participant may end that begins here. */
function signerEnds(text: string, from: number): number[] {
	const found: number[] = [];
	let isNumber = true;
	let sign = -1;
	for (let at = from; at < from + LONGEST_ADDRESS && isPart(text[at]); at++) {
		const letter = text[at] ?? '';
		isNumber &&= at - from < 4 && (letter === UNREAD || (letter >= '0' && letter <= '9'));
		if (letter === '@' && at > from) sign = at;
		if (isNumber || (sign >= 0 && at > sign)) found.push(at + 1);
	}
	return found;
}

/** A word, and what is left of it if one glyph of it cannot be read. */
function spellings(word: string): string[] {
	const all = [word];
	for (let at = 0; at < word.length; at++) {
		for (let more = 1; more <= LONGEST_LIGATURE && more < word.length - 1; more++) {
			if (at + more <= word.length) all.push(word.slice(0, at) + UNREAD + word.slice(at + more));
		}
	}
	return all;
}
