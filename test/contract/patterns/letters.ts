import type { Pattern } from './find';

/** One of each kind that patterns tell apart. */
const KINDS = [...'aAzZ09 \t\n\r_-./\\,;:"\'`<>()[]{}|=@+*?!#$%&~^\0é•\ufeff\u2028\ufffd'];

export interface Letters {
	all: string[];
	/** Those that this part of the pattern takes, alone. */
	matching(part: string): string[];
}

/** The letters to try a pattern with: one of each kind, and those that stand in it. */
export function lettersOf({ source, flags }: Pattern): Letters {
	const all = [...new Set([...KINDS, ...source.replace(/\\[a-z]/gi, '')])];
	const known = new Map<string, string[]>();
	const matching = (part: string): string[] => {
		const whole = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''));
		const found = known.get(part) ?? all.filter((letter) => whole.test(letter));
		known.set(part, found);
		return found;
	};
	return { all, matching };
}
