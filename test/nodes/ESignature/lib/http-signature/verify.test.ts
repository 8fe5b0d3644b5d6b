import { readSignatures } from '../../../../../nodes/ESignature/lib/http-signature';
import { omit } from './messages';
import {
	digestOf,
	signedByHand,
	signedByLibrary,
	type Line,
	type Sent,
	type SignWith,
} from './signing';
import { verifySent } from './verifiers';

const key = { id: 'client-1', secret: 'known to both' };
const NOW = 1_700_000_000;
const at = (seconds: number) => new Date(seconds * 1000);
/** Covered by the service's signatures. */
const FIELDS = ['@method', '@path', 'host', 'date', 'content-digest'];

const content = Buffer.from('{"id":"1","type":"EnvelopeSealed"}');
const plain: Sent = {
	url: 'https://n8n.example.com/webhook/1/webhook',
	method: 'POST',
	headers: {
		host: 'n8n.example.com',
		date: at(NOW).toUTCString(),
		'content-type': 'application/json',
		'content-digest': digestOf(content),
	},
	content,
};

const signed = (more: Partial<SignWith> = {}, sent = plain): Sent =>
	signedByLibrary(sent, { fields: FIELDS, params: { created: NOW, keyid: key.id }, key, ...more });

/** Signed by hand over method, path, digest and what is given. */
function byHand({ lines = [] as Line[], params = `;created=${NOW}`, headers = {} }): Sent {
	const sent: Sent = { ...plain, headers: { ...plain.headers, ...headers } };
	const enough: Line[] = [
		['"@method"', sent.method],
		['"@path"', new URL(sent.url).pathname],
		['"content-digest"', sent.headers['content-digest'] ?? ''],
	];
	return signedByHand(sent, { lines: [...enough, ...lines], params, key });
}

const withHeaders = (sent: Sent, headers: Sent['headers']): Sent => ({
	...sent,
	headers: { ...sent.headers, ...headers },
});

const VALID = { result: 'valid', created: at(NOW) };
const unverified = (reason: string) => ({ result: 'unverified', reason });

describe('a valid request', () => {
	it('is signed as the service signs', () => {
		expect(verifySent(signed(), key)).toEqual(VALID);
	});

	it.each(['@path', '@request-target', '@target-uri'])('may cover its path by %s', (target) => {
		expect(verifySent(signed({ fields: ['@method', target, 'content-digest'] }), key)).toEqual(
			VALID,
		);
	});

	it('may have another key ID, a nonce, a tag and its algorithm', () => {
		const params = { created: NOW, keyid: 'client-2', nonce: '1', tag: 'a', alg: 'hmac-sha256' };

		expect(verifySent(signed({ params }), key)).toEqual(VALID);
	});

	it('may have any host header, since proxies replace it', () => {
		expect(verifySent(withHeaders(signed(), { host: 'inside:5678' }), key)).toEqual(VALID);
	});

	it('may be signed with any of the keys for any of the addresses', () => {
		const addresses = ['https://other.example.com/', plain.url];

		expect(verifySent(signed(), [{ ...key, secret: 'old' }, key], addresses)).toEqual(VALID);
	});

	it('has the time of a date only if the date is signed, and its end', () => {
		const params = { keyid: key.id };
		const undated = FIELDS.filter((name) => name !== 'date');

		expect(verifySent(signed({ params }), key)).toEqual(VALID);
		expect(verifySent(signed({ params, fields: undated }), key)).toEqual({ result: 'valid' });
		expect(verifySent(signed({ params: { created: NOW, expires: NOW + 9 } }), key)).toEqual({
			...VALID,
			expires: at(NOW + 9),
		});
	});

	it.each([
		digestOf(content, 'sha-512'),
		`md5=:AAAA:, ${digestOf(content)}`,
		`${digestOf(content)};a="b"`,
		`sha-256=:AAAA:, ${digestOf(content)}, unixsum=7;a, x`,
	])('may have the digest %s', (digest) => {
		expect(verifySent(byHand({ headers: { 'content-digest': digest } }), key)).toEqual(VALID);
	});
});

it('a request without a signature is unsigned, whatever else it has', () => {
	const empty = withHeaders(signed(), { signature: '' });

	expect([plain, empty].map((sent) => verifySent(sent, key))).toEqual([
		{ result: 'unsigned' },
		{ result: 'unsigned' },
	]);
});

it.each([
	digestOf(Buffer.from('other')),
	`${digestOf(Buffer.from('other'))}, ${digestOf(content, 'sha-512')}`,
	'sha-256=:AAAA:',
])('a request is changed if its digest is %s', (digest) => {
	expect(verifySent(byHand({ headers: { 'content-digest': digest } }), key)).toEqual({
		result: 'changed',
	});
});

