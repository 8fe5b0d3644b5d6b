import {
	decodedText,
	isDict,
	PdfStream,
	type Dict,
	type ObjectStore,
	type PdfObject,
	type Matrix,
} from '../pdf';
import { matrixIn, type DocumentContext } from './content';
import { extentOf, IDENTITY } from './geometry';
import { MAX } from './limits';

/** Text boxes, stamps and form fields on top of a page (12.5). */
interface Annotations {
	drawn: Array<{ form: PdfStream; placement: Matrix }>;
	/** Texts of which the file does not say how and where they are shown. */
	unplaced: string[];
}

/** Bits of `F` (table 165): hidden, and not to be seen on a screen. */
const UNSEEN = 0b10_0010;

export async function readAnnotations(
	page: Dict,
	{ store, layers }: DocumentContext,
): Promise<Annotations> {
	const found: Annotations = { drawn: [], unplaced: [] };
	for (const given of store.array(page.get('Annots'))) {
		if (store.budget.isTired) await store.budget.rest();
		const annotation = store.resolve(given);
		if (!isDict(annotation)) continue;
		const kind = store.name(annotation.get('Subtype'));
		const flags = store.number(annotation.get('F')) ?? 0;
		if (kind === 'Popup' || (flags & UNSEEN) !== 0 || layers.hides(annotation.get('OC'))) continue;
		const form = appearanceOf(annotation, store);
		const placement = form && placementOf(form, annotation, store);
		if (placement) found.drawn.push({ form, placement });
		else if (!form && found.unplaced.length < MAX.unplacedTexts) {
			const text = textIn(annotation, kind, store);
			if (text !== '') found.unplaced.push(text);
		}
	}
	return found;
}

/** How it usually looks (12.5.5); what has several states, such as a checkbox, says in which one it is. */
function appearanceOf(annotation: Dict, store: ObjectStore): PdfStream | undefined {
	const normal = store.resolve(store.dict(annotation.get('AP')).get('N'));
	const state = isDict(normal)
		? store.resolve(normal.get(store.name(annotation.get('AS')) ?? 'Off'))
		: normal;
	return state instanceof PdfStream ? state : undefined;
}

/** Brings the box of the appearance, turned as it says itself, onto the rectangle of the annotation. */
function placementOf(form: PdfStream, annotation: Dict, store: ObjectStore): Matrix | undefined {
	const target = store.numbers(annotation.get('Rect'), 4);
	const box = store.numbers(form.dict.get('BBox'), 4);
	if (!target || !box) return undefined;
	const from = extentOf(matrixIn(form, store), box);
	const to = extentOf(IDENTITY, target);
	const across = (to.right - to.left) / (from.right - from.left);
	const up = (to.bottom - to.top) / (from.bottom - from.top);
	if (!Number.isFinite(across) || !Number.isFinite(up)) return undefined;
	return [across, 0, 0, up, to.left - from.left * across, to.top - from.top * up];
}

function textIn(annotation: Dict, kind: string | undefined, store: ObjectStore): string {
	const decoded = (value: PdfObject): string => {
		if (typeof value !== 'string') return '';
		// Any number of annotations may name the same long text.
		store.budget.step(value.length);
		return decodedText(value).trim();
	};
	if (kind === 'FreeText') return decoded(store.resolve(annotation.get('Contents')));
	let field = annotation;
	for (let level = 0; kind === 'Widget' && level < MAX.fieldParents; level++) {
		const value = store.resolve(field.get('V'));
		if (typeof value === 'string') return decoded(value);
		field = store.dict(field.get('Parent'));
	}
	return '';
}
