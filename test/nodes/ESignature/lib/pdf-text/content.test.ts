import { findTags, type PdfPage } from '../../../../../nodes/ESignature/lib/pdf-text';
import { fileOf, onePage, stream, type OnePage } from '../handMade';
import { ANY, drawn, hex, placesOf, read, readContent, times, unreadIn } from './handMade';

/** x and y of every glyph, from the top left of what shows of a page of 600 by 800 points. */
async function origins(content: string, options?: OnePage): Promise<string> {
	const { glyphs, height } = (await readContent(content, options)).pages[0] as PdfPage;
	const above = height - 800;
	const rounded = (value: number) => Math.round(value * 100) / 100;
	return glyphs.texts
		.map((_, at) => `${rounded(glyphs.x(at))},${rounded(glyphs.y(at) - above)}`)
		.join(' ');
}

const start = 'BT /F1 10 Tf 100 700 Td';
/** Width of "A" in Helvetica of size 10. */
const A = 6.67;

describe('text is placed', () => {
	// "A" in Helvetica of size 10 is 6.67 wide, a blank 2.78.
	it.each([
		['by Td', `${start} (A) Tj 5 -20 Td (A) Tj ET`, '100,100 105,120'],
		['by TD and T*', `${start} 0 -20 TD (A) Tj T* (A) Tj ET`, '100,120 100,140'],
		['by Tm', 'BT /F1 10 Tf 2 0 0 2 50 60 Tm (A) Tj ET', '50,740'],
		["by TL and '", `${start} 15 TL (A) ' (A) ' ET`, '100,115 100,130'],
		['by "', `${start} 15 TL 3 1 (A) " (A) Tj ET`, '100,115 107.67,115'],
		['with Tc', `${start} 2 Tc (AA) Tj (A) Tj ET`, '100,100 108.67,100 117.34,100'],
		['with Tw, on blanks only', `${start} 9 Tw (A A) Tj ET`, '100,100 106.67,100 118.45,100'],
		['with Tz', `${start} 50 Tz (AA) Tj (A) Tj ET`, '100,100 103.34,100 106.67,100'],
		['with Ts', `${start} 4 Ts (A) Tj ET`, '100,96'],
		['with numbers in TJ', `${start} [-500 (A) 1000 (A)] TJ ET`, '105,100 101.67,100'],
		[
			'by cm, q and Q',
			`q 2 0 0 2 9 9 cm ${start} (A) Tj ET Q ${start} (A) Tj ET`,
			'209,-609 100,100',
		],
		['by a size below zero', 'BT /F1 -10 Tf 100 700 Td (AA) Tj ET', '100,100 93.33,100'],
		['by a font of the graphics state', 'BT /G gs 100 700 Td (A) Tj ET', '100,100'],
	])('%s', async (_, content, places) => {
		const resources = '/ExtGState << /G << /Font [5 0 R 10] >> >>';
		// Text above the page is not seen, so the page is made tall.
		const tall = { resources, page: '/MediaBox [0 0 600 2000]' };

		expect(await origins(content, tall)).toBe(places);
	});

	it('as wide as Tz makes them, also upwards', async () => {
		const content = 'BT /F1 10 Tf 50 Tz 0 1 -1 0 100 600 Tm (AA) Tj ET';
		const { glyphs } = (await readContent(content)).pages[0] as PdfPage;

		expect(glyphs.length(0)).toBeCloseTo(A / 2);
		expect(Math.hypot(glyphs.x(1) - glyphs.x(0), glyphs.y(1) - glyphs.y(0))).toBeCloseTo(A / 2);
	});

	it('as high as each Tm makes them', async () => {
		const { pages } = await readContent(
			'BT /F1 10 Tf 1 0 0 1 100 700 Tm (A) Tj 1 0 0 2 100 600 Tm (A) Tj ET',
		);

		expect(pages[0]?.glyphs.styles.map(({ size }) => size)).toEqual([10, 20]);
	});

	it('in content that is cut into several streams, but not within a word', async () => {
		const objects = { 6: stream('/F1 10 Tf 100 700 Td (Si'), 7: stream('gn) Tj ET') };
		const parts = { contents: '[4 0 R 6 0 R 7 0 R]', objects };

		expect(drawn(await readContent('BT', parts))).toBe('Si gn');
	});

	it('although the content is full of mistakes', async () => {
		const content = `Q Q ] >> ) /X Do /Y gs 1 2 3 /F9 12 Tf ${start} <4> Tj (A) Tj [ (A) /N 5 null ] TJ ET EMC`;

		expect(drawn(await readContent(content))).toBe('@AA');
	});
});

