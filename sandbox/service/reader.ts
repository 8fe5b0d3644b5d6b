import { invalid, type Refusal, type ValidationErrors } from '../http/problems';
import { bodyOf, type Call } from '../http/router';

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Properties = Record<string, unknown>;

const isObject = (value: unknown): value is Properties =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

type Rules = Pick<Call, 'ignoresUnknownKeys'>;

interface TextRule {
	min?: number;
	max?: number;
	shape?: RegExp;
	says?: string;
}

/**
 * Reads a JSON object property by property and collects everything that is wrong with it. A wrong
 * property yields a placeholder, so callers must not use what they read before `finish()`.
 */
export class Reader {
	private readonly source: Properties;

	constructor(
		value: unknown,
		known: readonly string[],
		private readonly rules: Rules,
		private readonly at = '',
		private readonly errors: ValidationErrors = {},
	) {
		this.source = isObject(value) ? value : {};
		if (!isObject(value)) this.errors[at || 'body'] = 'must be an object';
		for (const key of Object.keys(this.source)) {
			if (!known.includes(key)) this.failUnknown(key, 'is not a known property here');
		}
	}

	has(key: string): boolean {
		return this.source[key] !== undefined;
	}

	text(key: string, { min = 1, max = Infinity, shape, says }: TextRule = {}): string {
		const value = this.source[key];
		if (typeof value !== 'string') return this.fail(key, 'must be a string') ?? '';
		if (value.length < min) this.fail(key, `must have at least ${min} characters`);
		if (value.length > max) this.fail(key, `must have at most ${max} characters`);
		if (shape && !shape.test(value)) this.fail(key, says ?? 'has the wrong shape');
		return value;
	}

	uuid(key: string): string {
		return this.text(key, { shape: UUID_SHAPE, says: 'must be a UUID' }).toLowerCase();
	}

	oneOf<Value extends string>(
		key: string,
		values: readonly [Value, ...Value[]],
		{ anyCase = false } = {},
	): Value {
		const given = this.source[key];
		const wanted = anyCase && typeof given === 'string' ? given.toLowerCase() : given;
		const found = values.find((value) => value === wanted);
		return found ?? this.fail(key, `must be one of ${values.join(', ')}`) ?? values[0];
	}

	flag(key: string): boolean {
		const value = this.source[key];
		return typeof value === 'boolean' ? value : (this.fail(key, 'must be true or false') ?? false);
	}

	pageNumber(key: string, pages: number): number {
		const value = this.source[key];
		if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
			return this.fail(key, 'must be a whole number from 1') ?? 1;
		}
		if (value > pages) this.fail(key, `is beyond the document's ${pages} pages`);
		return value;
	}

	numbers(key: string): number[] {
		const value = this.source[key];
		const good = Array.isArray(value) && value.every((entry) => Number.isFinite(entry));
		return good ? value : (this.fail(key, 'must be an array of numbers') ?? []);
	}

	uuids(key: string): string[] {
		const value = this.source[key];
		if (!Array.isArray(value)) return this.fail(key, 'must be an array') ?? [];
		value.forEach((entry, index) => {
			if (typeof entry !== 'string' || !UUID_SHAPE.test(entry)) {
				this.fail(`${key}[${index}]`, 'must be a UUID');
			}
		});
		return value.map((entry) => String(entry).toLowerCase());
	}

	object(key: string, known: readonly string[]): Reader {
		const at = this.at ? `${this.at}.${key}` : key;
		return new Reader(this.source[key], known, this.rules, at, this.errors);
	}

	objects(key: string, known: readonly string[]): Reader[] {
		const value = this.source[key];
		if (!Array.isArray(value)) return this.fail(key, 'must be an array') ?? [];
		if (value.length === 0) this.fail(key, 'must hold at least one entry');
		return value.map(
			(entry, i) => new Reader(entry, known, this.rules, `${key}[${i}]`, this.errors),
		);
	}

	/** Undefined, so that a placeholder can follow by `??`. */
	fail(key: string, message: string): undefined {
		this.errors[this.at ? `${this.at}.${key}` : key] = message;
		return undefined;
	}

	/** For a key that this object does not have. */
	failUnknown(key: string, message: string): void {
		if (!this.rules.ignoresUnknownKeys) this.fail(key, message);
	}

	/** The one 400 that names every wrong property, if there is any. */
	refusal(): Refusal | undefined {
		return Object.keys(this.errors).length > 0 ? invalid(this.errors) : undefined;
	}

	finish(): void {
		const refusal = this.refusal();
		if (refusal) throw refusal;
	}
}

/** One object, or `{ items }` with at least one: the two forms of a create request. */
export function readOneOrMany<Made>(
	call: Call,
	known: readonly string[],
	read: (reader: Reader) => Made,
	limit: (count: number) => string | undefined = () => undefined,
): { bulk: boolean; list: Made[] } {
	const body = bodyOf(call);
	const bulk = isObject(body) && 'items' in body;
	const whole = new Reader(body, bulk ? ['items'] : known, call);
	const list = (bulk ? whole.objects('items', known) : [whole]).map(read);
	const over = limit(list.length);
	if (over) whole.fail(bulk ? 'items' : 'body', over);
	whole.finish();
	return { bulk, list };
}
