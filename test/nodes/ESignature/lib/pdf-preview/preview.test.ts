import * as fc from 'fast-check';

import type { ReferencePage } from '../corpus/read';
import { drawBoxes } from '../../../../../nodes/ESignature/lib/pdf-preview';
import { draws } from '../../../../support/draws';
import {
	bodyOf,
	bytesOf,
	fileOf,
	latin1,
	onePage,
	packed,
	packedFileOf,
	rowOf,
	stream,
	type Objects,
} from '../handMade';
import { boxesOf, boxOn, shown, textOf } from './shown';

const CONTENT = 'BT /F1 12 Tf 100 700 Td (Sign here) Tj ET';
const LINK = '<< /Type /Annot /Subtype /Link /Rect [10 10 50 30] >>';
const BOX = [30, 40, 150, 40] as const;

const preview = async (file: string, boxes = [boxOn(1, BOX)]): Promise<Uint8Array> =>
	await drawBoxes(bytesOf(file), boxes);

const page = (entries: string): Objects =>
	onePage(CONTENT, { page: entries, objects: { 9: LINK } });

/** Two pages, each with these annotations. */
const twoPages = (annots: string, objects: Objects): Objects => {
	const { 3: one = '', ...others } = page(`/Annots ${annots}`);
	const kids = '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 600 800] >>';
	return { ...others, 2: kids, 3: one, 6: one, ...objects };
};

