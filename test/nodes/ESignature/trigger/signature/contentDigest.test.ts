import { isDigestOf } from '../../../../../nodes/ESignature/trigger/signature/contentDigest';
import { digestOf } from './signing';

const content = Buffer.from('{"a":1}');
const sha256 = digestOf(content);
const sha512 = digestOf(content, 'sha-512');
const wrong = digestOf(Buffer.from('{"a":2}'));

it.each([
	[sha256, true],
	[sha512, true],
	[`${sha256}, ${sha512}`, true],
	[`md5=:AAAA:, ${sha256}`, true],
	[`${wrong}, ${sha512}`, false],
	[`${sha512}, ${wrong}`, false],
	[wrong, false],
	['md5=:AAAA:', false],
	['sha-256=AAAA', false],
	['sha-256=::', false],
	['sha-256', false],
	['sha-256=(:AAAA:)', false],
	['__proto__=:AAAA:', false],
	['constructor=:AAAA:', false],
	['', false],
	[`${sha256},`, false],
	[sha256.toUpperCase(), false],
])('a body with the header %s: %s', (header, fits) => {
	expect(isDigestOf(content, header)).toBe(fits);
});
