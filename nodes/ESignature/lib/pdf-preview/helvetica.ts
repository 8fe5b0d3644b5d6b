import { encodingNamed, standardWidth } from '../pdf';

/** A longer text is cut. */
const MAX_LETTERS = 100;

/** Code -> letter. */
const ENCODING = encodingNamed('WinAnsiEncoding') ?? [];

/** Code -> width, in thousandths of the font size. */
const WIDTHS = ENCODING.map((letter, code) => standardWidth('Helvetica', letter, code) ?? 0);

const FIRST_CODE = 0x20;

/**
 * The font, without the descriptor that it needs. It states widths that readers know: where Helvetica is not installed,
 * Chromium takes a wider font, and makes its letters as narrow as the file says.
 */
export const HELVETICA = `/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding
/FirstChar ${FIRST_CODE} /LastChar ${WIDTHS.length - 1} /Widths [${WIDTHS.slice(FIRST_CODE).join(' ')}]`;

/** Adobe's metrics. */
export const HELVETICA_DESCRIPTOR = `<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [-166 -225 1000 931]
/ItalicAngle 0 /Ascent 718 /Descent -207 /CapHeight 718 /StemV 88 >>`;

/** A text in this font: its codes in hexadecimal digits, and its width in parts of the font size. */
export interface Line {
	codes: string;
	width: number;
}

/** A letter that the encoding does not have becomes a question mark. */
export function lineOf(text: string): Line {
	const letters = [...text.slice(0, 2 * MAX_LETTERS).normalize('NFC')];
	const cut = letters.length > MAX_LETTERS ? [...letters.slice(0, MAX_LETTERS - 1), '…'] : letters;
	const codes = cut.map((letter) => ENCODING.indexOf(ENCODING.includes(letter) ? letter : '?'));
	const widths = codes.map((code) => WIDTHS[code] ?? 0);
	return {
		codes: codes.map((code) => code.toString(16).padStart(2, '0')).join(''),
		width: widths.reduce((sum, width) => sum + width, 0) / 1_000,
	};
}
