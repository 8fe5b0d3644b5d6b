import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { imageOfPpm, type Image } from '../../../support/image';

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

export const RENDERERS: Record<string, Renderer> = {
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