describe('forms', () => {
	const form = (data: string, entries = '') =>
		stream(data, `/Type /XObject /Subtype /Form ${entries}`);
	const xobjects = '/XObject << /X 6 0 R >>';

	it('are drawn with their matrix and their own fonts', async () => {
		const own = '/Matrix [1 0 0 1 30 0] /Resources << /Font << /F7 5 0 R >> >>';
		const objects = { 6: form('BT /F7 10 Tf 100 700 Td (A) Tj ET', own) };

		expect(await origins('q 1 0 0 1 0 -50 cm /X Do Q', { resources: xobjects, objects })).toBe(
			'130,150',
		);
	});

	it('take the fonts of the page if they have none, and leave its state alone', async () => {
		const objects = { 6: form('BT /F1 10 Tf 5 Tc 0 9 Td (A) Tj ET') };
		const content = `${start} ET /X Do BT 100 700 Td (AA) Tj (A) Tj ET`;

		expect(await origins(content, { resources: xobjects, objects })).toBe(
			'0,791 100,100 106.67,100 113.34,100',
		);
	});

	it('that draw themselves are drawn once', async () => {
		const objects = { 6: form(`${start} (A) Tj ET /X Do`) };

		expect(drawn(await readContent('/X Do /X Do', { resources: xobjects, objects }))).toBe('AA');
	});

	it('are images if they say so', async () => {
		const objects = { 6: stream('BT (A) Tj ET', '/Subtype /Image /Width 1 /Height 1') };
		const document = await readContent('/X Do', { resources: xobjects, objects });

		expect(drawn(document)).toBe('');
		expect(unreadIn(document)).toBe('image');
	});
});

describe('an image inside the content', () => {
	const after = ` ${start} (A) Tj ET`;

	it.each([
		['of known size', 'BI /W 4 /H 2 /BPC 8 /CS /G ID \x01EI\x02 EI(\nEI'],
		['that is packed', 'BI /W 4 /H 2 /F /Fl ID x\xfe EI \x00\xff)\x80(EI\nEI'],
		[
			'that is packed, with an end where it would be if it were not',
			'BI /W 4 /H 2 /BPC 8 /CS /G /F /Fl ID 12345678\nEI \x00\xff)\x80(\nEI',
		],
		['without a blank at its end', 'BI /W 4 /H 2 /F /Fl ID x\xfe\x00)\x80(EI'],
		['whose letters end without a blank', 'BI /W 8 /H 1 /F /AHx ID 0011223344556677>EI'],
	])('%s is left out as a whole', async (_, image) => {
		expect(drawn(await readContent(`${image}${after}`))).toBe('A');
	});

	it('does not reach to the end of the next one', async () => {
		const image = 'BI /W 8 /H 1 /F /AHx ID 00112233>EI';
		const document = await readContent(`${image}${after} BI /W 1 /F /AHx ID 00>\nEI${after}`);

		expect(drawn(document)).toBe('AA');
	});

	it('that never ends takes the rest, which is a damage', async () => {
		const document = await readContent(`${start} (A) Tj ET BI /W 4 ID (B) Tj`);

		expect(drawn(document)).toBe('A');
		expect(unreadIn(document)).toBe('text');
	});
});

