import { isObject, plainName, sentenceIn, textOf } from './said';
import { printable } from './text';

export type ValidationErrors = Array<[field: string, message: string]>;

type Loose = Record<string, unknown>;

const MOST = 50;
/** As many as a bulk request has. */
const MOST_ENTRIES = 200;
const LONGEST = 4_000;
const DEEPEST = 4;

/** Where services put them: the contract says `validation_errors`, RFC 9457 shows `errors`. */
const SOURCES = new Set([
	'validationerrors',
	'errors',
	'invalidparams',
	'violations',
	'fielderrors',
	'fieldviolations',
	'issues',
]);
/** These have a sentence in most answers; what they list otherwise is wrong with the fields. */
const ALSO_SENTENCES = new Set(['detail', 'details', 'message', 'messages', 'error']);
/** How an entry of a list calls its field, and its message. */
const FIELDS = ['field', 'path', 'pointer', 'name', 'property', 'propertyPath', 'loc', 'param'];
const MORE_FIELDS = ['instancePath', 'dataPath', 'key', 'location', 'source'];
const MESSAGES = ['message', 'detail', 'msg', 'reason', 'description', 'error', 'title', 'code'];

/** What is wrong with which field, from a map or a list, in any of the places given. */
export function readValidationErrors(places: Loose[]): ValidationErrors {
	const found: ValidationErrors = [];
	for (const place of places) {
		for (const [key, value] of Object.entries(place)) {
			const name = plainName(key);
			const isSource = SOURCES.has(name) || (ALSO_SENTENCES.has(name) && isListed(value));
			if (isSource) collect('', value, found, 0);
		}
	}
	return found;
}

/** A list of errors, or a map of fields; anything else is a sentence, or holds one. */
const isListed = (value: unknown): boolean =>
	Array.isArray(value)
		? value.some(isObject)
		: isObject(value) &&
			sentenceIn([value]) === undefined &&
			Object.values(value).every((one) => textOf(one) !== undefined);

function collect(field: string, value: unknown, found: ValidationErrors, depth: number): void {
	if (found.length >= MOST || value === null || value === undefined) return;
	if (typeof value !== 'object' || depth >= DEEPEST) {
		add(field, typeof value === 'string' ? value : asText(value), found);
	} else if (!Array.isArray(value)) {
		collectObject(field, value as Loose, found, depth);
	} else if (field !== '' && value.every((one) => typeof one === 'string')) {
		add(field, value.slice(0, MOST).join('; '), found);
	} else {
		for (const [index, one] of value.slice(0, MOST_ENTRIES).entries()) {
			// Errors of a list stand at the places of its entries; otherwise it is a list of errors.
			const isPlace = field !== '' && isObject(one) && messageOf(one) === undefined;
			collect(isPlace ? `${field}[${index}]` : field, one, found, depth + 1);
		}
	}
}

/** Either one error with its field and message, or a map of fields; the outermost is always a map. */
function collectObject(field: string, value: Loose, found: ValidationErrors, depth: number): void {
	const message = messageOf(value);
	if (message !== undefined && depth > 0) {
		const name = [...FIELDS, ...MORE_FIELDS].map((key) => pathText(value[key])).find(Boolean);
		add(name ?? field, message, found);
		return;
	}
	for (const [key, inner] of Object.entries(value).slice(0, MOST_ENTRIES)) {
		collect(field === '' ? key : `${field}.${key}`, inner, found, depth + 1);
	}
}

const messageOf = (value: Loose): string | undefined =>
	MESSAGES.map((key) => value[key]).find((text): text is string => typeof text === 'string');

/** `items[2].email`, or its parts in a list, or one of them in an object of its own. */
function pathText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) {
		return value.slice(0, 20).filter(isStep).join('.') || undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	const { pointer, parameter } = value as Loose;
	return [pointer, parameter].find((text) => typeof text === 'string') as string | undefined;
}

const isStep = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function add(field: string, message: string, found: ValidationErrors): void {
	if (found.length < MOST) found.push([printable(field, LONGEST), printable(message, LONGEST)]);
}

function asText(value: unknown): string {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// Nested deeper than the stack reaches.
		return '';
	}
}
