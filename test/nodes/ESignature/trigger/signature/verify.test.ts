import { REASONS } from '../../../../../nodes/ESignature/trigger/texts/texts';
import { omit } from './messages';
import {
	digestOf,
	signedByHand,
	signedBySecond,
	type Line,
	type Sent,
	type SignWith,
} from './signing';
import { isAuthentic, judged } from './verifiers';

const key = { id: 'client-1', secret: 'known to both' };
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

/** Method, path and digest as a list has them. */
const ENOUGH: Line[] = [
	['"@method"', plain.method],
	['"@path"', new URL(plain.url).pathname],
	['"content-digest"', plain.headers['content-digest']!],
];

const byHand = ({ lines = [] as Line[], params = `;created=${NOW}`, headers = {} }): Sent =>
	signedByHand(
		{ ...plain, headers: { ...plain.headers, ...headers } },
		{ lines: [...ENOUGH, ...lines], params, key },
	);

function verdictOn(sent: Sent, targets = [new URL(plain.url)]) {
	return judged(sent, targets, key, clock);
}

const isAccepted = (sent: Sent, targets?: URL[]) => isAuthentic(verdictOn(sent, targets));

const withInput = (sent: Sent, change: (input: string) => string): Sent => ({
	...sent,
	headers: { ...sent.headers, 'signature-input': change(sent.headers['signature-input']!) },
});

it('accepts what the service signs, and says whether it is late', () => {
	expect(verdictOn(signed())).toEqual({ authentic: true, late: false });
	const old = { created: NOW - 301, keyid: key.id };
	expect(verdictOn(signed({ params: old }))).toEqual({ authentic: true, late: true });
});

it('lets a date decide what is late only if it is signed', () => {
	const old = { ...plain.headers, date: new Date((NOW - 301) * 1000).toUTCString() };
	const undated = (fields: string[]) =>
		verdictOn(signed({ fields, params: { keyid: key.id } }, { ...plain, headers: old }));

	expect(undated(FIELDS)).toEqual({ authentic: true, late: true });
	expect(undated(FIELDS.filter((name) => name !== 'date'))).toEqual({
		authentic: true,
		late: false,
	});
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
	it('may have any name, or none: only the signature proves whose it is', () => {
		const other = { created: NOW, keyid: 'client-2' };

		expect(isAccepted(signed({ params: other }))).toBe(true);
		expect(isAccepted(signed({ params: { created: NOW } }))).toBe(true);
	});

	it('must not be used for another algorithm', () => {
		const named = (alg: string) => byHand({ params: `;created=${NOW};alg="${alg}"` });

		expect(isAccepted(named('hmac-sha256'))).toBe(true);
		for (const alg of ['ed25519', 'none', 'HMAC-SHA256', '']) {
			expect(verdictOn(named(alg))).toEqual({ undecided: REASONS.algorithm });
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
	const foreign = signed({
		label: 'other',
		params: { created: NOW, keyid: 'gateway' },
		key: { id: 'gateway', secret: "the gateway's own" },
	});

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
		'https://n8n.example.com/webhook/1/webhook//',
	])('must be ours, not %s', (url) => {
		expect(isAccepted(at(url))).toBe(false);
		expect(isAccepted(at(url), [new URL(plain.url), new URL(url)])).toBe(true);
	});

	it('does not depend on what the request itself says about its host', () => {
		const sent = signed();

		expect(isAccepted({ ...sent, headers: { ...sent.headers, host: 'inside:5678' } })).toBe(true);
	});
});

describe('under the right secret', () => {
	const date = plain.headers.date!;

	it.each([
		['nothing more', {}],
		['one more header', { lines: [['"date"', date]] as Line[] }],
		['parameters of all kinds', { params: ';nonce="1";tag="a";created=1;keyid="client-1"' }],
	])('a list with %s is accepted', (_, given) => {
		expect(isAccepted(byHand(given))).toBe(true);
	});

	// The headers with impossible names would be found by whoever looked for them.
	it.each<[string, Line[], Record<string, string>]>([
		['a component twice', [1, 2].map(() => ['"date"', date]), {}],
		['a component with an unknown parameter', [['"date";tr', date]], {}],
		['an unknown derived component', [['"@status"', '200']], { '@status': '200' }],
		['a component that is no text', [['date', date]], {}],
		['an upper-case component', [['"Date"', date]], { Date: date }],
		['a header that is not there', [['"x-note"', '']], {}],
		['a header in another alphabet', [['"x-note"', 'é']], { 'x-note': 'é' }],
	])('%s is not understood', (_, lines, headers) => {
		expect(verdictOn(byHand({ lines, headers }))).toEqual({ undecided: REASONS.components });
	});

	it.each([
		['a time that is a text', ';created="1"'],
		['an end that is a text', ';expires="9999999999"'],
		['a time that is a decimal', `;created=${NOW}.5`],
		['a key ID that is a token', ';keyid=client-1'],
		['an algorithm that is a token', ';alg=hmac-sha256'],
		['a nonce that is a number', ';nonce=1'],
		['a tag that is a number', ';tag=1'],
	])('%s is not accepted', (_, params) => {
		expect(verdictOn(byHand({ params }))).toEqual({ undecided: REASONS.parameters });
	});
});

it('refuses an input that is no list', () => {
	expect(verdictOn(withInput(signed(), () => 'sig1="@method";created=1'))).toMatchObject({
		authentic: false,
		cause: 'it carries no readable signature',
	});
});
