import { Lexer } from '../file/lexer';
import { indexOf, isKeyword, isWhole, Name } from '../file/objects';
import { encodingNamed } from './encodings';
import { textOfGlyph } from './glyphNames';

/** No font needs more words for its 256 codes. */
const MOST_WORDS = 4_096;

/**
 * Code -> text of an embedded Type 1 font (Adobe Type 1 Font Format, 2.2): its first part is a program in plain
 * text that says `dup 65 /A put` for each code, or names the standard encoding.
 */
export function readType1(bytes: Uint8Array): Array<string | undefined> {
	const start = indexOf(bytes, '/Encoding');
	if (start < 0) return [];
	const lexer = new Lexer(bytes, start + 9);
	const encoding: Array<string | undefined> = [];
	let code: unknown;
	for (let count = 0; count < MOST_WORDS; count++) {
		const word = lexer.next();
		if (isKeyword(word, 'StandardEncoding')) return [...(encodingNamed('StandardEncoding') ?? [])];
		if (isKeyword(word, 'readonly') || isKeyword(word, 'def')) break;
		if (word instanceof Name && isWhole(code) && code < 256) {
			encoding[code] = textOfGlyph(word.value);
		}
		code = word;
	}
	return encoding;
}
