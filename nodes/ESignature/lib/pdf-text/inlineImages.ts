import { indexOf, isBlank, type Budget, type Lexer } from '../pdf';
import { STEPS } from './limits';

/** How many bytes before and behind `EI` tell data from drawing commands. */
const LOOK_AHEAD = 12;

const isPlain = (byte: number): boolean => isBlank(byte) || (byte >= 0x20 && byte < 0x7f);

/**
 * Skips the data of an image among the commands, `ID data EI` (8.9.7); the lexer stands behind `ID`. The data may hold
 * the letters `EI`, too, but hardly ever followed by plain text. False where the data have no end.
 */
export function skipImageData(lexer: Lexer, budget: Budget): boolean {
	const { bytes } = lexer;
	const next = (from: number) => indexOf(bytes, 'EI', budget, from);
	for (let at = next(lexer.at); at >= 0; at = next(at + 1)) {
		budget.step(STEPS.imageEnd);
		const after = bytes.subarray(at + 2, at + 2 + LOOK_AHEAD);
		const before = bytes.subarray(Math.max(lexer.at, at - LOOK_AHEAD), at);
		// Some writers leave out the blank before it; data that are letters end with `>`.
		const isBehindData = isBlank(before.at(-1)) || before.at(-1) === 0x3e || !before.every(isPlain);
		if (!isBehindData || !after.every(isPlain) || (after.length > 0 && !isBlank(after[0])))
			continue;
		lexer.at = at + 2;
		return true;
	}
	lexer.at = bytes.length;
	return false;
}
