import type { Key } from '../../../../../nodes/ESignature/trigger/signature/key';
import { verifySignature } from '../../../../../nodes/ESignature/trigger/signature/verify';
import { omit } from './messages';
import { digestOf, received, signedBySecond, type Sent, type SignWith } from './signing';

const key: Key = { id: 'client-1', secret: 'known to both' };
const NOW = 1_700_000_000;
const clock = { now: NOW * 1000, window: 300_000 };
const FIELDS = ['@method', '@path', 'host', 'date', 'content-digest'];

const content = Buffer.from('{"id":"1","type":"EnvelopeSealed"}');
const plain: Sent = {
	url: 'https://n8n.example.com/webhook/1/webhook',
	method: 'POST',
	headers: {
		host: 'n8n.example.com',
		date: new Date(NOW * 1000).toUTCString(),
		'content-type': 'application/json',
		'content-digest': digestOf(content),
	},
	content,
};

const signed = (more: Partial<SignWith> = {}, sent = plain): Sent =>
	signedBySecond(sent, { fields: FIELDS, params: { created: NOW, keyid: key.id }, key, ...more });

function verdictOn(sent: Sent, targets = [new URL(plain.url)]) {
	return verifySignature(received(sent).message, targets, key, clock);
}

const isAccepted = (sent: Sent, targets?: URL[]) => verdictOn(sent, targets).authentic;

const withInput = (sent: Sent, change: (input: string) => string): Sent => ({
	...sent,
	headers: { ...sent.headers, 'signature-input': change(sent.headers['signature-input']!) },
});

it('accepts what the service signs, and says whether it is late', () => {
	expect(verdictOn(signed())).toEqual({ authentic: true, late: false });
	const old = { created: NOW - 301, keyid: key.id };
	expect(verdictOn(signed({ params: old }))).toEqual({ authentic: true, late: true });
});

it.each(['@path', '@request-target', '@target-uri'])('accepts %s as the path', (target) => {
	expect(isAccepted(signed({ fields: ['@method', target, 'content-digest'] }))).toBe(true);
});

it.each([
	['@method', ['@path', 'content-digest']],
	['@path', ['@method', 'content-digest']],
	['content-digest', ['@method', '@path']],
	['all of them', []],
	['the path, although it covers host and query', ['@method', '@query', 'host', 'content-digest']],
])('refuses a valid signature that does not cover %s', (_, fields) => {
	expect(isAccepted(signed({ fields }))).toBe(false);
});

it.each(FIELDS)('refuses a signature from whose list %s was removed', (field) => {
	const sent = signed();
	const removed = withInput(sent, (input) => input.replace(`"${field}"`, '').replace('  ', ' '));

	expect(removed).not.toEqual(sent);
	expect(isAccepted(removed)).toBe(false);
});

it.each(['date', 'content-digest', 'signature', 'signature-input'])(
	'refuses a message without its %s header',
	(name) => {
		const sent = signed();

		expect(isAccepted({ ...sent, headers: omit(sent.headers, name) })).toBe(false);
	},
);

it('refuses another body under the same headers', () => {
	const other = Buffer.from(content.toString().replace('"1"', '"2"'));

	expect(other).toHaveLength(content.length);
	expect(isAccepted({ ...signed(), content: other })).toBe(false);
});

describe('the key', () => {
	it('must be the one that is named, if one is named', () => {
		const other = { created: NOW, keyid: 'client-2' };

		expect(isAccepted(signed({ params: other }))).toBe(false);
		expect(isAccepted(signed({ params: { created: NOW } }))).toBe(true);
	});

	it('must not be used for another algorithm', () => {
		const named = signed({ params: { created: NOW, keyid: key.id, alg: 'hmac-sha256' } });

		expect(isAccepted(named)).toBe(true);
		for (const alg of ['ed25519', 'none', 'HMAC-SHA256', '']) {
			expect(isAccepted(withInput(named, (input) => input.replace('hmac-sha256', alg)))).toBe(
				false,
			);
		}
	});

	it('must be the right one', () => {
		expect(isAccepted(signed({ key: { ...key, secret: 'known to bots' } }))).toBe(false);
	});
});

describe('several signatures', () => {
	const joined = (...all: Sent[]): Sent => ({
		...plain,
		headers: {
			...plain.headers,
			signature: all.map(({ headers }) => headers.signature).join(', '),
			'signature-input': all.map(({ headers }) => headers['signature-input']).join(', '),
		},
	});
	const good = signed({ label: 'new' });
	const retired = signed({ label: 'old', key: { ...key, secret: 'retired' } });
	const foreign = signed({ label: 'other', params: { created: NOW, keyid: 'gateway' } });

	it.each([
		['before', joined(good, retired)],
		['after', joined(retired, good)],
		['among', joined(retired, foreign, good)],
	])('are accepted with a valid one %s the others', (_, sent) => {
		expect(isAccepted(sent)).toBe(true);
	});

	it('are refused when none is valid', () => {
		expect(isAccepted(joined(retired, foreign))).toBe(false);
	});

	it('are late only if all valid ones are', () => {
		const old = signed({ label: 'late', params: { created: NOW - 999, keyid: key.id } });

		expect(verdictOn(joined(old, good))).toEqual({ authentic: true, late: false });
		expect(verdictOn(joined(old, retired))).toEqual({ authentic: true, late: true });
	});

	it('do not lend each other their values', () => {
		const swapped = joined(good, retired);
		const headers = {
			...swapped.headers,
			signature: swapped.headers.signature!.replace('new=', 'x=').replace('old=', 'new='),
		};

		expect(isAccepted({ ...swapped, headers })).toBe(false);
	});
});

describe('the address', () => {
	const at = (url: string) =>
		signed({}, { ...plain, url, headers: { ...plain.headers, host: new URL(url).host } });

	it.each([
		'https://n8n.example.com/webhook/2/webhook',
		'https://n8n.example.org/webhook/1/webhook',
		'https://n8n.example.com:8443/webhook/1/webhook',
		'https://n8n.example.com/webhook/1/webhook/',
	])('must be ours, not %s', (url) => {
		expect(isAccepted(at(url))).toBe(false);
		expect(isAccepted(at(url), [new URL(plain.url), new URL(url)])).toBe(true);
	});

	it('does not depend on what the request itself says about its host', () => {
		const sent = signed();

		expect(isAccepted({ ...sent, headers: { ...sent.headers, host: 'inside:5678' } })).toBe(true);
	});
});

it.each([
	['a component twice', '("@method" "@path" "content-digest" "date" "date");created=1'],
	['a component with a parameter', '("@method" "@path" "content-digest";bs);created=1'],
	['an unknown derived component', '("@method" "@path" "content-digest" "@status");created=1'],
	['a component that is no text', '("@method" "@path" "content-digest" date);created=1'],
	['an upper-case component', '("@method" "@path" "content-digest" "Date");created=1'],
	['a time that is a text', '("@method" "@path" "content-digest");created="1"'],
	['a key ID that is a number', '("@method" "@path" "content-digest");keyid=1'],
	['no list', '"@method";created=1'],
])('refuses %s', (_, input) => {
	expect(isAccepted(withInput(signed(), () => `sig1=${input}`))).toBe(false);
});
