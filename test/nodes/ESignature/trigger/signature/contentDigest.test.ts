import { digestsOf } from '../../../../../nodes/ESignature/trigger/signature/signatures';
import { digestOf } from './signing';

const content = Buffer.from('{"a":1}');
const sha256 = digestOf(content);
const sha512 = digestOf(content, 'sha-512');
const wrong = digestOf(Buffer.from('{"a":2}'));

it.each<[string, string[], boolean]>([
	[sha256, ['sha-256'], false],
	[sha512, ['sha-512'], false],
	[`${sha256}, ${sha512}`, ['sha-256', 'sha-512'], false],
	[`md5=:AAAA:, ${sha256}`, ['sha-256'], false],
	[`${wrong}, ${sha512}`, ['sha-512'], true],
	[`${sha512}, ${wrong}`, ['sha-512'], true],
	[wrong, [], true],
	['md5=:AAAA:', [], false],
	['sha-256=AAAA', [], true],
	['sha-256=::', [], true],
	['sha-256', [], true],
	['sha-256=(:AAAA:)', [], true],
	['__proto__=:AAAA:', [], false],
	['constructor=:AAAA:', [], false],
	['', [], false],
	[`${sha256},`, [], false],
	[sha256.toUpperCase(), [], false],
])(
	'a body with the header %s has the digests %j, and a wrong one: %s',
	(header, right, isWrong) => {
		expect(digestsOf(content, header)).toEqual({ right, wrong: isWrong });
	},
);