describe('a request is unverified', () => {
	it.each<[string, Sent]>([
		['without its input', { ...signed(), headers: omit(signed().headers, 'signature-input') }],
		['with an input that is no list', withHeaders(signed(), { 'signature-input': 'sig1="a"' })],
		['with a signature that is a text', withHeaders(signed(), { signature: 'sig1="AAAA"' })],
		['with another label', withHeaders(signed(), { signature: 'sig2=:AAAA:' })],
	])('%s: malformed', (_, sent) => {
		expect(verifySent(sent, key)).toEqual(unverified('malformed'));
	});

	it.each(FIELDS)('from whose list %s was removed', (field) => {
		const sent = signed();
		const input = sent.headers['signature-input']?.replace(`"${field}"`, '') ?? '';

		expect(verifySent(withHeaders(sent, { 'signature-input': input }), key).result).not.toBe(
			'valid',
		);
	});

	it.each([
		['another key', signed({ key: { ...key, secret: 'a guess' } })],
		['another date', withHeaders(signed(), { date: at(0).toUTCString() })],
		['a short signature', withHeaders(signed(), { signature: 'sig1=:AAAA:' })],
		['another method', { ...signed(), method: 'PUT' }],
	])('with %s: mismatch', (_, sent) => {
		expect(verifySent(sent, key)).toEqual(unverified('mismatch'));
	});

	it.each([
		'https://n8n.example.com/webhook/2/webhook',
		'https://n8n.example.org/webhook/1/webhook',
	])('if it was not sent to %s', (url) => {
		expect(verifySent(signed(), key, [url])).toEqual(unverified('mismatch'));
	});

	it.each([
		['@method', ['@path', 'content-digest']],
		['@path', ['@method', 'content-digest']],
		['content-digest', ['@method', '@path']],
		['the path, although it covers the host', ['@method', '@query', 'host', 'content-digest']],
	])('if it does not cover %s', (_, fields) => {
		expect(verifySent(signed({ fields }), key)).toEqual(unverified('coverage'));
	});

	it.each(['ed25519', 'HMAC-SHA256'])('by the algorithm %j', (alg) => {
		expect(verifySent(byHand({ params: `;alg="${alg}"` }), key)).toEqual(unverified('algorithm'));
	});

	it.each([
		'md5=:AAAA:',
		'__proto__=:AAAA:',
		'sha-256=AAAA',
		'sha-256=(:AAAA:)',
		'SHA-256=:AAAA:',
		'',
	])('with no digest but %j', (digest) => {
		expect(verifySent(byHand({ headers: { 'content-digest': digest } }), key)).toEqual(
			unverified('digest'),
		);
	});

	const date = plain.headers.date!;

	// The headers with impossible names would be found by a careless lookup.
	it.each<[string, Line[], Record<string, string>]>([
		['a component twice', [1, 2].map(() => ['"date"', date]), {}],
		['a component with a parameter', [['"date";bs', date]], {}],
		['an unknown derived component', [['"@status"', '200']], { '@status': '200' }],
		['a component that is no string', [['date', date]], {}],
		['a component in upper case', [['"Date"', date]], { Date: date }],
		['a header that is not there', [['"x-note"', '']], {}],
		['a property of all objects', [['"constructor"', '']], {}],
		['a header that is not ASCII', [['"x-note"', 'é']], { 'x-note': 'é' }],
	])('if it covers %s', (_, lines, headers) => {
		expect(verifySent(byHand({ lines, headers }), key)).toEqual(unverified('unsupported'));
	});

	it.each([';created="1"', ';expires=1.5', ';keyid=client-1', ';alg=hmac-sha256', ';nonce=1'])(
		'with a parameter of another type: %s',
		(params) => {
			expect(verifySent(byHand({ params }), key)).toEqual(unverified('unsupported'));
		},
	);
});

describe('several signatures', () => {
	const joined = (...all: Sent[]): Sent =>
		withHeaders(plain, {
			signature: all.map(({ headers }) => headers.signature).join(', '),
			'signature-input': all.map(({ headers }) => headers['signature-input']).join(', '),
		});
	const good = signed({ label: 'new' });
	const retired = signed({ label: 'old', key: { ...key, secret: 'retired' } });
	const short = signed({ label: 'short', fields: ['@method'] });

	/** Another signature, which stands first. */
	const behind = (input: string): Sent =>
		withHeaders(good, {
			signature: `other=:AAAA:, ${good.headers.signature}`,
			'signature-input': `other=${input}, ${good.headers['signature-input']}`,
		});

	it.each([
		['the first', joined(good, retired)],
		['the last', joined(retired, short, good)],
		['one behind that of a proxy', behind('("signature";key="new")')],
		['one behind what is no list', behind('1')],
	])('are accepted if one of them is valid: %s', (_, sent) => {
		expect(verifySent(sent, key)).toEqual(VALID);
	});

	it('are refused if none is, unless one of them cannot be verified', () => {
		expect(verifySent(joined(retired), key)).toEqual(unverified('mismatch'));
		expect(verifySent(joined(retired, short), key)).toEqual(unverified('coverage'));
	});

	it('do not lend each other their values', () => {
		const swapped = joined(good, retired);
		const signature = swapped.headers.signature?.replace('new=', 'x=').replace('old=', 'new=');

		expect(verifySent(withHeaders(swapped, { signature: signature ?? '' }), key)).toEqual(
			unverified('mismatch'),
		);
	});

	it('beyond the tenth are not compared', () => {
		const many = Array.from({ length: 10 }, (_, index) => ({
			...retired,
			headers: signed({ label: `a${index}`, key: { ...key, secret: 'retired' } }).headers,
		}));

		expect(verifySent(joined(...many.slice(1), good), key)).toEqual(VALID);
		expect(verifySent(joined(...many, good), key)).toEqual(unverified('unsupported'));
	});
});

it('needs no key where no key can change the result', () => {
	const early = ({ method, headers, content: body }: Sent) => {
		const signed = readSignatures({ method, headers, body });
		return 'result' in signed ? signed : undefined;
	};

	expect(early(plain)).toEqual({ result: 'unsigned' });
	expect(early({ ...signed(), content: Buffer.from('other') })).toEqual({ result: 'changed' });
	expect(early(signed({ fields: ['@method'] }))).toEqual(unverified('coverage'));
	expect(early(signed())).toBeUndefined();
	expect(early(signed({ key: { ...key, secret: 'a guess' } }))).toBeUndefined();
});
