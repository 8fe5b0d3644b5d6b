import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PDFiumLibrary } from '@hyzyla/pdfium';

import { imageOfPpm, type Image } from './image';

/** So that half a point is two pixels. */
const PIXELS_PER_POINT = 4;

export interface Renderer {
	/** Must be installed. */
	program: string;
	/** The first page of each file, and nothing else. */
	render(files: string[]): Promise<Image[]>;
}

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

/** What Chromium draws a PDF with. */
async function pdfium(files: string[]): Promise<Image[]> {
	const library = await PDFiumLibrary.init();
	const images: Image[] = [];
	for (const file of files) {
		const document = await library.loadDocument(readFileSync(file));
		const { width, height, data } = await document.getPage(0).render({
			scale: PIXELS_PER_POINT,
			render: async ({ data: pixels }) => pixels,
		});
		// Each pixel has four bytes; the last one is its opacity.
		const pixels = new Uint8Array(3 * width * height);
		for (let at = 0; at < pixels.length; at++) {
			pixels[at] = data[at + Math.floor(at / 3)] as number;
		}
		images.push({ width, height, pixels });
		document.destroy();
	}
	library.destroy();
	return images;
}

export const RENDERERS: Record<string, Renderer> = {
	PDFium: { program: process.execPath, render: pdfium },
	'pdf.js': { program: process.execPath, render: pdfJs },
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