describe('a page', () => {
	const place = async (page: string) => {
		const { pages } = await readContent(`${start} (A) Tj ET`, { page });
		const { width, height, glyphs } = pages[0] as PdfPage;
		return { width, height, x: glyphs.x(0), y: glyphs.y(0) };
	};

	it.each([
		['', { width: 600, height: 800, x: 100, y: 100 }],
		['/Rotate 90', { width: 800, height: 600, x: 700, y: 100 }],
		['/Rotate 180', { width: 600, height: 800, x: 500, y: 700 }],
		['/Rotate -90', { width: 800, height: 600, x: 100, y: 500 }],
		['/Rotate 45', { width: 600, height: 800, x: 100, y: 100 }],
		['/CropBox [50 100 350 750]', { width: 300, height: 650, x: 50, y: 50 }],
		['/CropBox [350 750 50 100]', { width: 300, height: 650, x: 50, y: 50 }],
		['/CropBox [-50 100 9999 750]', { width: 600, height: 650, x: 100, y: 50 }],
		['/CropBox [700 900 800 950]', { width: 600, height: 800, x: 100, y: 100 }],
		[
			'/CropBox [50 100 350 750] /Rotate 90 /UserUnit 2',
			{ width: 1300, height: 600, x: 1200, y: 100 },
		],
		['/MediaBox [0 0 0 0]', { width: 612, height: 792, x: 100, y: 92 }],
	])('with %s is measured as it is shown', async (page, expected) => {
		expect(await place(page)).toEqual(expected);
	});

	it('does not show what was cropped away', async () => {
		expect(drawn(await readContent(`${start} (A) Tj ET`, { page: '/CropBox [0 0 90 800]' }))).toBe(
			'',
		);
	});

	it('takes from the nodes above what it does not say itself', async () => {
		const objects = onePage(`${start} (A) Tj ET`);
		const tree = {
			2: '<< /Kids [6 0 R] /Rotate 90 /MediaBox [0 0 10 10] >>',
			3: '<< /Type /Page /Contents 4 0 R >>',
			6: '<< /Type /Pages /Kids [3 0 R 7 0 R] /MediaBox [0 0 600 800] /Resources << /Font << /F1 5 0 R >> >> >>',
			7: '<< /Type /Page /Contents 4 0 R /Rotate 0 >>',
		};
		const { pages } = await read(fileOf({ ...objects, ...tree }));

		expect(pages.map(({ number, width }) => [number, width])).toEqual([
			[1, 800],
			[2, 600],
		]);
		expect(drawn({ pages })).toBe('A|A');
	});
});

it('text in a font that the file lacks is not read in the font before it', async () => {
	expect(drawn(await readContent(`${start} (A) Tj /Nope 10 Tf (BC) Tj ET`))).toBe('A??');
});

const textAt = (x: number, y: number, letters = 'Sign') =>
	`BT /F1 10 Tf ${x} ${y} Td (${letters}) Tj ET`;

const seenIn = async (content: string, options?: OnePage) =>
	drawn(await readContent(content, options));

