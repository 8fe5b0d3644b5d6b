// Reads PDFs with pdf.js, which shares no code with this package: the text of each page, where each glyph is, and the
// annotations.
//
//   node test/nodes/ESignature/lib/corpus/reference.mjs a.pdf b.pdf      one line of JSON per file
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getDocument, OPS, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

async function read(path) {
	const document = await getDocument({
		data: new Uint8Array(readFileSync(path)),
		cMapUrl: `${join(PDFJS, 'cmaps')}/`,
		cMapPacked: true,
		standardFontDataUrl: `${join(PDFJS, 'standard_fonts')}/`,
		useSystemFonts: false,
		verbosity: VerbosityLevel.ERRORS,
	}).promise;
	const pages = [];
	for (let number = 1; number <= document.numPages; number++) {
		const page = await document.getPage(number);
		const viewport = page.getViewport({ scale: 1 });
		const { width, height, transform } = viewport;
		const { items } = await page.getTextContent();
		const text = items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
		const annotations = (await page.getAnnotations()).map(({ subtype, rect, contentsObj }) => {
			const [x, y, endX, endY] = viewport.convertToViewportRectangle(rect);
			const [left, top] = [Math.min(x, endX), Math.min(y, endY)];
			const box = [left, top, Math.abs(endX - x), Math.abs(endY - y)].map(rounded);
			return { subtype, box, text: contentsObj?.str ?? '' };
		});
		const glyphs = await glyphsOf(page, transform);
		pages.push({ width, height, text, glyphs, annotations });
	}
	await document.destroy();
	return pages;
}

/** Follows the drawing commands as the viewer does (canvas.js, showText). */
async function glyphsOf(page, viewport) {
	const { fnArray, argsArray } = await page.getOperatorList({ intent: 'display' });
	const glyphs = [];
	const saved = [];
	let state = {
		ctm: viewport,
		font: undefined,
		size: 0,
		char: 0,
		word: 0,
		scale: 1,
		leading: 0,
		rise: 0,
	};
	let text = [1, 0, 0, 1, 0, 0];
	let line = [0, 0];
	let at = [0, 0];
	const move = (x, y) => {
		line = [line[0] + x, line[1] + y];
		at = [...line];
	};
	const show = (shown) => {
		const { font, size } = state;
		const unit = size * (font.fontMatrix?.[0] ?? 0.001);
		for (const glyph of shown) {
			if (typeof glyph === 'number') {
				at = [at[0] - (glyph * size * state.scale) / 1000, at[1]];
				continue;
			}
			const spacing = (glyph.isSpace ? state.word : 0) + state.char;
			const matrix = Util.transform(state.ctm, text);
			const from = placed(matrix, at[0], at[1] + state.rise);
			const drawn = glyph.width * unit;
			const to = placed(matrix, at[0] + drawn * state.scale, at[1] + state.rise);
			glyphs.push([glyph.unicode, ...from, ...to].map(rounded));
			at = [at[0] + (drawn + spacing) * state.scale, at[1]];
		}
	};
	for (const [index, operator] of fnArray.entries()) {
		const args = argsArray[index] ?? [];
		switch (operator) {
			case OPS.save:
				saved.push({ ...state });
				break;
			case OPS.restore:
				state = saved.pop() ?? state;
				break;
			case OPS.transform:
				state.ctm = Util.transform(state.ctm, args);
				break;
			case OPS.paintFormXObjectBegin:
				saved.push({ ...state });
				if (args[0]) state.ctm = Util.transform(state.ctm, args[0]);
				break;
			case OPS.paintFormXObjectEnd:
				state = saved.pop() ?? state;
				break;
			case OPS.beginAnnotation:
				saved.push({ ...state });
				state.ctm = Util.transform(Util.transform(viewport, args[2]), args[3]);
				break;
			case OPS.endAnnotation:
				state = saved.pop() ?? state;
				break;
			case OPS.beginText:
				[text, line, at] = [
					[1, 0, 0, 1, 0, 0],
					[0, 0],
					[0, 0],
				];
				break;
			case OPS.setFont:
				state.font = page.commonObjs.has(args[0])
					? page.commonObjs.get(args[0])
					: page.objs.get(args[0]);
				state.size = args[1];
				break;
			case OPS.setTextMatrix:
				[text, line, at] = [args.length === 1 ? [...args[0]] : args, [0, 0], [0, 0]];
				break;
			case OPS.moveText:
				move(args[0], args[1]);
				break;
			case OPS.setLeadingMoveText:
				state.leading = args[1];
				move(args[0], args[1]);
				break;
			case OPS.nextLine:
				move(0, state.leading);
				break;
			case OPS.setLeading:
				state.leading = -args[0];
				break;
			case OPS.setCharSpacing:
				state.char = args[0];
				break;
			case OPS.setWordSpacing:
				state.word = args[0];
				break;
			case OPS.setHScale:
				state.scale = args[0] / 100;
				break;
			case OPS.setTextRise:
				state.rise = args[0];
				break;
			case OPS.showText:
				show(args[0]);
		}
	}
	return glyphs;
}

const placed = ([a, b, c, d, e, f], x, y) => [a * x + c * y + e, b * x + d * y + f];
const rounded = (value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);

for (const path of process.argv.slice(2)) {
	const pages = await read(path).catch((error) => ({ error: error.name }));
	process.stdout.write(`${JSON.stringify({ path, pages })}\n`);
}
