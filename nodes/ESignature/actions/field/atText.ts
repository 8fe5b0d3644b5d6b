import type { BoundingBox } from '../../api';
import { numberOf, wrongInput } from '../../core';
import { readNumber } from '../../values/parse';
import { butIs, withCommas, quoted } from '../../values/text';
import type { Box, PdfPage, TextHit, UnreadPage } from '../../lib/pdf-text';
import { oneOf, text, textOf } from '../shared/inputs';
import { whyUnread, type PdfText } from '../shared/pdfs';
import { MEASURE, measuresOf, pageOf, round, type FieldInput, type Position } from './field';
import * as form from './form';
import { isWithin, outsidePageError, pageIn } from './pages';
import type { Side } from './form';

export type Occurrence = 'every' | 'first' | 'last' | number;

/** Where a field goes relative to a text of its document. In points. */
export interface TextPlace {
	text: string;
	occurrence: Occurrence;
	place: Side;
	/** To the right, and down. */
	offset: [x: number, y: number];
	size: [width: number, height: number];
	/** The only page to search. Below 0, it is counted from the end. */
	page?: number;
}

/** Where a complete row places its field, checked without the document. `page`: the only page to search, if any. */
export function textPlaceOf(input: FieldInput, page: unknown): TextPlace {
	const [width = 0, height = 0] = measuresOf(input, form.size);
	// The service decides how small a field may be, but it must have a size.
	if (width <= 0 || height <= 0) {
		const [side, value] = width <= 0 ? ['Width', input.width] : ['Height', input.height];
		throw wrongInput(`'${String(side)}' must be a number greater than 0${butIs(value)}`, MEASURE);
	}
	const [right = 0, down = 0] = measuresOf(input, form.offsets);
	return {
		text: text(input, form.textToFind),
		occurrence: occurrenceOf(input),
		place: oneOf(input, form.place),
		offset: [right, down],
		size: [width, height],
		...(page !== undefined && { page: pageOf(page) }),
	};
}

function occurrenceOf({ occurrence, occurrenceNumber }: FieldInput): Occurrence {
	const entered = textOf(occurrence).trim();
	if (entered === 'every' || entered === 'first' || entered === 'last') return entered;
	const advice = 'The first place where the text appears is 1.';
	if (entered === 'number') return numberOf(occurrenceNumber, form.occurrenceNumber, advice);
	const number = readNumber(entered) ?? NaN;
	if (Number.isInteger(number) && number > 0) return number;
	throw wrongInput(
		`'${form.occurrence.displayName}' must be First, Last, Every or a whole number, 1 or greater${butIs(occurrence)}`,
		advice,
	);
}

/** One position for each wanted occurrence of the text. Throws if there is none, or if one may have been missed. */
export async function findPositions(pdf: PdfText, wanted: TextPlace): Promise<Position[]> {
	const { text, page } = wanted;
	const number = page === undefined ? undefined : pageIn(pdf.pages.length, page, quoted(pdf.name));
	const pages = pdf.pages.filter((one) => number === undefined || one.number === number);
	const found = pdf.hits(text);
	const isAskedFor = (hit: { page: number }) => number === undefined || hit.page === number;
	// An occurrence with a wide gap in it, such as a tab, counts only if there is none without a gap.
	const whole = found.places.filter(isAskedFor);
	const split = found.split.filter(isAskedFor);
	const unread = found.unreadPages.filter(isAskedFor);
	const hits = whole.length > 0 ? whole : split;
	if (hits.length === 0) throw await notFound(pdf, text, pages, unread);
	const chosen = choose(hits, wanted.occurrence);
	if (chosen.length === 0) throw tooFew(pdf, wanted, hits, unread);
	assertNoneMissed(pdf, wanted, chosen, unread, whole.length > 0 ? split : []);
	return chosen.map((hit) => {
		const position = { page: hit.page, boundingBox: boxAt(hit, wanted) };
		const geometry = pdf.pages[hit.page - 1];
		if (geometry && !isWithin(position.boundingBox, geometry)) {
			throw outsidePageError(
				`At the text ${quoted(text)}, the field lies outside`,
				geometry,
				hit.page,
				pdf.name,
				"Change 'Position', the offsets, 'Width' or 'Height'",
			);
		}
		return position;
	});
}

function choose(hits: readonly TextHit[], occurrence: Occurrence): readonly TextHit[] {
	if (occurrence === 'every') return hits;
	const index = occurrence === 'first' ? 0 : occurrence === 'last' ? -1 : occurrence - 1;
	const hit = hits.at(index);
	return hit ? [hit] : [];
}

