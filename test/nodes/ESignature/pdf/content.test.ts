import { drawn, fileOf, onePage, read, readContent, stream, times, type OnePage } from './handMade';

/** x and y of the origin of every run, from the top left of a page of 600 by 800 points. */
async function origins(content: string, options?: OnePage): Promise<number[][]> {
	const { pages } = await readContent(content, options);
	return (pages[0]?.runs ?? []).map(({ glyphs: [first] }) =>
		[first?.x ?? NaN, first?.y ?? NaN].map((value) => Math.round(value * 100) / 100),
	);
}

const start = 'BT /F1 10 Tf 100 700 Td';
/** Width of "A" in Helvetica of size 10. */
const A = 6.67;
/** What an image covers that is not made larger: one point each way. */
const ONE_POINT = 1 / (600 * 800);

describe('text is placed', () => {
	it.each([
		[
			'by Td',
			`${start} (A) Tj 5 -20 Td (A) Tj ET`,
			[
				[100, 100],
				[105, 120],
			],
		],
		[
			'by TD and T*',
			`${start} 0 -20 TD (A) Tj T* (A) Tj ET`,
			[
				[100, 120],
				[100, 140],
			],
		],
		['by Tm', 'BT /F1 10 Tf 2 0 0 2 50 60 Tm (A) Tj ET', [[50, 740]]],
		[
			"by TL and '",
			`${start} 15 TL (A) ' (A) ' ET`,
			[
				[100, 115],
				[100, 130],
			],
		],
		[
			'by "',
			`${start} 15 TL 3 1 (A) " (A) Tj ET`,
			[
				[100, 115],
				[100 + A + 1, 115],
			],
		],
		[
			'after letters',
			`${start} (AA) Tj (A) Tj ET`,
			[
				[100, 100],
				[100 + 2 * A, 100],
			],
		],
		[
			'with Tc',
			`${start} 2 Tc (AA) Tj (A) Tj ET`,
			[
				[100, 100],
				[104 + 2 * A, 100],
			],
		],
		[
			'with Tw, on blanks only',
			`${start} 9 Tw (A A) Tj (A) Tj ET`,
			[
				[100, 100],
				[109 + 2 * A + 2.78, 100],
			],
		],
		[
			'with Tz',
			`${start} 50 Tz (AA) Tj (A) Tj ET`,
			[
				[100, 100],
				[100 + A, 100],
			],
		],
		['with Ts', `${start} 4 Ts (A) Tj ET`, [[100, 96]]],
		[
			'with numbers in TJ',
			`${start} [-500 (A) 1000 (A)] TJ (A) Tj ET`,
			[
				[105, 100],
				[105 + 2 * A - 10, 100],
			],
		],
		[
			'by cm, q and Q',
			`q 2 0 0 2 10 20 cm ${start} (A) Tj ET Q ${start} (A) Tj ET`,
			[
				[210, -620],
				[100, 100],
			],
		],
		[
			'by a size below zero',
			'BT /F1 -10 Tf 100 700 Td (A) Tj (A) Tj ET',
			[
				[100, 100],
				[100 - A, 100],
			],
		],
		['by a font of the graphics state', 'BT /G gs 100 700 Td (A) Tj ET', [[100, 100]]],
	])('%s', async (_, content, places) => {
		const resources = '/ExtGState << /G << /Font [5 0 R 10] >> >>';
		// What is above the page is not seen, so the page is made tall.
		const found = await origins(content, { resources, page: '/MediaBox [0 0 600 2000]' });

		expect(found).toEqual(
			places.map(([x, y]) => [x, Math.round(((y as number) + 1200) * 100) / 100]),
		);
	});

	it.each(['1 0 0 1', '0 1 -1 0'])('as wide as Tz makes them, also upwards: %s', async (matrix) => {
		const { pages } = await readContent(`BT /F1 10 Tf 50 Tz ${matrix} 100 600 Tm (AA) Tj ET`);
		const [one, other] = pages[0]?.runs[0]?.glyphs ?? [];
		if (!one || !other) throw new Error('There are no letters.');

		expect(one.length).toBeCloseTo(A / 2);
		expect(Math.hypot(other.x - one.x, other.y - one.y)).toBeCloseTo(A / 2);
	});

	it('as high as each Tm makes them', async () => {
		const { pages } = await readContent(
			'BT /F1 10 Tf 1 0 0 1 100 700 Tm (A) Tj 1 0 0 2 100 600 Tm (A) Tj ET',
		);

		expect(pages[0]?.runs.map(({ style }) => style.size)).toEqual([10, 20]);
	});

	it('in content that is cut into several streams, but not within a word', async () => {
		const objects = { 6: stream('/F1 10 Tf 100 700 Td (Si'), 7: stream('gn) Tj ET') };
		const parts = { contents: '[4 0 R 6 0 R 7 0 R]', objects };

		expect(drawn(await readContent('BT', parts))).toBe('Si gn');
	});

	it('although the content is full of mistakes', async () => {
		const content = `Q Q ] >> ) /X Do /Y gs 1 2 3 /F9 12 Tf ${start} <4> Tj (A) Tj [ (A) /N 5 null ] TJ ET EMC`;

		expect(drawn(await readContent(content))).toBe('@|A|A');
	});
});

