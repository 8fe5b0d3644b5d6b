import { printable } from '../wire/text';

/** What a look at the structure of a whole file brought to light. */
export interface Findings {
	/** Whole sentences about what is odd, but no reason to lose the file. */
	warnings: string[];
	/** Of a ZIP: how many files with content it lists; neither folders nor empty files. */
	entries?: number;
	/** Of a ZIP: these files, where the list of them could be read. */
	listed?: ListedFile[];
}

export interface ListedFile {
	name: string;
	bytes: number;
	/** Checksum of the content, as the ZIP states it. */
	crc: number;
}

const MOST_NAMES = 3;

/** A few names, as they may be shown. */
export function someOf(names: string[]): string {
	const shown = names.slice(0, MOST_NAMES).map((name) => `"${printable(name, 80)}"`);
	const others = names.length - shown.length;
	return others > 0 ? `${shown.join(', ')} and ${others} more` : shown.join(', ');
}
