import { standardWidth } from '../../../../nodes/ESignature/pdf/fonts/standardFonts';
import { textOfGlyph } from '../../../../nodes/ESignature/pdf/fonts/encodings';
import { HELVETICA, widthsIn } from './handMade';

describe('the tables of the standard fonts', () => {
	it('know the letters of all western languages', () => {
		for (const letter of 'A z0\u00e9\u0141\u20ac') {
			for (const font of ['Helvetica', 'Times-Roman', 'Times-BoldItalic']) {
				expect(standardWidth(font, letter, 0)).toBeGreaterThan(200);
			}
		}
		expect(standardWidth('Helvetica', '\u5c0f', 0)).toBeUndefined();
	});

	it.each([
		['space', ' '],
		['Zcaron', '\u017d'],
		['alpha', '\u03b1'],
		['afii57664', '\u05d0'],
		['ffi', '\ufb03'],
		['.notdef', undefined],
		['uniD', undefined],
		['g12', undefined],
		['constructor', undefined],
	])('take the glyph name %s for %j', (name, text) => {
		expect(textOfGlyph(name)).toBe(text);
	});

	it('are used where a font is named, not embedded', async () => {
		expect(await widthsIn(HELVETICA, '(Hi)')).toEqual([722, 222]);
	});
});
