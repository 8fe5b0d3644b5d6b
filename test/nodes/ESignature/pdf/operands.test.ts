import { findText } from '../../../../nodes/ESignature/pdf';
import { drawn, readContent } from './handMade';

/** Where a page of 600 by 800 points shows `Sign`, from its lower left corner; and whether it is sure of that. */
async function signIn(content: string, page?: string) {
	const document = await readContent(content, page === undefined ? {} : { page });
	const [hit] = findText(document, 'Sign');
	const { damaged, height } = document.pages[0] ?? { damaged: undefined, height: 0 };
	const at =
		hit && [hit.start.x, height - hit.start.y].map((value) => Math.round(value * 100) / 100);
	return { at, damaged };
}

describe('numbers with an exponent', () => {
	it.each([
		['a text matrix', 'BT /F1 12 Tf 6.1e-17 1 -1 6.1e-17 300 400 Tm (Sign) Tj ET', [300, 400]],
		['a matrix', '1 2.4e-17 -2.4E-17 1 1e2 3e2 cm BT /F1 12 Tf 0 0 Td (Sign) Tj ET', [100, 300]],
	])('place text by %s', async (_, content, at) => {
		expect(await signIn(content)).toEqual({ at, damaged: false });
	});

	it('state the size of a page', async () => {
		const content = 'BT /F1 12 Tf 72 700 Td (Sign) Tj ET';

		expect(await signIn(content, '/MediaBox [0 0 6.12e2 7.92e2]')).toEqual({
			at: [72, 700],
			damaged: false,
		});
	});
});

describe('an operator with more operands than it takes', () => {
	it.each([
		['Td', '5 72 700 Td (Sign) Tj'],
		['TD', '5 72 700 TD (Sign) Tj'],
		['Tm', '9 1 0 0 1 72 700 Tm (Sign) Tj'],
		['Tj', '72 700 Td 0 (Sign) Tj'],
		['TJ', '72 700 Td 0 [(Sign)] TJ'],
		["'", "72 700 Td 0 (Sign) '"],
		['"', '72 700 Td 9 0 0 (Sign) "'],
		['Tf', '72 700 Td 0 /F1 12 Tf (Sign) Tj'],
		['Ts', '72 700 Td 50 0 Ts (Sign) Tj'],
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
		['Tm with a name', `1 0 0 1 /A 700 Tm ${show}`],
		['Tm beyond all numbers', `1 0 0 1 ${'9'.repeat(400)} 700 Tm ${show}`],
		['Td', `72 Td ${show}`],
		['Td without any', `Td ${show}`],
		['TD', `(a) 72 TD ${show}`],
		['Tf', `/F1 Tf ${show}`],
		['Tf with a text', `(F1) 12 Tf ${show}`],
		['Tc', `Tc ${show}`],
		['Tw', `/A Tw ${show}`],
		['Tz', `Tz ${show}`],
		['TL', `TL ${show}`],
		['Ts', `Ts ${show}`],
		['Tj', `${show} /A Tj`],
		['TJ', `${show} (a) TJ`],
		["'", `${show} 5 '`],
		['"', `${show} 0 (a) "`],
		['Do', `${show} Do`],
		['gs', `${show} 5 gs`],
	])('does nothing, and the page says so: %s', async (_, content) => {
		expect(await signIn(`BT /F1 12 Tf 72 700 Td ${content} ET`)).toEqual({
			at: [72, 700],
			damaged: true,
		});
	});

	it('does no harm where it is about lines and colours', async () => {
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
