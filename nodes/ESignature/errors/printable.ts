/**
 * A node of the prefix tree. A leaf stores the remaining characters of its text in `rest`, as long as no other text
 * shares them.
 */
interface Node {
	/** A text ends here. */
	ends?: boolean;
	next?: Map<string, Node>;
	rest?: string;
}

/** Texts by their beginnings. A thousand codes and a few long tokens stay small. */
class PrefixTree {
	private readonly root: Node = { next: new Map() };

	add(text: string): void {
		let node = this.root;
		for (let at = 0; at < text.length; at++) {
			if (node.rest !== undefined) push(node);
			const key = text.charAt(at);
			const next: Node | undefined = node.next?.get(key);
			if (!next) {
				const rest = text.slice(at + 1);
				(node.next ??= new Map<string, Node>()).set(key, rest ? { rest } : { ends: true });
				return;
			}
			node = next;
		}
		if (node.rest !== undefined) push(node);
		node.ends = true;
	}

	/**
	 * Follows the text from there as long as it is the beginning of a known one, and tells where known
	 * ones end. Returns how far it got.
	 */
	walk(text: string, from: number, onEnd: (end: number) => void): number {
		let node = this.root;
		for (let at = from; ; at++) {
			if (node.rest !== undefined) {
				const reached = at + common(node.rest, text, at);
				if (reached - at === node.rest.length) onEnd(reached);
				return reached;
			}
			if (node.ends) onEnd(at);
			const next = node.next?.get(text.charAt(at));
			if (!next) return at;
			node = next;
		}
	}
}

/** Another text shares more: the leaf moves one down. */
function push(node: Node): void {
	const rest = node.rest as string;
	delete node.rest;
	node.next = new Map([
		[rest.charAt(0), rest.length > 1 ? { rest: rest.slice(1) } : { ends: true }],
	]);
}

/** How many characters two texts share. */
function common(rest: string, text: string, at: number): number {
	let length = 0;
	while (length < rest.length && rest.charAt(length) === text.charAt(at + length)) length++;
	return length;
}

const HIDDEN = '[hidden]';
/** Shorter ones are parts of ordinary words: they are hidden where they stand alone. */
const SHORTEST_ANYWHERE = 4;
const PART_OF_A_WORD = /[\p{L}\p{N}_]/u;

/** Hides many secrets in one pass: the time depends on the text, not on how many there are. */
class Redaction {
	private readonly tree = new PrefixTree();

	private learned = 0;

	/** `asShown`: what becomes of a text before secrets are looked for in it. */
	constructor(private readonly asShown: (text: string) => string) {}

	/** Of a list that only ever grows; what was learned from it before is not looked at again. */
	learn(secrets: readonly string[]): void {
		for (; this.learned < secrets.length; this.learned++) {
			for (const form of this.formsOf(secrets[this.learned] as string)) this.tree.add(form);
		}
	}

	/** `cut` at the end of a text says that it was cut there, perhaps in the middle of a secret. */
	hideIn(text: string, cut: string): string {
		const end = text.endsWith(cut) ? text.length - cut.length : -1;
		const pieces: string[] = [];
		let shown = 0;
		let hidden = 0;
		for (let at = 0; at < text.length; at++) {
			const until = this.secretAt(text, at, end);
			if (until <= hidden) continue;
			// What overlaps is hidden as one.
			if (at >= hidden) pieces.push(text.slice(shown, at), HIDDEN);
			shown = hidden = until;
		}
		return [...pieces, text.slice(shown)].join('');
	}

	/** Where the longest secret ends that begins here, or 0. */
	private secretAt(text: string, at: number, cutAt: number): number {
		let longest = 0;
		const reached = this.tree.walk(text, at, (end) => {
			if (end - at >= SHORTEST_ANYWHERE || standsAlone(text, at, end)) longest = end;
		});
		const isBeginning = cutAt >= at + SHORTEST_ANYWHERE && reached >= cutAt;
		return isBeginning ? Math.max(longest, cutAt) : longest;
	}

	/** As it is, as it stands in JSON, and as it stands in an address; accents as one sign or as two. */
	private formsOf(secret: string): Set<string> {
		const spellings = [secret, secret.normalize('NFC'), secret.normalize('NFD')];
		const forms = spellings.flatMap((text) => {
			// Half a character cannot stand in an address.
			const whole = Buffer.from(text).toString();
			return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(whole)];
		});
		const all = new Set(forms.flatMap((form) => [form, this.asShown(form)]));
		all.delete('');
		return all;
	}
}

const standsAlone = (text: string, start: number, end: number): boolean =>
	!PART_OF_A_WORD.test(text.charAt(start - 1)) && !PART_OF_A_WORD.test(text.charAt(end));

const LONGEST = 500;
const CUT = '...';

// Control characters, halves of characters, and the marks that reorder or hide text.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

/** Text of the service made safe to show: one line, bounded, without hidden characters. */
export function printable(value: unknown, longest = LONGEST): string {
	if (typeof value !== 'string') return '';
	// Cut first: what follows costs time in proportion to the length.
	const line = value
		.slice(0, longest * 2)
		.replace(UNPRINTABLE, ' ')
		.replace(/ {2,}/g, ' ')
		.trim();
	if (line.length <= longest) return line;
	return `${line.slice(0, longest - CUT.length).replace(UNPRINTABLE, '')}${CUT}`;
}

/**
 * A text that means the same where n8n reads it as HTML (descriptions, toasts: links and bold work there,
 * and tags it does not know vanish with what they say) and where it does not (JSON, logs, other nodes).
 * Escaped, `&lt;` would stand in the latter, and a hidden character behind `<` does not keep n8n from
 * taking it for a tag: so the brackets become some that look alike.
 */
export const withoutMarkup = (text: string): string =>
	text.includes('<') ? text.replaceAll('<', '\u2039').replaceAll('>', '\u203a') : text;

// Built once and added to as the list grows: a list is looked up in for each text that is shown.
const redactions = new WeakMap<readonly string[], Redaction>();

/** The text without the given secrets, should a service ever echo one, whole or cut at the end. */
export function without(secrets: readonly string[], text: string): string {
	const redaction =
		redactions.get(secrets) ?? new Redaction((secret) => printable(secret, Infinity));
	redactions.set(secrets, redaction);
	redaction.learn(secrets);
	return redaction.hideIn(text, CUT);
}

/**
 * With commas between thousands. `toLocaleString` would first load the rules of every language, which takes 20 ms: a fifth
 * of the time that the package needs to load.
 */
export const figure = (count: number): string =>
	count < 1_000 || !Number.isInteger(count)
		? String(count)
		: `${figure(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, '0')}`;

/** So many of these, which are named in the plural: `2 seconds`, `1 second`, `1,000 IDs`. */
export const quantity = (count: number, things: string): string =>
	`${figure(count)} ${count === 1 ? things.replace(/ies$/, 'y').replace(/s$/, '') : things}`;
