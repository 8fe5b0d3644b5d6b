import { sources } from '../repository';
import { doubtsAbout } from './doubtful';
import { buildsPatterns, patternsIn, type Pattern } from './find';
import { growsFastWith } from './growth';
import { FEWEST_ROUNDS } from '../../nodes/ESignature/growth';

const shipped = [...sources(['nodes', 'credentials'])];
const all = new Map(
	shipped.flatMap(([path, text]) =>
		patternsIn(text).map((one): [string, Pattern] => [`${path} /${one.source}/${one.flags}`, one]),
	),
);

/** The time they take grows with the square of the text, or worse. */
const SLOW = [
	'\\/+$',
	'\\s*[,;]',
	'(?:\\ufeff|\\s)*<',
	'^(?:\\ufeff|\\s)*<',
	'^(a+)+$',
	'^(\\w+\\s?)*$',
	'^\\d+\\d+$',
	'(x+x+)+y',
	'^[\\s\\d]*\\s*!',
];
const FAST = ['^[^\\s@]+@[^\\s@]+$', '(?<!\\/)\\/+$', '[\\s,;]+', '^(\\.\\d{1,3}){3}$', '^a*b*c*$'];

describe('the patterns of the shipped sources', () => {
	it('are all found', () => {
		expect(all.size).toBeGreaterThan(60);
		expect([...all.keys()].filter((name) => name.startsWith('credentials/'))).toHaveLength(1);
		expect([...all.keys()].filter((name) => name.includes('core/locator.ts /^\\s*('))).toHaveLength(
			1,
		);
	});

	it('are written out, so that they can be checked', () => {
		// Made of secrets, as alternatives of plain letters.
		const [redaction] = shipped.filter(([path]) => path.endsWith('errors/printable.ts'));
		expect(shipped.filter(([, text]) => buildsPatterns(text))).toEqual([redaction]);
	});

	it.each([...all])('%s can take a text in one way only', (_, pattern) => {
		expect(doubtsAbout(pattern)).toEqual([]);
	});

	it.each([...all])('%s takes time in proportion to the text', (_, pattern) => {
		expect(growsFastWith(pattern)).toBeUndefined();
	});
});

describe('the check of patterns', () => {
	it.each(SLOW)('doubts /%s/, and finds a text for which it is slow', (source) => {
		expect(doubtsAbout({ source, flags: '' })).not.toEqual([]);
		// Rounds are for those that look slow and are not.
		expect(growsFastWith({ source, flags: '' }, FEWEST_ROUNDS)).toBeDefined();
	});

	it.each(FAST)('has nothing against /%s/', (source) => {
		expect(doubtsAbout({ source, flags: '' })).toEqual([]);
		expect(growsFastWith({ source, flags: '' })).toBeUndefined();
	});

	it('reads patterns in expressions and inputs, too', () => {
		const text = "const P = '^a$'; f({ regex: P, b: '={{ $x.replace(/b+/g, 1) }}' }, /c/i);";
		expect(patternsIn(text).map(({ source, flags }) => `/${source}/${flags}`)).toEqual([
			'/^a$/',
			'/b+/g',
			'/c/i',
		]);
	});
});
