import {
	drawBoxes,
	type PreviewBox,
	type PreviewOptions,
} from '../../../../../nodes/ESignature/lib/pdf-preview';
import { PDFDocument, StandardFonts } from 'pdf-lib';

import type { ReferencePage } from '../corpus/read';
import { bytesOf, fileOf, latin1, onePage } from '../handMade';
import { BLUE, boxOn, shown, textOf } from './shown';

/** 600 by 800 points. */
const FILE = bytesOf(fileOf(onePage('')));

type Drawn = [boxes: PreviewBox[], options?: PreviewOptions];

/** The first page of each file, as pdf.js shows it. */
async function pagesWith(...drawn: Drawn[]): Promise<ReferencePage[]> {
	const files = drawn.map(async ([boxes, options]) => await drawBoxes(FILE, boxes, options));
	return shown(await Promise.all(files)).map(([page]) => page as ReferencePage);
}

/** Left, top, right and bottom of some letters, without their height. */
const around = (glyphs: ReferencePage['glyphs']): number[] => [
	Math.min(...glyphs.map(([, x]) => x)),
	Math.min(...glyphs.map(([, , y]) => y)),
	Math.max(...glyphs.map(([, , , x]) => x)),
	Math.max(...glyphs.map(([, , , , y]) => y)),
];

it('a label is in its box, in as many lines as can be larger, or beside a box that is too small', async () => {
	const sizes = [
		[150, 40],
		[150, 14],
		[12, 12],
	] as const;
	const pages = await pagesWith(...sizes.map(([w, h]): Drawn => [[boxOn(1, [100, 100, w, h])]]));
	const looks = pages.map(({ glyphs }, at) => {
		const [width = 0, height = 0] = sizes[at] ?? [];
		const [left = 0, top = 0, right = 0, bottom = 0] = around(glyphs);
		const isInside = left >= 100 && right <= 100 + width && top > 100 && bottom < 100 + height;
		return {
			lines: new Set(glyphs.map(([, , y]) => y)).size,
			isInside,
			isRight: left > 100 + width,
		};
	});

	expect(looks).toEqual([
		{ lines: 2, isInside: true, isRight: false },
		{ lines: 1, isInside: true, isRight: false },
		{ lines: 1, isInside: false, isRight: true },
	]);
});

it('the lines of a label stand below each other, in the middle of their box', async () => {
	const [inBox, beside] = await pagesWith(
		[[boxOn(1, [100, 100, 150, 40])]],
		[[boxOn(1, [100, 100, 12, 12])]],
	);
	const [, first = 0, , last = 0] = around(inBox?.glyphs ?? []);
	const [, baseline = 0] = around(beside?.glyphs ?? []);

	// Letters stand on these lines, so there is more space above the first than below the last.
	expect(last - first).toBeGreaterThan(9);
	expect(first - 100).toBeGreaterThan(140 - last);
	expect(140 - last).toBeGreaterThan(9);
	expect(Math.abs(baseline - 107.5)).toBeLessThan(1.5);
});

it('a label beside a box keeps away from the edge of the page and from other boxes', async () => {
	const others = [boxOn(1, [315, 99, 80, 13], []), boxOn(1, [200, 99, 80, 13], [])];
	const [atEdge, between] = await pagesWith(
		[[boxOn(1, [587, 100, 12, 12])]],
		[[boxOn(1, [300, 100, 12, 12]), ...others]],
	);

	expect(around(atEdge?.glyphs ?? [])[2]).toBeLessThan(587);
	const [left = 0, top = 0] = around(between?.glyphs ?? []);
	expect(left).toBeGreaterThan(300);
	expect(top).toBeGreaterThan(112);
});

it('letters that the font lacks become question marks, and viewers show all of the label', async () => {
	const label = ['name', 'Łukasz (用户)\\😀@müller.example'];
	const [page] = await pagesWith([[boxOn(1, [100, 100, 300, 40], label)]]);

	expect(textOf(page?.glyphs ?? [])).toBe('name?ukasz (??)\\?@müller.example');
	expect(page?.annotations.map(({ text }) => text)).toEqual([label.join('\n')]);
});

it('a long label is cut, and one without lines is nothing', async () => {
	const [long, none] = await pagesWith(
		[[boxOn(1, [100, 100, 12, 12], ['a'.repeat(10_000)])]],
		[[boxOn(1, [100, 100, 12, 12], [])]],
	);

	expect(textOf(long?.glyphs ?? [])).toBe(`${'a'.repeat(99)}…`);
	expect(none?.annotations.map(({ box }) => box)).toEqual([[100, 100, 12, 12]]);
});

it('the font states the widths of Helvetica, since Chromium takes another font where it is not installed', async () => {
	const { 1: widths = '' } =
		/\/FirstChar 32 \/LastChar 255 \/Widths \[(.*?)\]/.exec(latin1(await drawBoxes(FILE, []))) ??
		[];
	const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
	const letters = [...'iWm@.-_0é'];

	expect(letters.map((letter) => widths.split(' ')[letter.charCodeAt(0) - 32])).toEqual(
		letters.map((letter) => String(font.widthOfTextAtSize(letter, 1_000))),
	);
});

describe('the legend', () => {
	const entry = (text: string) => ({ color: BLUE, text });

	it('is in the first corner that no box takes', async () => {
		const legend = [entry('ada@example.com'), entry('grace@example.com')];
		const boxes = [
			[200, 400, 150, 40],
			[440, 20, 150, 40],
			[0, 20, 590, 40],
		] as const;
		const pages = await pagesWith(...boxes.map((box): Drawn => [[boxOn(1, box)], { legend }]));
		const corners = pages.map(({ annotations }) => {
			const [x = 0, y = 0] = annotations.find(({ text }) => text === '')?.box ?? [];
			return `${y < 400 ? 'top' : 'bottom'} ${x < 300 ? 'left' : 'right'}`;
		});

		expect(corners).toEqual(['top right', 'top left', 'bottom right']);
		expect(textOf(pages[0]?.glyphs ?? [])).toMatch(/^ada@example\.comgrace@example\.com/);
	});

	it('of many signers becomes smaller, so that the page has room for all of it', async () => {
		const legend = Array.from({ length: 200 }, (_, at) => entry(`signer-${at}@example.com`));
		const [page] = await pagesWith([[], { legend }]);
		const [left = 0, top = 0, right, bottom] = around(page?.glyphs ?? []);

		expect(textOf(page?.glyphs ?? [])).toBe(legend.map(({ text }) => text).join(''));
		expect(Math.min(left, top)).toBeGreaterThan(0);
		expect(right).toBeLessThan(600);
		expect(bottom).toBeLessThan(800);
	});
});
