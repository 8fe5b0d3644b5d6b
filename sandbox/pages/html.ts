/** Markup that is safe to send as it is. Made by `html` only. */
export class Html {
	constructor(readonly text: string) {}

	toString(): string {
		return this.text;
	}
}

export type Part = Html | string | number | false | undefined | readonly Part[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

function render(part: Part): string {
	if (part === false || part === undefined) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(render).join('');
	return escaped(String(part));
}

/** A piece of a page. Everything put in is escaped, unless it is such a piece itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	const last = strings.length - 1;
	return new Html(strings.map((text, at) => text + (at < last ? render(parts[at]) : '')).join(''));
}