describe('forms', () => {
	const form = (data: string, entries = '') =>
		stream(data, `/Type /XObject /Subtype /Form ${entries}`);
	const xobjects = '/XObject << /X 6 0 R >>';

	it('are drawn with their matrix and their own fonts', async () => {
		const own = '/Matrix [1 0 0 1 30 0] /Resources << /Font << /F7 5 0 R >> >>';
		const objects = { 6: form('BT /F7 10 Tf 100 700 Td (A) Tj ET', own) };

		expect(await origins('q 1 0 0 1 0 -50 cm /X Do Q', { resources: xobjects, objects })).toEqual([
			[130, 150],
		]);
	});

	it('take the fonts of the page if they have none, and leave its state alone', async () => {
		const objects = { 6: form('BT /F1 10 Tf 5 Tc (A) Tj ET') };
		const content = `${start} ET /X Do BT 100 700 Td (AA) Tj (A) Tj ET`;

		expect(await origins(content, { resources: xobjects, objects })).toEqual([
			...[
				[0, 800],
				[100, 100],
				[100 + 2 * A, 100],
			],
		]);
	});

	it('that draw themselves are drawn once', async () => {
		const objects = { 6: form(`${start} (A) Tj ET /X Do`) };

		expect(await origins('/X Do /X Do', { resources: xobjects, objects })).toHaveLength(2);
	});

	it('are images if they say so', async () => {
		const objects = { 6: stream('BT (A) Tj ET', '/Subtype /Image /Width 1 /Height 1') };
		const { pages } = await readContent('/X Do', { resources: xobjects, objects });

		expect(pages[0]).toMatchObject({ images: new Map([[6, ONE_POINT]]), runs: [] });
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
		['that is a mask', 'BI /W 9 /H 1 /IM true ID ((\nEI'],
		['that states its length', 'BI /L 6 ID EI EI \nEI'],
		['without a blank at its end', 'BI /W 4 /H 2 /F /Fl ID x\xfe\x00)\x80(EI'],
		['whose letters end without a blank', 'BI /W 8 /H 1 /F /AHx ID 0011223344556677>EI'],
	])('%s is left out as a whole', async (_, image) => {
		const { pages } = await readContent(`${image}${after}`);

		expect(drawn({ pages })).toBe('A');
		expect(pages[0]?.images).toEqual(new Map([[0, ONE_POINT]]));
	});

	it('does not reach to the end of the next one', async () => {
		const image = 'BI /W 8 /H 1 /F /AHx ID 00112233>EI';
		const { pages } = await readContent(`${image}${after} BI /W 1 /F /AHx ID 00>\nEI${after}`);

		expect(drawn({ pages })).toBe('A|A');
		expect(pages[0]).toMatchObject({ images: new Map([[0, 2 * ONE_POINT]]), damaged: false });
	});

	it('that never ends takes the rest, which is a damage', async () => {
		const document = await readContent(`${start} (A) Tj ET BI /W 4 ID (B) Tj`);

		expect(drawn(document)).toBe('A');
		expect(document.pages[0]?.damaged).toBe(true);
	});
});

