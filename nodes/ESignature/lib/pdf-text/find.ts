import { Budget, guarded, type ReadOptions } from '../pdf';
import { unreadPages, type PdfDocument, type PdfPage, type UnreadPage } from './document';
import { readFlows, type Flow } from './flows';
import {
	continuesLetter,
	foldedQuery,
	isInsideWord,
	isRightToLeft,
	runsIn,
	solid,
	withoutSides,
	withWholeRuns,
} from './letters';
import { contains, hitAt, inOrder, isSame, type TextHit } from './places';

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
		for (const { start, end, isWhole } of occurrences(flow.text, query)) {
			// The time that comparing them takes grows with the square.
			budget.step(1 + hits.length);
			if (budget.isTired) await budget.rest();
			if (!isWhole) continue;
			const hit = hitAt(page, flow, start, end, budget);
			if (!hit || isKnown(hit)) continue;
			if (mayBeCut) hits = hits.filter((other) => !contains(hit, other));
			hits.push(hit);
		}
	}
	return inOrder(hits);
}

interface Occurrence {
	start: number;
	end: number;
	/** Cuts neither a letter nor a word in two. */
	isWhole: boolean;
}

function* occurrences(text: string, query: string): Generator<Occurrence> {
	const anySide = isRightToLeft(query);
	const [where, what] = anySide ? [withoutSides(text), withoutSides(query)] : [text, query];
	const runs = runsIn(what);
	for (let at = where.indexOf(what); at >= 0;) {
		const [start, end] = withWholeRuns(where, at, at + what.length, runs);
		const isCut = continuesLetter(where[end]) || isInsideWord(where, start);
		const isWhole = !isCut && !isInsideWord(where, end);
		yield { start, end, isWhole };
		// All occurrences that begin in one run end where the run ends.
		at = where.indexOf(what, isWhole ? end : Math.max(at, end - what.length) + 1);
	}
}