/** Between a text and the field to its right, in points. */
const GAP = 3;

/** Places the field beside or below the last line of the text, or above or over its first line. */
function boxAt({ parts, box }: TextHit, { place, offset, size }: TextPlace): BoundingBox {
	const [width, height] = size;
	const first: Box = parts[0] ?? box;
	const last: Box = parts.at(-1) ?? box;
	const corner: Record<Side, [number, number]> = {
		over: [first.x, first.y + first.height - height],
		above: [first.x, first.y - height],
		below: [last.x, last.y + last.height],
		rightOf: [last.x + last.width + GAP, last.y + last.height - height],
	};
	const [x, y] = corner[place];
	return [round(x + offset[0]), round(y + offset[1]), round(width), round(height)];
}

const OR_AT_POSITION = "or set 'Placement' to 'At Position'.";

async function notFound(
	pdf: PdfText,
	text: string,
	pages: readonly PdfPage[],
	unread: readonly UnreadPage[],
) {
	const [only] = pages;
	const where =
		pages.length === 1
			? `page ${only?.number} of ${quoted(pdf.name)}`
			: `any of the ${withCommas(pages.length)} pages of ${quoted(pdf.name)}`;
	const similar = (await pdf.similar(text, pages)).map(
		(one) => `${quoted(one.text)} on page ${one.page}`,
	);
	return wrongInput(
		`The text ${quoted(text)} was not found on ${where}`,
		[
			...(similar.length > 0 ? [`Similar texts: ${similar.join(', ')}.`] : []),
			...reasons(unread),
			`Enter whole words, exactly as they appear in the document, ${OR_AT_POSITION}`,
		].join(' '),
	);
}

/** Why the first few pages could not be read. */
const reasons = (unread: readonly UnreadPage[]): string[] => unread.slice(0, 3).map(whyUnread);

const listed = (all: ReadonlyArray<{ page: number }>): string => {
	const pages = [...new Set(all.map(({ page }) => page))];
	return `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, 10).join(', ')}`;
};

function tooFew(
	pdf: PdfText,
	{ text, occurrence }: TextPlace,
	hits: readonly TextHit[],
	unread: readonly UnreadPage[],
) {
	const times = hits.length === 1 ? 'once' : `${withCommas(hits.length)} times`;
	const conclusion =
		unread.length === 0
			? `there is no occurrence ${occurrence}`
			: `${listed(unread)} could not be read in full`;
	return wrongInput(
		`The text ${quoted(text)} was found ${times} in ${quoted(pdf.name)}, on ${listed(hits)}: ${conclusion}`,
		[
			...reasons(unread),
			`Set 'Occurrence' to ${hits.length === 1 ? '1' : `a number from 1 to ${hits.length}`}, or to First, Last or Every.`,
		].join(' '),
	);
}

/**
 * Throws if the text may also appear where it could not be found for certain: on a page that could not be read, or with
 * a wide gap in it. That matters only if it would change which occurrence is meant.
 */
function assertNoneMissed(
	pdf: PdfText,
	{ text, occurrence }: TextPlace,
	[chosen]: readonly TextHit[],
	unread: readonly UnreadPage[],
	split: readonly TextHit[],
): void {
	const matters = ({ page, start }: { page: number; start?: TextHit['start'] }): boolean => {
		if (!chosen || occurrence === 'every') return true;
		const distance = page - chosen.page || (start ? start.y - chosen.start.y : 0);
		return occurrence === 'last' ? distance >= 0 : distance <= 0;
	};
	const refuse = (page: number, advice: string) =>
		wrongInput(
			`The text ${quoted(text)} may also appear on page ${page} of ${quoted(pdf.name)}`,
			`${advice}, choose another 'Occurrence', ${OR_AT_POSITION}`,
		);
	// A cover page that is a picture is not expected to have the first occurrence.
	const missed = unread.find(
		(one) => matters(one) && !(occurrence === 'first' && one.kind === 'image'),
	);
	if (missed) {
		const again = 'Export the PDF again from the program that made it, or print it to a new PDF';
		throw refuse(missed.page, `${whyUnread(missed)} ${again}`);
	}
	const gap = split.find(matters);
	if (gap) {
		const part = 'Enter a part of the text without the gap';
		throw refuse(gap.page, `The words there are separated by a wide gap. ${part}`);
	}
}
