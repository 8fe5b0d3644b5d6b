import { findText, tagsOn, type PdfPage } from '../../../../nodes/ESignature/pdf';
import { readContent, stream, times } from './handMade';

const LOOK = 'BT /F1 10 Tf 2 5 Td ([[signature:1]]) Tj ET';
const RESOURCES = '/Resources << /Font << /F1 5 0 R >> >>';

/** A page with a text of its own and one annotation, which looks like object 11. */
async function annotated(annotation: string, form = '/BBox [0 0 100 20]', look = LOOK) {
	return await readContent('BT /F1 10 Tf 100 700 Td (Lease) Tj', {
		page: '/Annots [10 0 R null 99 0 R]',
		objects: {
			10: `<< /Type /Annot ${annotation} >>`,
			11: stream(look, `/Subtype /Form ${form} ${RESOURCES}`),
			12: stream('', '/Subtype /Form /BBox [0 0 1 1]'),
		},
	});
}

const RECT = '/Rect [200 300 300 320]';
const FREE_TEXT = `/Subtype /FreeText ${RECT} /AP << /N 11 0 R >>`;

const placeOf = async (...args: Parameters<typeof annotated>) => {
	const [hit] = findText(await annotated(...args), '[[signature:1]]');
	return hit && [hit.start.x, hit.start.y].map(Math.round);
};

describe('text on top of a page is found', () => {
	it.each([
		['in a text box', FREE_TEXT],
		['in a field of a form', FREE_TEXT.replace('FreeText', 'Widget')],
		['in a stamp', FREE_TEXT.replace('FreeText', 'Stamp')],
		['in the state that is on', `/Subtype /Widget ${RECT} /AS /On /AP << /N << /On 11 0 R >> >>`],
		['where it is printed, too', `${FREE_TEXT} /F 4`],
	])('%s', async (_, annotation) => {
		const document = await annotated(annotation);
		expect(times(document, 'Lease')).toBe(1);
		expect(tagsOn(document.pages[0] as PdfPage).map(({ text }) => text)).toEqual([
			'[[signature:1]]',
		]);
	});

	it.each<[string, string, [number, number]]>([
		['as it is', '/BBox [0 0 100 20]', [202, 495]],
		['moved', '/BBox [-10 -5 90 15]', [212, 490]],
		['scaled', '/BBox [0 0 200 40]', [201, 498]],
		['with a matrix that moves it', '/BBox [0 0 100 20] /Matrix [1 0 0 1 50 50]', [202, 495]],
		['turned', '/BBox [0 0 100 100] /Matrix [0 -1 1 0 0 0]', [205, 480]],
	])('with its box on the rectangle: %s', async (_, form, place) => {
		expect(await placeOf(FREE_TEXT, form)).toEqual(place);
	});
});

describe('text on top of a page is left out', () => {
	it.each([
		['if it is hidden', `${FREE_TEXT} /F 2`],
		['if it is not for screens', `${FREE_TEXT} /F 32`],
		['if it opens in a window of its own', FREE_TEXT.replace('FreeText', 'Popup')],
		['in a state that is off', `/Subtype /Widget ${RECT} /AS /Off /AP << /N << /On 11 0 R >> >>`],
		['without a place', '/Subtype /FreeText /AP << /N 11 0 R >>'],
		['in a box without a size', `/Subtype /FreeText ${RECT} /AP << /N 12 0 R >>`],
	])('%s', async (_, annotation) => {
		expect(await placeOf(annotation)).toBeUndefined();
	});
});

describe('text whose place only a viewer knows is told', () => {
	it.each([
		['of a text box', `/Subtype /FreeText ${RECT} /Contents (Sign [[name:1]])`],
		['of a field', `/Subtype /Widget ${RECT} /V (Sign [[name:1]])`],
		['of a field above', `/Subtype /Widget ${RECT} /Parent << /V (Sign [[name:1]]) >>`],
	])('%s', async (_, annotation) => {
		expect((await annotated(annotation)).pages[0]?.unplaced).toEqual(['Sign [[name:1]]']);
	});

	it.each([
		['of a note', `/Subtype /Text ${RECT} /Contents (Sign)`],
		['of a box that is hidden', `/Subtype /FreeText /F 2 ${RECT} /Contents (Sign)`],
		['of a box that says how it looks', `${FREE_TEXT} /Contents (Sign)`],
	])('but not %s', async (_, annotation) => {
		expect((await annotated(annotation)).pages[0]?.unplaced).toEqual([]);
	});
});