describe('text that is clipped away is not seen', () => {
	it.each([
		['by a rectangle', `0 0 50 50 re W n ${textAt(100, 500)}`],
		['by the path of another shape', `0 0 m 50 0 l 25 50 l h W* n ${textAt(100, 500)}`],
		['by two that overlap', `0 0 300 600 re W n 200 0 300 600 re W n ${textAt(100, 500)}`],
		['by two that do not', `0 0 50 50 re W n 90 490 90 90 re W n ${textAt(100, 500)}`],
		['by one that is drawn, too', `0 0 50 50 re W f ${textAt(100, 500)}`],
		[
			'by one that is moved',
			`1 0 0 1 300 0 cm 0 0 50 900 re W n 1 0 0 1 -300 0 cm ${textAt(100, 500)}`,
		],
	])('%s', async (_, content) => {
		expect(await seenIn(content)).toBe('');
	});

	it.each([
		['within it', `90 490 90 90 re W n ${textAt(100, 500)}`, 'Sign'],
		['across its edge, letter by letter', `90 490 20 90 re W n ${textAt(100, 500)}`, 'Si'],
		['behind its left edge', `112 490 90 90 re W n ${textAt(100, 500)}`, 'n'],
		['once the state is restored', `q 0 0 50 50 re W n Q ${textAt(100, 500)}`, 'Sign'],
		['if the path does not clip', `0 0 50 50 re n ${textAt(100, 500)}`, 'Sign'],
		['if the path makes no sense', `0 0 /A 50 re W n ${textAt(100, 500)}`, 'Sign'],
		['drawn from its lower right', `180 580 -90 -90 re W n ${textAt(100, 500)}`, 'Sign'],
	])('but is %s', async (_, content, seen) => {
		expect(await seenIn(content)).toBe(seen);
	});

	const form = (entries: string): OnePage => ({
		resources: '/XObject << /X 6 0 R >>',
		objects: { 6: stream(textAt(100, 500), `/Subtype /Form ${entries}`) },
	});

	it.each([
		['outside of its box', '/BBox [0 0 50 50]', ''],
		['inside of its box', '/BBox [90 490 180 580]', 'Sign'],
		['where its box is, once it is moved', '/BBox [90 490 180 580] /Matrix [1 0 0 1 50 0]', 'Sign'],
		['without a box', '', 'Sign'],
	])('and in a form: %s', async (_, entries, seen) => {
		expect(await seenIn('/X Do', form(entries))).toBe(seen);
	});

	it('by the box of a form, until that is done', async () => {
		expect(await seenIn(`/X Do ${textAt(100, 500, 'Date')}`, form('/BBox [0 0 50 50]'))).toBe(
			'Date',
		);
	});
});

/** Where a page of 600 by 800 points shows `Sign`, from its lower left corner; and whether it is sure of that. */
async function signIn(content: string) {
	const document = await readContent(content);
	const [hit] = await placesOf(document, 'Sign');
	const { height } = document.pages[0] as PdfPage;
	const at =
		hit && [hit.start.x, height - hit.start.y].map((value) => Math.round(value * 100) / 100);
	return { at, damaged: unreadIn(document) === 'text' };
}

describe('an operator with more operands than it takes', () => {
	it.each([
		['Td', '5 72 700 Td (Sign) Tj'],
		['Tf', '72 700 Td 0 /F1 12 Tf (Sign) Tj'],
		['Td, by far', `${'5 '.repeat(100)} 72 700 Td (Sign) Tj`],
	])('takes the last ones: %s', async (_, content) => {
		expect(await signIn(`BT /F1 12 Tf ${content} ET`)).toEqual({ at: [72, 700], damaged: false });
	});

	it('takes the last ones: BDC', async () => {
		const mark = '/Span << /ActualText (Date) >> BDC';

		expect(drawn(await readContent(`BT /F1 9 Tf 9 9 Td 7 ${mark} (Sign) Tj EMC ET`))).toBe('Date');
	});
});

describe('an operator that gets too few operands, or others than it takes,', () => {
	const show = '(Sign) Tj';

	it.each([
		['cm', `1 0 0 1 100 cm ${show}`],
		['Tm', `1 0 0 1 72 Tm ${show}`],
		['Tm beyond all numbers', `1 0 0 1 ${'9'.repeat(400)} 700 Tm ${show}`],
		['Td', `72 Td ${show}`],
		['Tf', `/F1 Tf ${show}`],
		['Tj', `${show} /A Tj`],
		['"', `${show} 0 (a) "`],
		['Do', `${show} Do`],
	])('does nothing, and the page says so: %s', async (_, content) => {
		expect(await signIn(`BT /F1 12 Tf 72 700 Td ${content} ET`)).toEqual({
			at: [72, 700],
			damaged: true,
		});
	});

	it('does no harm where it is about lines and colors', async () => {
		const { damaged } = await signIn('/A w 5 rg m BT /F1 12 Tf 72 700 Td (Sign) Tj ET');

		expect(damaged).toBe(false);
	});
});

describe('commands that end without an operator', () => {
	it.each([
		['numbers', '72 600'],
		['a string without an end', '(a( Tj ET BT 72 600 Td (Date) Tj ET'],
		['an array without an end', '[(a) TJ ET BT 72 600 Td (Date) Tj ET'],
		['a dictionary without an end', '/Span << /MCID 0 BDC (Date) Tj ET'],
	])('are a page that is not whole: %s', async (_, rest) => {
		expect(await signIn(`BT /F1 12 Tf 72 700 Td (Sign) Tj ${rest}`)).toEqual({
			at: [72, 700],
			damaged: true,
		});
	});
});

