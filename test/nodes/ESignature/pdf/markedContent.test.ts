import { findText } from '../../../../nodes/ESignature/pdf';
import { ANY, drawn, hex, readContent, stream, times } from './handMade';

const start = 'BT /F1 10 Tf 100 700 Td';
/** Width of "A" in Helvetica of size 10. */
const A = 6.67;

describe('marked content', () => {
	it('that only names the blanks of a line leaves each letter at its place', async () => {
		const line = '[(iiii)-278(Sign)-278(WWWW)] TJ';
		const place = async (content: string) =>
			findText(await readContent(`${start} ${content} ET`), 'Sign').map(({ box }) => box);
		const plain = await place(line);

		expect(plain).toHaveLength(1);
		expect(await place(`/Span << /ActualText (iiii Sign WWWW) >> BDC ${line} EMC`)).toEqual(plain);
	});

	it('that spells out a ligature leaves each letter at its place, too', async () => {
		const place = async (before: string, behind: string) => {
			const line = `<${hex('\ufb01nal')}> Tj 40 0 Td <${hex('Sign')}> Tj`;
			const content = `BT /U 10 Tf 100 700 Td ${before} ${line} ${behind} ET`;
			return findText(await readContent(content, ANY), 'Sign').map(({ box }) => box.x);
		};

		expect(await place('', '')).toEqual([140]);
		expect(await place('/Span << /ActualText (final Sign) >> BDC', 'EMC')).toEqual([140]);
	});

	it.each([
		['stands for other letters', '/Span << /ActualText (Sign) >> BDC (XY) Tj EMC', 'Sign'],
		['in Unicode', '/Span << /ActualText <FEFF00530069> >> BDC (XYZ) Tj EMC', 'Si'],
		['by the name of its properties', '/Span /P BDC (XYZ) Tj EMC', 'Sign'],
		['letter by letter', '/Span << /ActualText (Si) >> BDC (X) Tj (Y) Tj EMC', 'S|i'],
		[
			'of which the outer one counts',
			'/Span << /ActualText (Sign) >> BDC /Span << /ActualText (no) >> BDC (X) Tj EMC EMC',
			'Sign',
		],
		['without another text', '/P << /MCID 0 >> BDC (Sign) Tj EMC', 'Sign'],
		['without properties', '/P BMC (Sign) Tj EMC', 'Sign'],
	])('%s', async (_, marked, letters) => {
		const resources = '/Properties << /P << /ActualText (Sign) >> >>';

		expect(drawn(await readContent(`${start} ${marked} ET`, { resources }))).toBe(letters);
	});

	it('covers the glyphs that it stands for', async () => {
		const { pages } = await readContent(
			`${start} /Span << /ActualText (Sign) >> BDC (AAA) Tj EMC ET`,
		);
		const glyph = pages[0]?.runs[0]?.glyphs[0];

		expect(glyph?.length).toBeCloseTo(3 * A);
	});

	it('does not stand for glyphs of several lines', async () => {
		const marked = '/Span << /ActualText (Sign) >> BDC (A) Tj 0 -20 Td (B) Tj EMC';

		expect(drawn(await readContent(`${start} ${marked} ET`))).toBe('A|B');
	});
});

describe('a layer', () => {
	const marked = `/OC /L BDC ${start} (Sign) Tj ET EMC`;
	const seen = async (usual: string, set = '6 0 R') =>
		times(
			await readContent(marked, {
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
		[
			'of several groups may need all',
			'/OFF [6 0 R]',
			'<< /Type /OCMD /P /AllOn /OCGs [6 0 R 7 0 R] >>',
			0,
		],
		[
			'may be there for the case that another is off',
			'/OFF [6 0 R]',
			'<< /Type /OCMD /P /AllOff /OCGs 6 0 R >>',
			1,
		],
		[
			'may be there for the case that any is off',
			'/OFF [6 0 R]',
			'<< /Type /OCMD /P /AnyOff /OCGs [7 0 R] >>',
			0,
		],
	])('%s', async (_, usual, set, count) => {
		expect(await seen(usual, set)).toBe(count);
	});

	it.each([
		['is hidden if it says so itself', 'View', '/View', 'OFF', '', 0],
		['is seen if it says so itself', 'View', '/View', 'ON', '/OFF [6 0 R]', 1],
		['does not decide on its own', 'View', '', 'OFF', '', 1],
		['is seen if it is hidden on paper only', 'Print', '/View', 'OFF', '', 1],
	])('%s', async (_, event, categories, state, usual, count) => {
		const rule = `<< /Event /${event} /Category [${categories}] /OCGs [6 0 R] >>`;
		const document = await readContent(marked, {
			resources: '/Properties << /L 6 0 R >>',
			catalog: `/OCProperties << /OCGs [6 0 R] /D << ${usual} /AS [${rule}] >> >>`,
			objects: { 6: `<< /Type /OCG /Usage << /View << /ViewState /${state} >> >> >>` },
		});

		expect(times(document, 'Sign')).toBe(count);
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
