import { isDict, nameOf, PdfStream, decodedText, type Dict, type PdfObject } from '../file/objects';
import type { Surroundings } from './content';
import { applied, IDENTITY, matrixOf, type Matrix } from './glyphs';

/** What lies on top of a page: text boxes, stamps, and the fields of a form (ISO 32000-1, 12.5). */
export interface Annotations {
	drawn: Array<{ form: PdfStream; placement: Matrix }>;
	/** Texts that a viewer shows in its own way, since the file does not say how they look: where, nobody knows. */
	unplaced: string[];
}

/** Bits of `F` (table 165): hidden, and not to be seen on a screen. */
const UNSEEN = 0b10_0010;
const MOST_UNPLACED = 1_000;

export function readAnnotations(page: Dict, around: Surroundings): Annotations {
	const { store, layers } = around;
	const found: Annotations = { drawn: [], unplaced: [] };
	for (const given of store.array(page.get('Annots'))) {
		store.budget.step();
		const annotation = store.resolve(given);
		if (!isDict(annotation)) continue;
		const kind = nameOf(store.resolve(annotation.get('Subtype')));
		const flags = store.number(annotation.get('F')) ?? 0;
		if (kind === 'Popup' || (flags & UNSEEN) !== 0 || layers.hides(annotation.get('OC'))) continue;
		const form = appearanceOf(annotation, around);
		const placement = form && placementOf(form, annotation, around);
		if (placement) found.drawn.push({ form, placement });
		else if (!form && found.unplaced.length < MOST_UNPLACED) {
			const text = shownText(annotation, kind, around);
			if (text !== '') found.unplaced.push(text);
		}
	}
	return found;
}

/** How it usually looks (12.5.5); what has several states, such as a checkbox, says in which one it is. */
function appearanceOf(annotation: Dict, { store }: Surroundings): PdfStream | undefined {
	const normal = store.resolve(store.dict(annotation.get('AP')).get('N'));
	if (normal instanceof PdfStream || !isDict(normal)) {
		return normal instanceof PdfStream ? normal : undefined;
	}
	const state = store.resolve(normal.get(nameOf(store.resolve(annotation.get('AS'))) ?? 'Off'));
	return state instanceof PdfStream ? state : undefined;
}

/** Brings the box of the appearance, turned as it says itself, onto the rectangle of the annotation. */
function placementOf(
	{ dict }: PdfStream,
	annotation: Dict,
	{ store }: Surroundings,
): Matrix | undefined {
	const rectangle = store.numbers(annotation.get('Rect'), 4);
	const box = store.numbers(dict.get('BBox'), 4);
	if (!rectangle || !box) return undefined;
	const matrix = matrixOf(store.numbers(dict.get('Matrix'), 6)) ?? IDENTITY;
	const [a = 0, b = 0, c = 0, d = 0] = box;
	const corners = [
		{ x: a, y: b },
		{ x: a, y: d },
		{ x: c, y: b },
		{ x: c, y: d },
	].map((corner) => applied(matrix, corner));
	const across = fitted(
		corners.map(({ x }) => x),
		[rectangle[0] ?? 0, rectangle[2] ?? 0],
	);
	const up = fitted(
		corners.map(({ y }) => y),
		[rectangle[1] ?? 0, rectangle[3] ?? 0],
	);
	return across && up && [across.scale, 0, 0, up.scale, across.move, up.move];
}

function fitted(from: number[], to: number[]): { scale: number; move: number } | undefined {
	const [low, high] = [Math.min(...from), Math.max(...from)];
	const scale = (Math.max(...to) - Math.min(...to)) / (high - low);
	return Number.isFinite(scale) ? { scale, move: Math.min(...to) - low * scale } : undefined;
}

/** How far up a field of a form takes its value from (12.7.3.1). */
const MOST_PARENTS = 16;

function shownText(annotation: Dict, kind: string | undefined, { store }: Surroundings): string {
	const stringOf = (value: PdfObject): string => {
		if (typeof value !== 'string') return '';
		// Each annotation may name the same long text.
		store.budget.step(value.length);
		return decodedText(value).trim();
	};
	if (kind === 'FreeText') return stringOf(store.resolve(annotation.get('Contents')));
	let field = annotation;
	for (let level = 0; kind === 'Widget' && level < MOST_PARENTS; level++) {
		const value = store.resolve(field.get('V'));
		if (typeof value === 'string') return stringOf(value);
		field = store.dict(field.get('Parent'));
	}
	return '';
}