describe('marked content', () => {
	it('that only names the blanks of a line leaves each letter at its place', async () => {
		const line = '[(iiii)-278(Sign)-278(WWWW)] TJ';
		const place = async (content: string) =>
			(await placesOf(await readContent(`${start} ${content} ET`), 'Sign')).map(({ box }) => box);
		const plain = await place(line);

		expect(plain).toHaveLength(1);
		expect(await place(`/Span << /ActualText (iiii Sign WWWW) >> BDC ${line} EMC`)).toEqual(plain);
	});

	it('that spells out a ligature leaves each letter at its place, too', async () => {
		const place = async (before: string, behind: string) => {
			const line = `<${hex('\ufb01nal')}> Tj 40 0 Td <${hex('Sign')}> Tj`;
			const content = `BT /U 10 Tf 100 700 Td ${before} ${line} ${behind} ET`;
			return (await placesOf(await readContent(content, ANY), 'Sign')).map(({ box }) => box.x);
		};

		expect(await place('', '')).toEqual([140]);
		expect(await place('/Span << /ActualText (final Sign) >> BDC', 'EMC')).toEqual([140]);
	});

	it.each([
		['stands for other letters', '/Span << /ActualText (Sign) >> BDC (XY) Tj EMC', 'Sign'],
		['in Unicode', '/Span << /ActualText <FEFF00530069> >> BDC (XYZ) Tj EMC', 'Si'],
		['by the name of its properties', '/Span /P BDC (XYZ) Tj EMC', 'Sign'],
		['letter by letter', '/Span << /ActualText (Si) >> BDC (X) Tj (Y) Tj EMC', 'Si'],
		[
			'of which the outer one counts',
			'/Span << /ActualText (Sign) >> BDC /Span << /ActualText (no) >> BDC (X) Tj EMC EMC',
			'Sign',
		],
		['without another text', '/P << /MCID 0 >> BDC (Sign) Tj EMC', 'Sign'],
	])('%s', async (_, marked, letters) => {
		const resources = '/Properties << /P << /ActualText (Sign) >> >>';

		expect(drawn(await readContent(`${start} ${marked} ET`, { resources }))).toBe(letters);
	});

	it('covers the glyphs that it stands for', async () => {
		const { pages } = await readContent(
			`${start} /Span << /ActualText (Sign) >> BDC (AAA) Tj EMC ET`,
		);

		expect(pages[0]?.glyphs.length(0)).toBeCloseTo(3 * A);
	});

	it('does not stand for glyphs of several lines', async () => {
		const marked = '/Span << /ActualText (Sign) >> BDC (A) Tj 0 -20 Td (B) Tj EMC';

		expect(drawn(await readContent(`${start} ${marked} ET`))).toBe('AB');
	});
});

describe('a layer', () => {
	const layered = `/OC /L BDC ${start} (Sign) Tj ET EMC`;
	const seen = async (usual: string, set = '6 0 R') =>
		await times(
			await readContent(layered, {
				resources: `/Properties << /L ${set} >>`,
				catalog: `/OCProperties << /OCGs [6 0 R 7 0 R] /D << ${usual} >> >>`,
				objects: { 6: '<< /Type /OCG /Name (a) >>', 7: '<< /Type /OCG /Name (b) >>' },
			}),
			'Sign',
		);

	it.each([
		['is seen', '', '6 0 R', 1],
		['is hidden if it is off', '/OFF [6 0 R]', '6 0 R', 0],
		['is hidden if all are off', '/BaseState /OFF', '6 0 R', 0],
		['is seen if all others are off', '/BaseState /OFF /ON [6 0 R]', '6 0 R', 1],
		[
			'of several groups is seen if one is',
			'/OFF [6 0 R]',
			'<< /Type /OCMD /OCGs [6 0 R 7 0 R] >>',
			1,
		],
	])('%s', async (_, usual, set, count) => {
		expect(await seen(usual, set)).toBe(count);
	});

	it('can be a form', async () => {
		const options = {
			resources: '/XObject << /X 6 0 R >>',
			catalog: '/OCProperties << /D << /OFF [7 0 R] >> >>',
			objects: {
				6: stream(`${start} (A) Tj ET`, '/Subtype /Form /OC 7 0 R'),
				7: '<< /Type /OCG >>',
			},
		};

		expect(drawn(await readContent('/X Do', options))).toBe('');
	});
});

