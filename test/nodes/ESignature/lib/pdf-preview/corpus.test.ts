import { corpusFiles } from '../corpus/files';
import { drawBoxes } from '../../../../../nodes/ESignature/lib/pdf-preview';
import { readPageSizes } from '../../../../../nodes/ESignature/lib/pdf-text';
import type { ReferencePage } from '../corpus/read';
import { boxesOf, boxOn, shown } from './shown';

const FILES = [...corpusFiles()].filter(([name]) => !name.includes('encrypted'));

describe('in a PDF of another program, pdf.js shows each box where it was asked for, and all else as before:', () => {
	const files = new Map<string, { preview: Uint8Array; boxes: number[][][] }>();
	let pages: ReferencePage[][] = [];

	beforeAll(async () => {
		for (const [name, bytes] of FILES) {
			const boxes = (await readPageSizes(bytes)).map(({ width, height }, at) => [
				boxOn(at + 1, [10, 20, 150, 40]),
				boxOn(at + 1, [width - 21, height - 20, 20, 10]),
				boxOn(at + 1, [width / 2, height / 3, 33.3, 15]),
			]);
			files.set(name, {
				preview: await drawBoxes(bytes, boxes.flat()),
				boxes: boxes.map((some) => some.map(({ box }) => [...box])),
			});
		}
		pages = shown([
			...FILES.map(([, bytes]) => bytes),
			...[...files.values()].map(({ preview }) => preview),
		]);
	}, 180_000);

	it.each(FILES.map(([name, bytes], at) => ({ name, bytes, at })))(
		'$name',
		({ name, bytes, at }) => {
			const { preview, boxes } = files.get(name) ?? { preview: new Uint8Array(0), boxes: [] };
			const [before, after] = [pages[at] ?? [], pages[FILES.length + at] ?? []];

			expect(Buffer.from(preview.subarray(0, bytes.length)).equals(bytes)).toBe(true);
			expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
			expect(after.map(({ glyphs }, page) => glyphs.slice(0, before[page]?.glyphs.length))).toEqual(
				before.map(({ glyphs }) => glyphs),
			);
			expect(
				after.map(({ annotations }, page) =>
					annotations.slice(0, before[page]?.annotations.length),
				),
			).toEqual(before.map(({ annotations }) => annotations));
			for (const [page, wanted] of boxes.entries()) {
				const there = boxesOf(after[page] as ReferencePage);

				expect(there).toHaveLength(wanted.length);
				for (const [index, box] of wanted.entries()) {
					for (const [side, value] of box.entries())
						expect(there[index]?.[side]).toBeCloseTo(value, 2);
				}
			}
		},
	);
});
