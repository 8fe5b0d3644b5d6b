import { quotedIn } from '../test/contract/apiPage';
import { read } from '../test/contract/repository';
import { formsOf } from '../test/support/canaries';

/** Their values are words of the interface, also where docs/api.md does not know them. */
const ENUMS =
	/^(status|statue|mode|role|type|notificationsManagedBy|failureReason|tokenType|token_type|format)$/;
/** Prose of refusals. It may name what we have sent, but nobody else's things. */
const PROSE = /^(title|detail|instance|error|error_description|validation_errors)$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z?$/;
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const EMAIL = /[^\s@"'<>]+@(?!example\.com\b)[^\s@"'<>]+\.[a-z]+/gi;
/** A shorter one would be found in words that have nothing to do with it. */
const SHORTEST_SECRET = 4;

/**
 * Removes secrets, addresses and names. Of what the service says, a text stays only if it is known to be harmless: a word
 * of the interface, a time, or what we have sent. The same thing is replaced by the same text everywhere.
 */
export class Cleaner {
	private readonly secrets: Array<[form: string, instead: string]>;
	private readonly words = new Set(quotedIn(read('docs/api.md')));
	private readonly ids = new Map<string, string>();
	private readonly removed = new Map<string, string>();

	constructor(
		secrets: Record<string, string | undefined>,
		private readonly ours: ReadonlySet<string> = new Set(),
	) {
		this.secrets = Object.entries(secrets)
			.flatMap(([secret, instead = '(removed)']) =>
				formsOf(secret).map((form) => [form, instead] as [string, string]),
			)
			.filter(([form]) => form.length >= SHORTEST_SECRET)
			.sort(([one], [other]) => other.length - one.length);
	}

	/** Text that was written for people, or by us. */
	text(text: string): string {
		const known = this.secrets.reduce(
			(left, [form, instead]) => left.replaceAll(form, instead),
			text,
		);
		return known.replace(UUID, (id) => this.idFor(id)).replace(EMAIL, 'somebody@example.com');
	}

	/** For people: which ID it is does not matter. */
	prose(text: string): string {
		return this.text(text).replace(UUID, '(ID)');
	}

	/** What we have sent or put in. */
	own<Value>(value: Value): Value {
		return JSON.parse(this.text(JSON.stringify(value ?? null))) as Value;
	}

	/** What the service has answered. */
	answer(value: unknown, key = ''): unknown {
		if (typeof value === 'string')
			return this.isHarmless(value, key) ? this.text(value) : this.placeholder(value);
		if (Array.isArray(value)) return value.map((entry) => this.answer(entry, key));
		if (typeof value !== 'object' || value === null) return value;
		const below = Object.entries(value).map(([name, entry]) => [
			name,
			this.answer(entry, PROSE.test(key) ? key : name),
		]);
		return Object.fromEntries(below) as unknown;
	}

	/** What an operation has put out, after the answers that it was made from. */
	output(value: unknown): unknown {
		if (typeof value === 'string') return this.removed.get(value) ?? this.text(value);
		if (Array.isArray(value)) return value.map((entry) => this.output(entry));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, entry]) => [name, this.output(entry)]),
		) as unknown;
	}

	private isHarmless(value: string, key: string): boolean {
		const isOurs = this.ours.has(value) || this.words.has(value);
		return (
			isOurs ||
			TIME.test(value) ||
			value.replace(UUID, '') === '' ||
			ENUMS.test(key) ||
			PROSE.test(key)
		);
	}

	private placeholder(value: string): string {
		const known = this.removed.get(value) ?? `(removed ${this.removed.size + 1})`;
		this.removed.set(value, known);
		return known;
	}

	private idFor(id: string): string {
		const key = id.toLowerCase();
		const known =
			this.ids.get(key) ?? `00000000-0000-4000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
		this.ids.set(key, known);
		return known;
	}
}