it.each([
	['on one line', '1 0 0 1 100 700', '1 0 0 1 110 700', 'Sign'],
	['on one line up the page', '0 1 -1 0 100 700', '0 1 -1 0 100 710', 'Sign'],
	['on a line and across it', '1 0 0 1 100 700', '0 1 -1 0 100 700', 'AB'],
	['in opposite directions', '1 0 0 1 100 700', '-1 0 0 -1 100 700', 'AB'],
])('a text stands for glyphs on one line only: %s', async (_, first, second, text) => {
	const marks = `/Span << /ActualText (Sign) >> BDC ${first} Tm (A) Tj ${second} Tm (B) Tj EMC`;

	expect(drawn(await readContent(`BT /F1 10 Tf ${marks} ET`))).toBe(text);
});

const APPEARANCE = 'BT /F1 10 Tf 2 5 Td ([[signature:1]]) Tj ET';
const RESOURCES = '/Resources << /Font << /F1 5 0 R >> >>';

/** A page with a text of its own and one annotation, which looks like object 11. */
async function annotated(annotation: string, form = '/BBox [0 0 100 20]', appearance = APPEARANCE) {
	return await readContent('BT /F1 10 Tf 100 700 Td (Lease) Tj', {
		page: '/Annots [10 0 R null 99 0 R]',
		objects: {
			10: `<< /Type /Annot ${annotation} >>`,
			11: stream(appearance, `/Subtype /Form ${form} ${RESOURCES}`),
			12: stream('', '/Subtype /Form /BBox [0 0 1 1]'),
		},
	});
}

const RECT = '/Rect [200 300 300 320]';
const FREE_TEXT = `/Subtype /FreeText ${RECT} /AP << /N 11 0 R >>`;

const placeOf = async (...args: Parameters<typeof annotated>) => {
	const [hit] = await placesOf(await annotated(...args), '[[signature:1]]');
	return hit && [hit.start.x, hit.start.y].map(Math.round);
};

describe('text on top of a page is found', () => {
	it.each([
		['in a text box', FREE_TEXT],
		['in a field of a form', FREE_TEXT.replace('FreeText', 'Widget')],
		['in the state that is on', `/Subtype /Widget ${RECT} /AS /On /AP << /N << /On 11 0 R >> >>`],
		['where it is printed, too', `${FREE_TEXT} /F 4`],
	])('%s', async (_, annotation) => {
		const document = await annotated(annotation);
		expect(await times(document, 'Lease')).toBe(1);
		expect((await findTags(document)).tags.map(({ text }) => text)).toEqual(['[[signature:1]]']);
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

describe('text whose place only a viewer knows is reported', () => {
	it.each([
		['of a text box', `/Subtype /FreeText ${RECT} /Contents (  Sign [[name:1]]  )`],
		['of a field', `/Subtype /Widget ${RECT} /V (Sign [[name:1]])`],
		['of a field above', `/Subtype /Widget ${RECT} /Parent << /V (Sign [[name:1]]) >>`],
	])('%s', async (_, annotation) => {
		expect((await annotated(annotation)).pages[0]?.unplaced).toEqual(['Sign [[name:1]]']);
	});

	it.each([
		['of a note', `/Subtype /Text ${RECT} /Contents (Sign)`],
		['of a box that says how it looks', `${FREE_TEXT} /Contents (Sign)`],
	])('but not %s', async (_, annotation) => {
		expect((await annotated(annotation)).pages[0]?.unplaced).toEqual([]);
	});
});
