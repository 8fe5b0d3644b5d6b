import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageSize } from '../../../../nodes/ESignature/lib/pdf-text';
import { launch } from '../../browser/launch';
import { until } from '../../support/until';
import { extentOf, imageOfPng, imageOfPpm, type Image } from '../../../support/image';

/** So that half a point is two pixels. */
const PIXELS_PER_POINT = 4;

export interface Renderer {
	/** Must be installed. */
	program: string;
	/** The first page of each file, and nothing else. */
	render(files: string[], sizes: PageSize[], isDrawn: IsDrawn): Promise<Image[]>;
}

/** For viewers, which show a page bit by bit. */
type IsDrawn = (image: Image, at: number) => boolean;

const DPI = String(72 * PIXELS_PER_POINT);

const each =
	(program: string, parameters: (file: string, image: string) => string[]): Renderer['render'] =>
	async (files) =>
		files.map((file) => {
			const image = `${file}.ppm`;
			execFileSync(program, parameters(file, image), { stdio: 'ignore' });
			return imageOfPpm(readFileSync(image));
		});

const pdfJs: Renderer['render'] = async (files) => {
	const script = join(__dirname, 'pdfJs.mjs');
	const names = files.flatMap((file) => [file, `${file}.ppm`]);
	execFileSync(process.execPath, [script, String(PIXELS_PER_POINT), ...names], { stdio: 'ignore' });
	return files.map((file) => imageOfPpm(readFileSync(`${file}.ppm`)));
};

/** A CSS pixel is 3/4 of a point. */
const ZOOMED = { scale: (PIXELS_PER_POINT * 3) / 4, around: 60 };

/** The viewer behind *View* in n8n. Around the page it is dark gray. */
async function chromium(files: string[], sizes: PageSize[], isDrawn: IsDrawn): Promise<Image[]> {
	const browser = await launch();
	try {
		const images: Image[] = [];
		for (const [at, file] of files.entries()) {
			const { width, height } = sizes[at] as PageSize;
			const page = await browser.newPage({
				viewport: {
					width: Math.ceil((width * 4) / 3) + ZOOMED.around,
					height: Math.ceil((height * 4) / 3) + 4,
				},
				deviceScaleFactor: ZOOMED.scale,
			});
			await page.goto(`${pathToFileURL(file).href}#toolbar=0&navpanes=0&zoom=100`);
			const image = await until('the page is drawn', async () => {
				const shown = cropped(imageOfPng(await page.screenshot()));
				return shown && isDrawn(shown, at) ? shown : undefined;
			});
			images.push(image);
			await page.close();
		}
		return images;
	} finally {
		await browser.close();
	}
}

/** Without what is around the page. */
function cropped(image: Image): Image | undefined {
	const isPage = (red: number, green: number, blue: number) => Math.max(red, green, blue) > 100;
	const extent = extentOf(image, isPage);
	if (!extent) return undefined;
	const [left, top, right, bottom] = extent;
	const rows = Array.from({ length: bottom - top }, (_, row) => {
		const start = (top + row) * image.width;
		return image.pixels.subarray(3 * (start + left), 3 * (start + right));
	});
	return { width: right - left, height: bottom - top, pixels: Buffer.concat(rows) };
}

export const RENDERERS: Record<string, Renderer> = {
	'pdf.js': { program: process.execPath, render: pdfJs },
	Chromium: { program: 'chromium', render: chromium },
	poppler: {
		program: 'pdftoppm',
		render: each('pdftoppm', (file, image) => [
			...['-r', DPI, '-cropbox', '-singlefile', file, image.replace(/\.ppm$/, '')],
		]),
	},
	mutool: {
		program: 'mutool',
		render: each('mutool', (file, image) => [
			'draw',
			'-r',
			DPI,
			'-F',
			'ppm',
			'-o',
			image,
			file,
			'1',
		]),
	},
	Ghostscript: {
		program: 'gs',
		render: each('gs', (file, image) => [
			...['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-dUseCropBox', '-sDEVICE=ppmraw', `-r${DPI}`],
			...['-dLastPage=1', `-sOutputFile=${image}`, file],
		]),
	},
};
