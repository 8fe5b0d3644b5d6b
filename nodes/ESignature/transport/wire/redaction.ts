import { PrefixTree } from './prefixTree';

const HIDDEN = '[hidden]';
/** Shorter ones are parts of ordinary words: they are hidden where they stand alone. */
const SHORTEST_ANYWHERE = 4;
const PART_OF_A_WORD = /[\p{L}\p{N}_]/u;

/** Hides many secrets in one pass: the time depends on the text, not on how many there are. */
export class Redaction {
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
