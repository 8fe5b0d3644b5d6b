import {
	innerListText,
	readDictionary,
	type BareItem,
	type Item,
	type Member,
	type Parameters,
} from '../../../../../nodes/ESignature/lib/http-signature/structuredFields';
import { Chance } from '../../../../support/chance';
import { listByOther, readByOther } from './otherParser';

const CASES = 20_000;
const SEED = 8941;

/** Both parsers' results in one plain form. */
const bare = (item: BareItem): unknown =>
	item.type === 'bytes' ? `:${item.value.toString('base64')}` : item.value;
const parametersOf = (parameters: Parameters) =>
	[...parameters].map(([name, value]) => [name, bare(value)]);
const itemOf = ({ bare: value, parameters }: Item) => [bare(value), parametersOf(parameters)];
const ours = (member: Member) =>
	'items' in member ? [member.items.map(itemOf), parametersOf(member.parameters)] : itemOf(member);

function actual(text: string): unknown {
	const members = readDictionary(text);
	return members ? [...members].map(([key, member]) => [key, ours(member)]) : null;
}

const PIECES = [
	...'a sig1 *k a.b A = = = , ; ( ) () " \\ "a\\"b" "a\\c" :AAEC: :AAE=: :AAE: :: :A: :'.split(' '),
	...'?1 ?0 ?2 - -1 01 1.5 1. .5 1.2345 999999999999999 9999999999999999'.split(' '),
	...'123456789012.125 tok/en:x *t \u00e9'.split(' '),
	...[', ', ',\t', ' ', '  ', '\t', '', '; ', '\n', '("a" "b")', '("@path";req "x");created=1'],
];

it(`reads ${CASES} texts as another parser does`, () => {
	const chance = new Chance(SEED);
	const differences: object[] = [];
	let readable = 0;
	for (let at = 0; at < CASES; at++) {
		let text = chance.oneIn(2) ? 'k=' : '';
		for (let left = 1 + chance.whole(6); left > 0; left--) text += chance.pick(PIECES);
		const wanted = JSON.stringify(readByOther(text));
		const found = JSON.stringify(actual(text));
		if (wanted !== 'null') readable++;
		if (found !== wanted) differences.push({ text, found, wanted });
	}
	expect(differences).toEqual([]);
	expect(readable).toBeGreaterThan(CASES / 20);
});

it.each([
	'(  "a"   "b";x; y=?0 );created=0012;n=1.50;s="q\\"\\\\";t=tok;b=:AAEC:;f=?1;g=-5',
	'()',
	'("a";k="v");z;a=1;z=2',
])('writes the list %s in the one spelling of the standard', (text) => {
	const member = readDictionary(`k=${text}`)?.get('k');

	expect(member && 'items' in member && innerListText(member)).toBe(listByOther(`k=${text}`));
});

it('tells a whole decimal from an integer, which the other parser does not', () => {
	const member = readDictionary('k=();a=2.0;b=2')?.get('k');

	expect(member && 'items' in member && innerListText(member)).toBe('();a=2.0;b=2');
});

it('reads nothing of more than 64 kB', () => {
	const filled = (size: number) => `k="${'a'.repeat(size - 4)}"`;

	expect(readDictionary(filled(65_536)) !== undefined).toBe(true);
	expect(readDictionary(filled(65_537)) === undefined).toBe(true);
});

it('takes bytes without padding, but no padding bits that say something', () => {
	const bytes = (text: string) => readDictionary(`k=${text}`)?.has('k') ?? false;

	expect([':AAE=:', ':AAE:', ':AA==:', ':AA:'].map(bytes)).toEqual([true, true, true, true]);
	expect([':AAF=:', ':AB==:', ':AA=:', ':A=A=:', ':AA-_:'].map(bytes)).toEqual(
		Array(5).fill(false),
	);
});
