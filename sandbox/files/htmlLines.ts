import { broken, LINE_HEIGHT, SIZE, type StyledLine } from './plainPdf';

const UNSEEN = /<!--[\s\S]*?-->|<(head|script|style|title)\b[\s\S]*?<\/\1\s*>/gi;
/** Where a line ends. Cells of a table stand beside each other. */
const BREAKS = /(<br\b[^>]*>|<\/?(?:p|div|h[1-6]|tr|li|ul|ol|table|section|blockquote)\b[^>]*>)/i;
const TAGS = /<[^>]*>/g;
const NAMED: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
};

/**
 * The text of an HTML page, line by line, as a converter would show it. Of its styles only the two that make room for a
 * signature and hide a tag are seen: a size in points and white, both as the style of a block.
 */
export function htmlLines(html: string): Array<string | StyledLine> {
	const parts = html.replace(UNSEEN, '').replace(/\s+/g, ' ').split(BREAKS);
	return parts.flatMap((part, index) => {
		// Texts and breaks take turns.
		const text = index % 2 === 0 ? unescaped(part.replace(TAGS, '')).trim() : '';
		return text === '' ? [] : styled(text, parts[index - 1] ?? '');
	});
}

function styled(text: string, block: string): Array<string | StyledLine> {
	const size = Number(/font-size: ?(\d{1,2})pt/i.exec(block)?.[1] ?? SIZE);
	const isWhite = /[ ;"']color: ?#fff\b/i.test(block);
	if (size === SIZE && !isWhite) return broken(text);
	const above = Array.from({ length: Math.ceil((size - SIZE) / LINE_HEIGHT) }, () => '');
	return [...above, { text, size, isWhite }];
}

const unescaped = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (found, dec, hex, name) => {
		if (name) return NAMED[String(name).toLowerCase()] ?? String(found);
		const code = dec ? Number(dec) : parseInt(String(hex), 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : '?';
	});
