import { getOrCreate } from './collections';

const HIDDEN = '[hidden]';
/** Shorter secrets are parts of ordinary words, so they are hidden only where they stand alone. */
const MIN_LENGTH_ANYWHERE = 4;

/** A secret as it may appear in text: raw, JSON-escaped, or percent-encoded. */
function formsOf(secret: string): string[] {
	// Half a surrogate pair cannot be percent-encoded.
	const whole = Buffer.from(secret).toString();
	return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(whole)];
}

/**
 * Hides secrets in texts. A run may send thousands of access codes, and the service may refuse each of them: a secret is
 * prepared once, and a text is read once, however many secrets there are.
 */
export class Redactor {
	private readonly secrets = new Set<string>();

	private readonly forms = new Set<string>();

	/** By their first characters, how long the forms are: longest first, since a secret may begin with another one. */
	private readonly lengths = new Map<string, number[]>();

	constructor(secrets: Iterable<string> = []) {
		for (const secret of secrets) this.add(secret);
	}

	add(secret: string): void {
		if (secret === '' || this.secrets.has(secret)) return;
		this.secrets.add(secret);
		for (const form of formsOf(secret)) {
			this.forms.add(form);
			const start = form.slice(0, MIN_LENGTH_ANYWHERE);
			const lengths = getOrCreate(this.lengths, start, (): number[] => []);
			if (lengths.includes(form.length)) continue;
			lengths.push(form.length);
			lengths.sort((a, b) => b - a);
		}
	}

	/** The text without the secrets. Shorten a text only after this. */
	redact(text: string): string {
		let redacted = '';
		let done = 0;
		for (let at = 0; at < text.length; at++) {
			const length = this.lengthAt(text, at);
			if (length === 0) continue;
			redacted += text.slice(done, at) + HIDDEN;
			done = at + length;
			at = done - 1;
		}
		return redacted + text.slice(done);
	}

	/** The length of the longest secret that begins here, or 0. */
	private lengthAt(text: string, at: number): number {
		for (let start = MIN_LENGTH_ANYWHERE; start > 0; start--) {
			const found = this.lengths
				.get(text.slice(at, at + start))
				?.find((length) => this.isSecret(text, at, at + length));
			if (found) return found;
		}
		return 0;
	}

	private isSecret(text: string, from: number, to: number): boolean {
		if (!this.forms.has(text.slice(from, to))) return false;
		return to - from >= MIN_LENGTH_ANYWHERE || standsAlone(text, from, to);
	}
}

const WORD = /[\p{L}\p{N}_]/u;

const standsAlone = (text: string, from: number, to: number): boolean =>
	!WORD.test(text[from - 1] ?? '') && !WORD.test(text[to] ?? '');
