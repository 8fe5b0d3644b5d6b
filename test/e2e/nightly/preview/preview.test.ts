import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { PDFDocument } from 'pdf-lib';

import { corpusFiles } from '../../../nodes/ESignature/lib/corpus/files';
import { drawBoxes, type PreviewBox } from '../../../../nodes/ESignature/lib/pdf-preview';
import { readPageSizes, type PageSize } from '../../../../nodes/ESignature/lib/pdf-text';
import { extentOf, type Image } from './image';
import { RENDERERS } from './renderers';

/** Colors that no page of the files has. */
const COLORS = [
	[1, 0, 1],
	[0, 0.8, 0.2],
	[1, 0.5, 0],
] as const;

/** Points. */
const NEAR = 0.5;

interface Preview {
	name: string;
	size: PageSize;
	boxes: PreviewBox[];
	path: string;
}

const folder = mkdtempSync(join(tmpdir(), 'preview-'));
const previews: Preview[] = [];

beforeAll(async () => {
	for (const [name, bytes] of await filesToDraw()) {
		const [size] = await readPageSizes(bytes);
		if (!size) continue;
		const boxes = boxesFor(size);
		const path = join(folder, `${previews.length}.pdf`);
		writeFileSync(path, await drawBoxes(bytes, boxes));
		previews.push({ name, size, boxes, path });
	}
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The corpus, and each page of its turned file by itself, since only first pages are drawn. */
async function filesToDraw(): Promise<Array<[name: string, bytes: Uint8Array]>> {
	const files = [...corpusFiles()].filter(([name]) => !name.includes('encrypted'));
	const turned = await PDFDocument.load(corpusFiles().get('pdflib-turned.pdf') as Buffer);
	const pages: Array<[string, Uint8Array]> = [];
	for (const at of turned.getPageIndices().slice(1)) {
		const single = await PDFDocument.create();
		const [page] = await single.copyPages(turned, [at]);
		if (page) single.addPage(page);
		pages.push([
			`pdflib-turned.pdf, page ${at + 1}`,
			await single.save({ useObjectStreams: at % 2 === 0 }),
		]);
	}
	return [...files, ...pages];
}

/** Near two corners and in the middle, with odd measures. */
function boxesFor({ width, height }: PageSize): PreviewBox[] {
	const places = [
		[10.3, 17.7, 90.5, 31.9],
		[width - 75.2, height - 41.6, 60.4, 12.2],
		[width / 2, height / 3, 20, 40],
	] as const;
	return places.map((box, at) => ({ page: 1, box, color: COLORS[at] ?? [0, 0, 0], label: [] }));
}

/** Where a page shows the frame of a box, in points. */
function seen(image: Image, { size }: Preview, { color }: PreviewBox): number[] | undefined {
	const [red, green, blue] = color.map((part) => part * 255) as [number, number, number];
	const extent = extentOf(
		image,
		(r, g, b) => Math.abs(r - red) < 60 && Math.abs(g - green) < 60 && Math.abs(b - blue) < 60,
	);
	const [across, down] = [size.width / image.width, size.height / image.height];
	return extent?.map((side, at) => side * (at % 2 === 0 ? across : down));
}

const isInstalled = (program: string): boolean =>
	[program, ...(process.env.PATH ?? '').split(delimiter).map((part) => join(part, program))].some(
		(path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		},
	);

describe('a box is within half a point of where it was asked for, as drawn by', () => {
	for (const [name, { program, render }] of Object.entries(RENDERERS)) {
		const title = isInstalled(program) ? name : `${name} (skipped: ${program} is not installed)`;
		// Poppler, mutool and Ghostscript do not come with npm: a missing one is skipped, and the title says so.
		(isInstalled(program) ? it : it.skip)(title, async () => {
			const images = await render(previews.map(({ path }) => path));
			const off = previews.flatMap((preview, at) =>
				preview.boxes.flatMap((one) => {
					const [x, y, width, height] = one.box;
					const there = seen(images[at] as Image, preview, one) ?? [];
					const far = Math.max(
						...[x, y, x + width, y + height].map((side, index) =>
							Math.abs(side - (there[index] ?? Infinity)),
						),
					);
					return [{ file: preview.name, box: one.box, far }];
				}),
			);
			process.stderr.write(
				`${name}: ${off.length} boxes in ${previews.length} files, the farthest ${Math.max(...off.map(({ far }) => far)).toFixed(2)} points off\n`,
			);

			expect(off.filter(({ far }) => far > NEAR)).toEqual([]);
		});
	}
});

// npm brings no qpdf: where the system has none, this judge is skipped.
(isInstalled('qpdf') ? it : it.skip)('qpdf finds nothing wrong with a preview', () => {
	const complaints = previews.filter(({ path }) => {
		try {
			execFileSync('qpdf', ['--check', path], { stdio: 'ignore' });
			return false;
		} catch {
			return true;
		}
	});

	expect(complaints.map(({ name }) => name)).toEqual([]);
});
