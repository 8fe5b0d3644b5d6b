/* eslint-disable @n8n/community-nodes/no-restricted-imports -- packs a bomb */
import { deflateSync } from 'node:zlib';

import {
	bounded,
	Budget,
	DEFAULT_LIMITS,
	readPdf,
	tagsOn,
	type PdfLimits,
	type PdfPage,
} from '../../../../nodes/ESignature/pdf';
import { CMap } from '../../../../nodes/ESignature/pdf/fonts/cmap';
import { bytesOf, fileOf, onePage, stream, type Objects } from './handMade';

const CONTENT = 'BT /F1 12 Tf 100 700 Td (Sign here) Tj ET';

/** With a long text that nobody needs. */
const PAGE_WITH_NOTE = `<< /Type /Page /Contents 4 0 R /Note (${'A'.repeat(300_000)}) >>`;

const outcome = async (objects: Objects, limits?: Partial<PdfLimits>) =>
	await readPdf(bytesOf(fileOf(objects)), { limits });

const tooLarge = (what: keyof PdfLimits, limit: number) => ({ kind: 'tooLarge', what, limit });

const packed = (text: string | Buffer): string =>
	stream(deflateSync(text).toString('latin1'), '/Filter /FlateDecode');

describe('the limits', () => {
	it.each<[keyof PdfLimits, number, Objects]>([
		['bytes', 200, onePage(CONTENT)],
		['objects', 4, onePage(CONTENT)],
		[
			'pages',
			2,
			{
				...onePage(CONTENT),
				2: '<< /Kids [3 0 R 6 0 R 7 0 R] >>',
				6: '<< /Type /Page >>',
				7: '<< /Type /Page >>',
			},
		],
		['steps', 5_000, onePage(`(${'A'.repeat(300_000)}) Tj`)],
		['steps', 5_000, onePage('1 '.repeat(8_000))],
		['operators', 50, onePage('q Q '.repeat(50))],
		['glyphs', 50, onePage(`BT /F1 1 Tf (${'A'.repeat(60)}) Tj ET`)],
		['pageGlyphs', 50, onePage(`BT /F1 1 Tf (${'A'.repeat(60)}) Tj ET`)],
		['streamBytes', 5_000, { ...onePage(''), 4: packed(' '.repeat(10_000)) }],
		[
			'unpackedBytes',
			15_000,
			{
				...onePage('', { contents: '[4 0 R 6 0 R]' }),
				4: packed(' '.repeat(10_000)),
				6: packed(' '.repeat(10_000)),
			},
		],
		['kept', 5_000, { ...onePage(CONTENT), 3: PAGE_WITH_NOTE }],
		['depth', 20, onePage(`${'['.repeat(40)} ${']'.repeat(40)} TJ`)],
	])('of %s is kept', async (what, limit, objects) => {
		expect(await outcome(objects, { [what]: limit })).toEqual(tooLarge(what, limit));
		expect((await outcome(objects, { [what]: limit * 100 })).kind).toBe('read');
	});

	it('stop a bomb before it fills the memory', async () => {
		const bomb = { ...onePage(''), 4: packed(Buffer.alloc(70_000_000)) };
		const twice = stream(
			deflateSync(deflateSync(Buffer.alloc(50_000_000))).toString('latin1'),
			'/Filter [/FlateDecode /FlateDecode]',
		);
		const limits = { streamBytes: 1_000_000 };

		expect(await outcome(bomb)).toEqual(tooLarge('streamBytes', DEFAULT_LIMITS.streamBytes));
		expect(await outcome(bomb, limits)).toEqual(tooLarge('streamBytes', 1_000_000));
		expect(await outcome({ ...onePage(''), 4: twice }, limits)).toEqual(
			tooLarge('streamBytes', 1_000_000),
		);
	});

	it('stop forms that draw forms that draw forms', async () => {
		const forms = Array.from({ length: 12 }, (_, level): [number, string] => [
			10 + level,
			stream(
				level === 11 ? 'BT /F1 1 Tf (A) Tj ET' : '/X Do '.repeat(10),
				`/Subtype /Form /Resources << /Font << /F1 5 0 R >> /XObject << /X ${11 + level} 0 R >> >>`,
			),
		]);
		const objects = {
			...onePage('/X Do', { resources: '/XObject << /X 10 0 R >>' }),
			...Object.fromEntries(forms),
		};

		expect(await outcome(objects, { operators: 20_000 })).toEqual(tooLarge('operators', 20_000));
	});

	const form = (content: string): string =>
		stream(content, '/Subtype /Form /Resources << /XObject << /A 6 0 R /B 7 0 R /C 8 0 R >> >>');

	it.each<[string, Objects]>([
		[
			'empty forms that are drawn again and again',
			{
				...onePage('/C Do '.repeat(1_000), { resources: '/XObject << /C 8 0 R >>' }),
				...{ 6: form(''), 7: form('/A Do '.repeat(1_000)), 8: form('/B Do '.repeat(1_000)) },
			},
		],
		['marks that are never closed', { ...onePage(''), 4: packed('/a BMC '.repeat(1_200_000)) }],
		[
			'texts without letters',
			{ ...onePage(''), 4: packed(`/F1 1 Tf ${'()Tj '.repeat(1_200_000)}`) },
		],
		[
			'a text that is never seen',
			{ ...onePage(''), 4: packed(`/F1 0 Tf ${`(${'A'.repeat(90_000)})Tj `.repeat(100)}`) },
		],
	])('stop one page that takes too long: %s', async (_, objects) => {
		expect(await outcome(objects)).toEqual({ kind: 'tooSlow' });
	});

	it('stop a page that is full of brackets, and count for each page anew', async () => {
		const page = async (content: string) => {
			const found = await outcome({ ...onePage(''), 4: packed(content) });
			if (found.kind !== 'read') throw new Error(found.kind);
			return found.document.pages[0] as PdfPage;
		};
		const full = async (text: string) =>
			await page(`BT /F1 0.001 Tf 10 700 Td (${text.repeat(190_000 / text.length)}) Tj ET`);
		const [opening, closing] = [await full('[[a'), await full('name:1]]')];
		const usual = await page('BT /F1 9 Tf 10 700 Td ([[date:1]]) Tj ET');
		const budget = new Budget();
		const tags = (one: PdfPage) => {
			budget.startPage();
			return bounded(() => tagsOn(one, budget, ['name']).length);
		};

		expect(tags(opening)).toEqual({ kind: 'tooSlow' });
		expect(tags(closing)).toEqual({ kind: 'tooSlow' });
		expect(tags(usual)).toEqual({ kind: 'done', value: 1 });
	});

	it('let a font have 256 long ranges of codes, since all are gone through for each letter', () => {
		const code = (value: number) => value.toString(16).padStart(8, '0');
		const ranges = Array.from({ length: 300 }, (_, at) => {
			const low = at * 0x1000;
			return `<${code(low)}> <${code(low + 0xfff)}> <0041>`;
		});
		const map = new CMap(bytesOf(`${ranges.join(' ')} endbfrange`), new Budget());

		expect([0, 255, 256].map((at) => map.unicodeOf(at * 0x1000 + 1))).toEqual([
			'B',
			'B',
			undefined,
		]);
	});

	it('count how long the text is that a range of codes stands for', () => {
		const long = '0041'.repeat(3_000);
		const budget = new Budget({ ...DEFAULT_LIMITS, steps: 50_000 });
		const map = new CMap(bytesOf(`<0000> <ffff> <${long}> endbfrange`), budget);
		const letters = (count: number) =>
			bounded(() => Array.from({ length: count }, (_, at) => map.unicodeOf(at)).length);

		expect(letters(5)).toEqual({ kind: 'done', value: 5 });
		expect(letters(50)).toEqual(tooLarge('steps', 50_000));
	});

	it('stop a page tree that is too deep', async () => {
		const nodes = Array.from({ length: 100 }, (_, level): [number, string] => [
			10 + level,
			`<< /Kids [${level === 99 ? 3 : 11 + level} 0 R] >>`,
		]);
		const objects = {
			...onePage(CONTENT),
			2: '<< /Kids [10 0 R] >>',
			...Object.fromEntries(nodes),
		};

		expect(await outcome(objects)).toEqual(tooLarge('depth', DEFAULT_LIMITS.depth));
	});

	it('stop objects that are nested without end', async () => {
		for (const nested of ['[', '<< /A ']) {
			const objects = { ...onePage(CONTENT), 5: nested.repeat(100_000) };
			expect(await outcome(objects)).toEqual(tooLarge('depth', DEFAULT_LIMITS.depth));
		}
	});

	it('stop objects that all reach to the end of the file', async () => {
		const numbers = Array.from({ length: 3_000 }, (_, at) => at + 10);
		// A string that is never closed.
		const open = Object.fromEntries(numbers.map((number) => [number, '(']));
		const contents = `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
		const objects = { ...onePage('', { contents }), ...open };

		expect(await outcome(objects, { steps: 200_000 })).toEqual(tooLarge('steps', 200_000));
	});

	it('let through references that go round in a ring', async () => {
		const objects = { ...onePage(CONTENT), 5: '6 0 R', 6: '5 0 R' };

		expect((await outcome(objects)).kind).toBe('read');
	});

	it('include time, as the caller measures it', async () => {
		const file = bytesOf(fileOf(onePage('q Q '.repeat(100_000))));
		let asked = 0;
		const expired = () => {
			asked += 1;
			return asked > 10;
		};

		expect(await readPdf(file, { expired })).toEqual({ kind: 'tooSlow' });
		expect(asked).toBe(11);
	});

	it('leave room for others between pages', async () => {
		const kids = { 2: '<< /Kids [3 0 R 6 0 R] >>', 6: '<< /Type /Page /MediaBox [0 0 9 9] >>' };
		let pauses = 0;
		const pause = async () => {
			pauses += 1;
		};
		await readPdf(bytesOf(fileOf({ ...onePage(CONTENT), ...kids })), { pause });

		expect(pauses).toBe(2);
	});
});
