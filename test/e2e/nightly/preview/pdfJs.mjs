// Draws the first page of PDFs with pdf.js, as portable pixmaps: node pdfJs.mjs <pixels per point> a.pdf a.ppm b.pdf b.ppm
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const [scale, ...files] = process.argv.slice(2);

for (let at = 0; at < files.length; at += 2) {
	const document = await getDocument({
		data: new Uint8Array(readFileSync(files[at])),
		cMapUrl: `${join(PDFJS, 'cmaps')}/`,
		cMapPacked: true,
		standardFontDataUrl: `${join(PDFJS, 'standard_fonts')}/`,
		verbosity: VerbosityLevel.ERRORS,
	}).promise;
	const page = await document.getPage(1);
	const viewport = page.getViewport({ scale: Number(scale) });
	const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
	const { canvas, context } = document.canvasFactory.create(width, height);
	await page.render({ canvas, canvasContext: context, viewport, background: 'white' }).promise;
	const { data } = context.getImageData(0, 0, width, height);
	const rgb = Buffer.alloc(width * height * 3);
	for (let pixel = 0; pixel < width * height; pixel++)
		rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
	writeFileSync(files[at + 1], Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb]));
	await document.destroy();
}