describe('a page', () => {
	const place = async (page: string) => {
		const { pages } = await readContent(`${start} (A) Tj ET`, { page });
		const { width, height, runs, rotation, userUnit } = pages[0] as NonNullable<(typeof pages)[0]>;
		const { x, y } = runs[0]?.glyphs[0] ?? { x: NaN, y: NaN };
		return { width, height, rotation, userUnit, x, y };
	};

	it.each([
		['', { width: 600, height: 800, rotation: 0, userUnit: 1, x: 100, y: 100 }],
		['/Rotate 90', { width: 800, height: 600, rotation: 90, userUnit: 1, x: 700, y: 100 }],
		['/Rotate 180', { width: 600, height: 800, rotation: 180, userUnit: 1, x: 500, y: 700 }],
		['/Rotate -90', { width: 800, height: 600, rotation: 270, userUnit: 1, x: 100, y: 500 }],
		['/Rotate 450', { width: 800, height: 600, rotation: 90, userUnit: 1, x: 700, y: 100 }],
		['/Rotate 45', { width: 600, height: 800, rotation: 0, userUnit: 1, x: 100, y: 100 }],
		[
			'/CropBox [50 100 350 750]',
			{ width: 300, height: 650, rotation: 0, userUnit: 1, x: 50, y: 50 },
		],
		[
			'/CropBox [350 750 50 100]',
			{ width: 300, height: 650, rotation: 0, userUnit: 1, x: 50, y: 50 },
		],
		[
			'/CropBox [-50 100 9999 750]',
			{ width: 600, height: 650, rotation: 0, userUnit: 1, x: 100, y: 50 },
		],
		[
			'/CropBox [700 900 800 950]',
			{ width: 600, height: 800, rotation: 0, userUnit: 1, x: 100, y: 100 },
		],
		[
			'/CropBox [50 100 350 750] /Rotate 90 /UserUnit 2',
			{ width: 1300, height: 600, rotation: 90, userUnit: 2, x: 1200, y: 100 },
		],
		['/MediaBox [0 0 0 0]', { width: 612, height: 792, rotation: 0, userUnit: 1, x: 100, y: 92 }],
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

		expect(pages.map(({ number, rotation, width }) => [number, rotation, width])).toEqual([
			[1, 90, 800],
			[2, 0, 600],
		]);
		expect(drawn({ pages })).toBe('A|A');
	});
});

it('text in a font that the file lacks is not read in the font before it', async () => {
	const { pages } = await readContent(`${start} (A) Tj /Nope 10 Tf (BC) Tj ET`);
	expect(pages[0]?.runs.map(({ glyphs }) => glyphs.map(({ text }) => text))).toEqual([
		['A'],
		[undefined, undefined],
	]);
});

it.each([
	['[/And 6 0 R 7 0 R]', 0],
	['[/Or 6 0 R 7 0 R]', 1],
	['[/Not 6 0 R]', 1],
	['[/Not [/Not 6 0 R]]', 0],
])('a layer is seen as its expression says: %s', async (expression, seen) => {
	const document = await readContent(`/OC /L BDC ${start} (Sign) Tj ET EMC`, {
		catalog: '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >>',
		resources: `/Properties << /L << /Type /OCMD /VE ${expression} >> >>`,
		objects: { 6: '<< /Type /OCG >>', 7: '<< /Type /OCG >>' },
	});
	expect(times(document, 'Sign')).toBe(seen);
});