/** A table for older readers, and a stream with objects that these do not see (7.5.8.4). */
function hybrid(): string {
	const { 3: own = '', ...others } = page('/Annots [9 0 R]');
	const table = packed(rowOf(2, 7, 0), '/Type /XRef /Size 10 /W [1 3 1] /Index [3 1]');
	const { text, offsets } = bodyOf({
		...others,
		7: stream(`3 0 ${own}`, `/Type /ObjStm /N 1 /First 4`),
		8: table,
	});
	const rows = [...offsets].map(
		([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
	);
	return `${text}xref\n${rows.join('')}trailer\n<< /Size 10 /Root 1 0 R /XRefStm ${offsets.get(8)} >>\nstartxref\n${text.length}\n%%EOF`;
}

/** The page and its link are the third object with their numbers (7.3.10). */
function regenerated(): string {
	const [body = '', table = ''] = fileOf(page('/Annots [9 0 R]')).split(/(?<=\n)(?=xref\n)/);
	const rows = table.split('\n').map((row, at) => {
		const isTheirs = [2 + 3, 2 + 9].includes(at);
		return isTheirs ? row.replace('00000 n', '00002 n') : row;
	});
	return `${body.replace(/\b([39]) 0 (obj|R)/g, '$1 2 $2')}${rows.join('\n')}`;
}

/** What a file may look like, and how many annotations its pages have. */
const FILES: Array<[what: string, file: string, links: number[]]> = [
	['a table', fileOf(page('')), [0]],
	['a list of annotations in the page', fileOf(page('/Annots [9 0 R] /Rotate 0')), [1]],
	['a list in an object of its own', fileOf({ ...page('/Annots 8 0 R'), 8: '[9 0 R]' }), [1]],
	['an empty list', fileOf(page('/Annots[]')), [0]],
	['no list, but a null', fileOf(page('/Annots null')), [0]],
	['a list that is missing', fileOf(page('/Annots 77 0 R')), [0]],
	['a comment in the list', fileOf(page('/Annots [9 0 R % 9 0 R]\n] % the end\n')), [1]],
	['an annotation inside the list', fileOf(page(`/Annots [${LINK}]`)), [1]],
	['an odd spelling of the key', fileOf(page('/#41nnots[9 0 R]')), [1]],
	['a list that two pages share', fileOf(twoPages('8 0 R', { 8: '[9 0 R]' })), [1, 1]],
	['lists that two pages have', fileOf(twoPages('[9 0 R]', {})), [1, 1]],
	['a stream for a table, and pages in a stream', packedFileOf(page('/Annots [9 0 R]')), [1]],
	['such a stream with predicted rows', packedFileOf(page('/Annots [9 0 R]'), true), [1]],
	[
		'a shared list in a stream',
		packedFileOf({ ...twoPages('8 0 R', {}), 4: '[9 0 R]', 8: '[9 0 R]', 10: stream('') }),
		[1, 1],
	],
	['a table and a stream', hybrid(), [1]],
	['something in front of it', `HTTP/1.1 200 OK\r\n\r\n${fileOf(page('/Annots [9 0 R]'))}`, [1]],
	['something behind it', `${fileOf(page('/Annots [9 0 R]'))}\0\0\0`, [1]],
	['no end of its last line', fileOf(page('/Annots [9 0 R]')).trimEnd(), [1]],
	['objects of a later generation', regenerated(), [1]],
	['a size that is too small', fileOf(page('/Annots [9 0 R]')).replace('/Size 10', '/Size 5'), [1]],
];

describe('a box is drawn on the first page alone in a file with', () => {
	let before: ReferencePage[][] = [];
	let after: ReferencePage[][] = [];

	beforeAll(async () => {
		const files = FILES.map(([, file]) => bytesOf(file));
		const previews: Uint8Array[] = [];
		for (const [, file] of FILES) previews.push(await preview(file));
		const pages = shown([...files, ...previews]);
		[before, after] = [pages.slice(0, FILES.length), pages.slice(FILES.length)];
	}, 180_000);

	it.each(FILES.map(([what, , links], at) => ({ what, links, at })))('$what', ({ links, at }) => {
		const pages = after[at] as ReferencePage[];
		const count = (some: ReferencePage[]) =>
			some.map(({ annotations }) => annotations.filter(({ subtype }) => subtype === 'Link').length);

		expect(pages.map(boxesOf)).toEqual(links.map((_, page) => (page === 0 ? [[...BOX]] : [])));
		expect(count(pages)).toEqual(links);
		expect(count(before[at] as ReferencePage[])).toEqual(links);
		expect(pages.map(({ text }) => text)).toEqual(before[at]?.map(({ text }) => text));
	});
});

describe('a revision', () => {
	const revisionOf = async (file: string): Promise<string> =>
		latin1(await preview(file)).slice(file.length);

	it('ends with what the file ends with, a table or a stream, which names its objects in their order', async () => {
		const table = await revisionOf(fileOf(page('')));
		const rows = [...table.slice(table.indexOf('\nxref\n')).matchAll(/^(\d+) 1$/gm)];
		const [, index = ''] =
			/\/Type \/XRef \/W \[1 4 2\] \/Index \[(.*?)\]/.exec(
				await revisionOf(packedFileOf(page(''))),
			) ?? [];
		const fromTable = rows.map(([, number]) => Number(number));
		const fromStream = index
			.split(' ')
			.filter((_, at) => at % 2 === 0)
			.map(Number);

		expect(fromTable[0]).toBe(3);
		expect(fromTable).toEqual([...fromTable].sort((one, other) => one - other));
		expect(fromStream[0]).toBe(3);
		expect(fromStream).toEqual([...fromStream].sort((one, other) => one - other));
	});

	it('says where each of its objects begins, and where its table does', async () => {
		const file = fileOf(page(''));
		const whole = latin1(await preview(file));
		const table = whole.lastIndexOf('\nxref\n') + 1;
		const rows = [...whole.slice(table).matchAll(/^(\d+) 1\n(\d{10}) (\d{5}) n $/gm)];

		expect(whole).toMatch(new RegExp(`startxref\n${table}\n%%EOF\n$`));
		expect(rows.length).toBeGreaterThan(1);
		for (const [, number, offset, generation] of rows)
			expect(whole.slice(Number(offset))).toMatch(
				new RegExp(`^${number} ${Number(generation)} obj\n`),
			);
	});

	it.each(['/Annots [9 0 R]', '/#41nnots [9 0 R]', '/Annots [] /Annots [9 0 R]'])(
		'has one list of annotations for its page: %s',
		async (entries) => {
			const revision = await revisionOf(fileOf(page(entries)));

			expect(revision.match(/\/(?:A|#41)nnots\s*\[\s*9 0 R\s/g)).toHaveLength(1);
			expect(revision.match(/nnots/g)).toHaveLength(1);
		},
	);
});

/** A page that is turned, cropped, moved and scaled in any way, and a box on it as it is shown. */
const geometry = fc
	.record({
		turn: fc.constantFrom(0, 90, 180, 270, -90, 450),
		media: fc.tuple(
			fc.integer({ min: -300, max: 300 }),
			fc.integer({ min: -300, max: 300 }),
			fc.integer({ min: 120, max: 1_500 }),
			fc.integer({ min: 120, max: 1_500 }),
		),
		cut: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40)),
		unit: fc.constantFrom(1, 0.5, 2, 10),
		corner: fc.tuple(fc.nat(1_000), fc.nat(1_000)),
		size: fc.tuple(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 2, max: 100 })),
	})
	.map(({ turn, media: [left, bottom, across, up], cut, unit, corner, size }) => {
		const crop = [left + cut[0], bottom + cut[1], left + across - cut[2], bottom + up - cut[3]];
		const sides = [across - cut[0] - cut[2], up - cut[1] - cut[3]].map((side) => side * unit);
		const [width = 0, height = 0] = turn % 180 === 0 ? sides : sides.reverse();
		const [w, h] = [Math.min(size[0], width), Math.min(size[1], height)];
		const box = [
			((width - w) * corner[0]) / 1_000,
			((height - h) * corner[1]) / 1_000,
			w,
			h,
		] as const;
		const boxes = `/MediaBox [${left} ${bottom} ${left + across} ${bottom + up}] /CropBox [${crop.join(' ')}]`;
		return { entries: `/Rotate ${turn} /UserUnit ${unit} ${boxes}`, width, height, box };
	});

it('on a page that is turned, cropped, moved and scaled, a box is where it was asked for, and its label is upright, on the page and beside or in it', async () => {
	const pages = fc.sample(geometry, draws(1_000));
	const file = fileOf({
		1: '<< /Type /Catalog /Pages 2 0 R >>',
		2: `<< /Type /Pages /Kids [${pages.map((_, at) => `${at + 3} 0 R`).join(' ')}] /Count ${pages.length} >>`,
		...Object.fromEntries(
			pages.map(({ entries }, at) => [at + 3, `<< /Type /Page /Parent 2 0 R ${entries} >>`]),
		),
	});
	const [seen = []] = shown([
		await preview(
			file,
			pages.map(({ box }, at) => boxOn(at + 1, box)),
		),
	]);
	const NEAR = 0.02;

	expect(seen).toHaveLength(pages.length);
	for (const [at, { width, height, box, entries }] of pages.entries()) {
		const { glyphs, ...there } = seen[at] as ReferencePage;
		const [shownBox = []] = boxesOf({ glyphs, ...there });
		const isIn = (left: number, top: number, across: number, down: number): boolean =>
			glyphs.every(
				([, from, base, to, end]) =>
					from >= left - NEAR &&
					to <= left + across + NEAR &&
					base >= top - NEAR &&
					base <= top + down + NEAR &&
					to > from &&
					Math.abs(base - end) < NEAR,
			);

		expect({ entries, glyphs: textOf(glyphs).replace(' ', '') }).toEqual({
			entries,
			glyphs: 'signatureada@example.com',
		});
		expect({
			entries,
			off: shownBox.map((side, index) => Math.abs(side - (box[index] as number)) > NEAR),
		}).toEqual({ entries, off: [false, false, false, false] });
		const [first = [], last = []] = [glyphs[0], glyphs.at(-1)];
		expect({ entries, isUpright: Number(first[2]) <= Number(last[2]) + NEAR }).toEqual({
			entries,
			isUpright: true,
		});
		expect({ entries, box, isOnPage: isIn(0, 0, width, height) }).toEqual({
			entries,
			box,
			isOnPage: true,
		});
	}
});

describe('a preview is refused, and no other one is drawn, for', () => {
	const file = fileOf(page(''));

	it.each([
		['something else than a PDF', 'Hello', 'notPdf'],
		['an encrypted file', fileOf(page(''), '/Encrypt << /Filter /Standard >>'), 'encrypted'],
		['a file without a table', file.slice(0, file.indexOf('xref\n')), 'damaged'],
		['a table that is wrong', file.replace('%PDF-1.7\n', '%PDF-1.7\n% moved\n'), 'damaged'],
		[
			'a newest trailer without a catalog',
			`${file}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 10 /Prev ${file.indexOf('xref\n')} >>\nstartxref\n${file.length}\n%%EOF`,
			'damaged',
		],
		[
			'a page inside the list of pages',
			fileOf({ ...page(''), 2: '<< /Type /Pages /Kids [<< /Type /Page >>] /Count 1 >>' }),
			'damaged',
		],
		[
			'a page whose end is lost',
			fileOf({ ...page(''), 3: '<< /Type /Page /Parent 2 0 R' }),
			'damaged',
		],
		['a list whose end is lost', fileOf({ ...page('/Annots 8 0 R'), 8: '[9 0 R' }), 'damaged'],
		[
			'more objects than readers take',
			file.replace('trailer', '9999999 1\n0000000020 00000 n \ntrailer'),
			'damaged',
		],
	])('%s', async (_, file, kind) => {
		await expect(preview(file)).rejects.toMatchObject({ kind });
	});

	it('a page that does not exist', async () => {
		await expect(preview(file, [boxOn(2, BOX)])).rejects.toMatchObject({ kind: 'damaged' });
	});
});

it('others get their turn while many boxes are drawn', async () => {
	const pause = jest.fn(async () => {});
	const boxes = Array.from({ length: 500 }, () => boxOn(1, [10, 10, 12, 12]));
	const limits = { stretch: 20_000 };

	await drawBoxes(bytesOf(fileOf(page(''))), boxes, { pause, limits });

	expect(pause).toHaveBeenCalled();
});
