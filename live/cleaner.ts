import { getOrCreate } from '../nodes/ESignature/values/collections';
import { quotedIn } from '../test/contract/apiPage';
import { read } from '../test/contract/repository';
import { formsOf } from '../test/support/canaries';
import { tokenIn } from './observations';
import { objectOf, type Account, type Visit } from './visit';

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
	private readonly harmless = new Set(quotedIn(read('docs/api.md')));
	private readonly ids = new Map<string, string>();
	private readonly removed = new Map<string, string>();

	constructor({ recorder, runs }: Visit, account: Account, send = '') {
		const known: Array<[secret: string, instead: string]> = [
			[account.clientSecret, '(client secret)'],
			[account.clientId, '(client ID)'],
			[account.baseUrl, '(Base URL)'],
			[new URL(account.baseUrl).host, '(host)'],
			[recorder.url, '(Base URL)'],
			[send, 'signer@example.com'],
		];
		const ours: unknown[] = runs.map(({ parameters, items }) => [parameters, items]);
		for (const { route, sent, answer } of recorder.exchanges) {
			if (route !== 'POST /oauth/token') ours.push(sent.json);
			else if (answer) known.push([tokenIn(objectOf(answer)), '(token)']);
		}
		mapTexts(ours, (text) => void this.harmless.add(text));
		this.secrets = known
			.flatMap(([secret, instead]) =>
				formsOf(secret).map((form): [string, string] => [form, instead]),
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

	/** What the service has answered. */
	answer = <Value>(value: Value): Value =>
		mapTexts(value, (text, keys) =>
			this.isHarmless(text, keys) ? this.text(text) : this.placeholder(text),
		);

	/** What we have sent or put in, and what an operation has put out, after the answers that it was made from. */
	own = <Value>(value: Value): Value =>
		mapTexts(value, (text) => this.removed.get(text) ?? this.text(text));

	private isHarmless(text: string, keys: string[]): boolean {
		return (
			this.harmless.has(text) ||
			TIME.test(text) ||
			text.replace(UUID, '') === '' ||
			ENUMS.test(keys.at(-1) ?? '') ||
			keys.some((key) => PROSE.test(key))
		);
	}

	private placeholder(text: string): string {
		return getOrCreate(this.removed, text, () => `(removed ${this.removed.size + 1})`);
	}

	private idFor(id: string): string {
		const next = () => `00000000-0000-4000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
		return getOrCreate(this.ids, id.toLowerCase(), next);
	}
}

/** A copy of a JSON value with other texts. `keys`: where a text is. */
function mapTexts<Value>(
	value: Value,
	change: (text: string, keys: string[]) => unknown,
	keys: string[] = [],
): Value {
	if (typeof value === 'string') return change(value, keys) as Value;
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, keys)) as Value;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change, [...keys, key])]),
	) as Value;
}
