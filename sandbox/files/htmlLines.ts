/** What is not shown on a page. */
const UNSEEN = /<!--[\s\S]*?-->|<(head|script|style|title)\b[\s\S]*?<\/\1\s*>/gi;
/** Where a line ends. Cells of a table stand beside each other. */
const BREAKS = /<br\b[^>]*>|<\/?(?:p|div|h[1-6]|tr|li|ul|ol|table|section|blockquote)\b[^>]*>/gi;
const TAGS = /<[^>]*>/g;
const NAMED: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
};

/** The text of an HTML page, line by line, as a converter would show it without any styles. */
export function htmlLines(html: string): string[] {
	return html
		.replace(UNSEEN, '')
		.replace(/\s+/g, ' ')
		.replace(BREAKS, '\n')
		.replace(TAGS, '')
		.split('\n')
		.map((line) => unescaped(line).trim())
		.filter((line) => line !== '');
}

const unescaped = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (found, dec, hex, name) => {
		if (name) return NAMED[String(name).toLowerCase()] ?? String(found);
		const code = dec ? Number(dec) : parseInt(String(hex), 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : '?';
	});
