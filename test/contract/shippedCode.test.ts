import { sources } from './repository';

const FORBIDDEN: Array<[string, RegExp]> = [
	['eslint-disable', /eslint-disable/],
	['console', /\bconsole\s*[.[]/],
	['process', /\bprocess\s*[.[]/],
	['setTimeout', /\bset(Timeout|Interval|Immediate)\b/],
	// They make Node.js load the rules of every language (see `figure` in errors/printable.ts).
	[
		'the rules of languages',
		/\.(localeCompare|toLocale\w+)\b|\[\s*['"`](localeCompare|toLocale)|\bIntl\b/,
	],
	['a compiler directive', /@ts-(ignore|expect-error|nocheck)/],
	// Letters beyond ASCII would be a text in another language; signs such as arrows are allowed.
	['a letter that is not English', /[^\P{L}a-zA-Z]/u],
];

const faultsIn = (files: Map<string, string>): string[] =>
	[...files].flatMap(([path, text]) =>
		FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([name]) => `${path}: ${name}`),
	);

describe('the shipped sources', () => {
	it('keep the rules that n8n enforces on verified packages and are in English', () => {
		const files = sources(['nodes', 'credentials'], ['.ts', '.json']);

		expect(files.size).toBeGreaterThan(5);
		expect(faultsIn(files)).toEqual([]);
	});
});
