import { REASONS } from '../../../../nodes/ESignature/trigger/texts';
import { say } from '../../../contract/repository';
import { digestOf } from '../lib/http-signature/signing';
import {
	BODY,
	FIELDS,
	now,
	outcome,
	put,
	REGISTERED,
	replaced,
	REQUIRED,
	SIGNERS,
	type Headers,
	type Way,
	without,
} from './signer';

const at = (path: string) => `https://n8n.example.com${path}`;
const [SHA256, SHA512] = [digestOf(Buffer.from(BODY)), digestOf(Buffer.from(BODY), 'sha-512')];
const DERIVED = ['@authority', '@scheme', '@query', '@target-uri', '@request-target'];
const textOf = (headers: Headers, name: string) => String(headers[name]);

/** Other signatures beside the right one, which is called `sig`. */
const beside =
	(inputs: string, values: string, isFirst = true) =>
	(headers: Headers): Headers => {
		const joined = (name: string, other: string) =>
			(isFirst ? [other, textOf(headers, name)] : [textOf(headers, name), other]).join(', ');
		return {
			...headers,
			'Signature-Input': joined('Signature-Input', inputs),
			Signature: joined('Signature', values),
		};
	};

const behind = (count: number) => {
	const all = (text: string) =>
		Array.from({ length: count }, (_, n) => text.replace('old', `old${n}`)).join(', ');
	return beside(all(otherList), all(otherValue));
};

const covering = (...fields: string[]): Way => ({
	fields: [...FIELDS, ...fields],
});
const withHeader = (value: string | string[]): Way => ({
	fields: [...FIELDS, 'x-note'],
	headers: { 'X-Note': value },
});
const withParams = (params: NonNullable<Way['params']>): Way => ({
	params: { created: now(), ...params },
});
const registered = (url: string): Way => ({ url, own: url });
const HERE = '/webhook/1/webhook';
const CAPITALS = `https://N8N.Example.COM${HERE}`;
const WRONG = `http://localhost:5678${HERE}`;
const otherList = 'old=("@method" "@path" "content-digest");created=1';
const otherValue = `old=:${'A'.repeat(43)}=:`;

/** Legal by RFC 9421 and RFC 9530, and for this webhook by an address that n8n knows or that the event arrived at. */
const VERIFIED: Array<[string, Way]> = [
	['as the service signs', {}],
	['components in the other order', { fields: [...FIELDS].reverse() }],
	['the digest first', { fields: ['content-digest', '@path', '@method', 'host', 'date'] }],
	['nothing but what is required', { fields: REQUIRED }],
	['no host', { fields: ['@method', '@path', 'date', 'content-digest'] }],
	['no date', { fields: ['@method', '@path', 'host', 'content-digest'] }],
	...DERIVED.map((name): [string, Way] => [name, covering(name)]),
	['all derived components', covering(...DERIVED)],
	['@target-uri in place of the path', { fields: ['@method', '@target-uri', 'content-digest'] }],
	['@request-target in its place', { fields: ['@method', '@request-target', 'content-digest'] }],
	['content-type', covering('content-type')],
	['content-length', covering('content-length')],
	['both', covering('content-length', 'content-type')],
	[
		'the user agent',
		{ fields: [...FIELDS, 'user-agent'], headers: { 'User-Agent': 'a/1 (b; c)' } },
	],
	['a header of its own', withHeader('a')],
	['an empty header', withHeader('')],
	['a header of two lines', withHeader(['one', 'two'])],
	['a header of two lines with commas', withHeader(['a, b', 'c'])],
	['a header with quotes and backslashes', withHeader('"a\\"b", \\')],
	['a header with spaces inside', withHeader('a  b   c')],
	['a header with a colon', withHeader('"@method": GET')],
	[
		'a header in a strange capitalization',
		{ fields: [...FIELDS, 'x-note'], headers: { 'x-NOTE': 'a' } },
	],
	['a long header', withHeader('x'.repeat(4_000))],

	['without a time', { params: { keyid: 'client-1' } }],
	['nothing but a time', { params: { created: now() } }],
	['an end', withParams({ expires: now() + 300 })],
	['a nonce', withParams({ nonce: 'b3k2pp5k7z-50gnwp.yemd' })],
	['its algorithm', withParams({ alg: 'hmac-sha256' })],
	['a tag', withParams({ tag: 'app-123' })],
	[
		'with all parameters',
		withParams({ expires: now() + 9, keyid: 'a', alg: 'hmac-sha256', nonce: 'b', tag: 'c' }),
	],
	[
		'with all of them in another order',
		{
			params: {
				tag: 'c',
				alg: 'hmac-sha256',
				keyid: 'a',
				expires: now() + 9,
				created: now(),
				nonce: 'b',
			},
		},
	],
	['the key ID of somebody else', withParams({ keyid: 'another' })],
	['a key ID in quotes', withParams({ keyid: 'say "a\\b"' })],
	['a long key ID', withParams({ keyid: 'k'.repeat(500) })],
	['made a day ago', withParams({ created: now() - 86_400 })],
	['made an hour ahead', withParams({ created: now() + 3_600 })],
	['expired', withParams({ created: now() - 600, expires: now() - 300 })],
	['a Date of another day', { params: {}, headers: { Date: new Date(0).toUTCString() } }],
	['a Date that is none', { params: {}, headers: { Date: 'today' } }],
	['a parameter of its own', withParams({ 'x-own': 'a' })],
	['a number of its own', withParams({ n: 12 })],
	['a negative number', withParams({ n: -7 })],
	['a fraction', withParams({ n: 1.5 })],
	['a flag', withParams({ flag: true })],
	['a flag that is off', withParams({ flag: false })],

	...['sig1', 's', '*', '*x', 'a-b', 'a_b', 'a.b', 'a*1', `l${'0'.repeat(63)}`].map(
		(label): [string, Way] => [`the label ${label}`, { label }],
	),

	['before another signature', { change: beside(otherList, otherValue, false) }],
	['behind another signature', { change: beside(otherList, otherValue) }],
	['behind one by another algorithm', { change: beside(`${otherList};alg="ed25519"`, otherValue) }],
	['behind one that covers little', { change: beside('old=("@method")', otherValue) }],
	['behind one that covers what did not arrive', { change: beside('old=("x-gone")', otherValue) }],
	[
		'behind one of a proxy over the first',
		{ change: beside('old=("signature";key="sig")', otherValue) },
	],
	['behind one that is no list', { change: beside('old=1', otherValue) }],
	['behind nine others', { change: behind(9) }],
	[
		'with the values in another order than the lists',
		{
			change: (headers) => ({
				...beside(otherList, otherValue)(headers),
				Signature: `${textOf(headers, 'Signature')}, ${otherValue}`,
			}),
		},
	],
	['a value that has no list', { change: replaced('Signature', /$/, `, ${otherValue}`) }],
	['a list that has no value', { change: replaced('Signature-Input', /^/, `${otherList}, `) }],
	[
		'with each signature on a line of its own',
		{
			change: (headers) => ({
				...headers,
				'Signature-Input': [otherList, textOf(headers, 'Signature-Input')],
				Signature: [otherValue, textOf(headers, 'Signature')],
			}),
		},
	],
	[
		'with the same label twice, of which the last one counts',
		{
			change: (headers) =>
				beside(otherList.replace('old', 'sig'), otherValue.replace('old', 'sig'))(headers),
			label: 'sig',
		},
	],
	[
		'with the webhook secret in place of the client secret',
		{ secret: 'hook', given: { credentials: { clientSecret: 'another', webhookSecret: 'hook' } } },
	],

	['spaces around the list', { change: replaced('Signature-Input', /\((.*)\)/, '(  $1   )') }],
	['more spaces in the list', { change: replaced('Signature-Input', '" "', '"   "') }],
	['spaces before parameters', { change: replaced('Signature-Input', ';', ';  ') }],
	['tabs around a comma', { change: beside(otherList, `${otherValue}\t,\tx=1`) }],
	['a signature without padding', { change: replaced('Signature', /=:$/, ':') }],
	['parameters of the signature', { change: replaced('Signature', /$/, ';a=1;b') }],
	[
		'with headers in capitals',
		{
			change: ({ Signature, 'Signature-Input': list, 'Content-Digest': digest, ...headers }) => ({
				...headers,
				SIGNATURE: Signature!,
				'SIGNATURE-INPUT': list!,
				'CONTENT-DIGEST': digest!,
			}),
		},
	],

	['a digest by SHA-512', { digest: SHA512 }],
	['digests by both', { digest: `${SHA256}, ${SHA512}` }],
	['both the other way around', { digest: `${SHA512},${SHA256}` }],
	['both on lines of their own', { digest: [SHA256, SHA512] }],
	['beside MD5', { digest: `md5=:AAAA:, ${SHA256}` }],
	['beside one on another line that nobody knows', { digest: [SHA512, 'blake3=:AAAA:'] }],
	['beside one that is no digest at all', { digest: `${SHA256}, unixsum=7;a, x` }],
	['a digest without padding', { digest: SHA256.replace(/=:$/, ':') }],
	['a digest with parameters', { digest: `${SHA256};a="b"` }],
	['a wrong digest that a right one replaces', { digest: `sha-256=:AAAA:, ${SHA256}` }],
	[
		'a digest of the representation beside it',
		{ fields: [...FIELDS, 'repr-digest'], headers: { 'Repr-Digest': SHA256 } },
	],
	[
		'what digest it wants of the answer',
		{ fields: [...FIELDS, 'want-content-digest'], headers: { 'Want-Content-Digest': 'sha-256=9' } },
	],

	...[`${BODY}\n`, `\ufeff${BODY}`, BODY.replace('1', '\u00e9\u{1f58b}'), ` ${BODY}\r\n\t`].map(
		(body): [string, Way] => [`the body ${JSON.stringify(body)}`, { body }],
	),

	['a host registered in capitals', { url: CAPITALS }],
	['the same, and its authority', { ...covering('@authority'), url: CAPITALS }],
	[
		'the same in n8n, behind a proxy',
		{ ...registered(CAPITALS), arrives: { host: 'inside:5678' } },
	],
	[
		'the same as a public URL',
		{
			url: 'https://Hooks.Example.COM/in',
			publicUrls: ['https://Hooks.Example.COM/in'],
			arrives: { host: 'inside', path: HERE },
		},
	],
	['the usual port', { url: `https://n8n.example.com:443${HERE}` }],
	[
		'the usual port and the authority',
		{ ...covering('@authority', '@target-uri'), url: `https://n8n.example.com:443${HERE}` },
	],
	['the usual port of http', registered(`http://n8n.example.com:80${HERE}`)],
	['another port', registered(`https://n8n.example.com:8443${HERE}`)],
	['an IP address', registered(`http://127.0.0.1:5678${HERE}`)],
	['an IPv6 address', { ...covering('@authority'), ...registered(`http://[::1]:5678${HERE}`) }],
	['an international name', registered(`https://xn--mnchen-3ya.example${HERE}`)],
	['a proxy that names n8n otherwise', { arrives: { host: 'inside:5678' } }],
	[
		'a proxy that speaks http to n8n',
		{ ...covering('@scheme', '@target-uri'), own: `http://n8n.example.com${HERE}` },
	],
	[
		'a host in capitals that a proxy forwards',
		{
			url: CAPITALS,
			arrives: { host: 'inside:5678' },
			change: put({ 'X-Forwarded-Host': 'N8N.Example.COM' }),
		},
	],
	['a wrong path in N8N_WEBHOOK_URL', { own: at(`/n8n${HERE}`) }],
	['an address in the request line, as proxies send it', { arrives: { path: REGISTERED } }],

	...[
		'/webhook/1/a%7Eb',
		'/webhook/1/a%2fb',
		'/webhook/1/a,b',
		'/webhook/1/a;b=c',
		"/webhook/1/a:@!$&'()*+b",
		'/webhook/1//webhook',
		'/webhook/1/webhook/',
		'/webhook/1/%C3%A9',
		'/webhook/1/a%20b',
		'/webhook/1/a|b',
	].map((path): [string, Way] => [
		`the path ${path}`,
		{ ...covering('@target-uri'), ...registered(at(path)) },
	]),
	...['?', '?a=1', '?a=1&a=2&b', '?q=%C3%A9', '?a=b,c', '?url=https://x/?y'].map(
		(query): [string, Way] => [
			`the query ${query}`,
			{ fields: [...REQUIRED, '@query', '@request-target'], url: `${REGISTERED}${query}` },
		],
	),
	['no query, but covered', { fields: [...REQUIRED, '@query'] }],
	[
		'a proxy that takes a prefix away',
		{ ...registered(at(`/n8n${HERE}`)), arrives: { path: HERE } },
	],
	[
		'a path that a proxy rewrites and the user entered',
		{ url: at('/in'), publicUrls: [at('/in')], arrives: { path: HERE } },
	],
	['one with a comma', { url: at('/in,1'), publicUrls: [at('/in,1')], arrives: { path: HERE } }],
	[
		'one with a comma among others in a text',
		{
			url: at('/in,1'),
			publicUrls: `a.example, ${at('/in,1')},https://b.example`,
			arrives: { path: HERE },
		},
	],
	[
		'one with spaces around it, a scheme in capitals and a fragment',
		{
			url: at('/in'),
			publicUrls: [' HTTPS://n8n.example.com/in#top '],
			arrives: { path: HERE },
		},
	],
	[
		'a name that the user entered',
		{
			url: `https://hooks.example.com${HERE}`,
			publicUrls: ['hooks.example.com'],
			arrives: { host: 'inside' },
		},
	],
	[
		'a query that the user entered',
		{
			fields: [...REQUIRED, '@query'],
			url: at('/in?a=1'),
			publicUrls: [at('/in?a=1')],
			arrives: { path: HERE },
		},
	],
];

/** Legal as well, but nothing here can verify it: the service is asked to send it again. */
const ASKED_AGAIN: Array<[string, Way, keyof typeof REASONS]> = [
	['a path that a proxy rewrites', { url: at('/in'), arrives: { path: HERE } }, 'mismatch'],
	[
		'the same if the proxy says so',
		{
			url: at('/in'),
			arrives: { path: HERE },
			change: put({ 'X-Forwarded-Prefix': '/in', 'X-Original-URL': '/in' }),
		},
		'mismatch',
	],
	['a wrong N8N_WEBHOOK_URL', { own: WRONG }, 'mismatch'],
	['the same, all of the address covered', { ...covering(...DERIVED), own: WRONG }, 'mismatch'],
	[
		'the same behind a proxy that forwards the host',
		{
			own: WRONG,
			arrives: { host: 'inside' },
			change: put({ 'X-Forwarded-Host': 'n8n.example.com', 'X-Forwarded-Proto': 'https' }),
		},
		'mismatch',
	],
	[
		'the same behind one that does so by RFC 7239',
		{
			own: WRONG,
			arrives: { host: 'inside' },
			change: put({ Forwarded: 'host=n8n.example.com;proto=https' }),
		},
		'mismatch',
	],
	[
		'no N8N_WEBHOOK_URL at all',
		{
			given: {
				broken: { getWebhookResourceUrl: () => undefined, getNodeWebhookUrl: () => undefined },
			},
		},
		'mismatch',
	],
	['a name with a dot at its end', { url: `https://n8n.example.com.${HERE}` }, 'mismatch'],
	[
		'a port that a proxy removes',
		{
			url: `https://n8n.example.com:8443${HERE}`,
			arrives: { host: 'n8n.example.com' },
			change: put({ 'X-Forwarded-Port': '8443' }),
		},
		'mismatch',
	],
	[
		'a host in capitals that a proxy replaces',
		{ url: CAPITALS, arrives: { host: 'inside' } },
		'mismatch',
	],
	['a new secret', { secret: 'not in the credential yet' }, 'mismatch'],
	[
		'a header that a proxy changes',
		{ ...withHeader('a'), change: put({ 'X-Note': 'b' }) },
		'mismatch',
	],
	[
		'a header that a proxy removes',
		{ ...withHeader('a'), change: without('X-Note') },
		'unsupported',
	],
	[
		'a header that is not ASCII',
		{ ...withHeader('a'), change: put({ 'X-Note': '\u00e9' }) },
		'unsupported',
	],
	['a structured header', covering('content-digest;sf'), 'unsupported'],
	[
		'a member of a header',
		{ ...covering('x-note;key="a"'), headers: { 'X-Note': 'a=1, b=2' } },
		'unsupported',
	],
	['a header as bytes', { ...covering('x-note;bs'), headers: { 'X-Note': 'a' } }, 'unsupported'],
	[
		'a parameter of the query',
		{ ...covering('@query-param;name="a"'), ...registered(`${REGISTERED}?a=1`) },
		'unsupported',
	],
	...['hmac-sha512', 'rsa-pss-sha512', 'ecdsa-p256-sha256', 'ed25519'].map(
		(alg): [string, Way, 'algorithm'] => [`the algorithm ${alg}`, withParams({ alg }), 'algorithm'],
	),
	['no method', { fields: ['@path', 'content-digest'] }, 'coverage'],
	['no path', { fields: ['@method', '@authority', 'content-digest'] }, 'coverage'],
	['no digest', { fields: ['@method', '@path'] }, 'coverage'],
	[
		'no digest header',
		{ fields: ['@method', '@path'], change: without('Content-Digest') },
		'digest',
	],
	...['md5=:AAAA:', 'sha=:AAAA:', 'crc32c=:AAAA:', 'sha-384=:AAAA:', 'blake3=:AAAA:'].map(
		(digest): [string, Way, 'digest'] => [`the digest ${digest}`, { digest }, 'digest'],
	),
	[
		'a digest of the representation alone',
		{
			fields: ['@method', '@path', 'repr-digest'],
			headers: { 'Repr-Digest': SHA256 },
			change: without('Content-Digest'),
		},
		'digest',
	],
	[
		'a digest of RFC 3230',
		{
			fields: ['@method', '@path', 'digest'],
			headers: { Digest: 'SHA-256=AAAA' },
			change: without('Content-Digest'),
		},
		'digest',
	],
	['ten signatures before it', { change: behind(10) }, 'unsupported'],
	[
		'a type of a newer standard',
		{ change: replaced('Signature-Input', /$/, ';at=@1700000000') },
		'malformed',
	],
	['a proxy that removes the lists', { change: without('Signature-Input') }, 'malformed'],
	['a body that a proxy compresses', { change: put({ 'Content-Encoding': 'gzip' }) }, 'encoded'],
	[
		'no credential',
		{ given: { broken: { getCredentials: async () => await Promise.reject(new Error('away')) } } },
		'credential',
	],
	['an empty credential', { given: { credentials: {} } }, 'noClientSecret'],
];

/** The answer to the event, by each program that can sign it so. */
async function outcomes(way: Way): Promise<Set<string>> {
	const all = Object.values(SIGNERS).map(async (sign) => {
		const headers = await sign(way).catch(() => undefined);
		return headers ? [await outcome(way, headers)] : [];
	});
	return new Set((await Promise.all(all)).flat());
}

it.each(VERIFIED)('a genuine event is accepted: %s', async (_, way) => {
	expect(await outcomes(way)).toEqual(new Set(['run']));
});

it.each(ASKED_AGAIN)('a genuine event is asked for again: %s', async (_, way, reason) => {
	expect(await outcomes(way)).toEqual(new Set([`503 ${REASONS[reason]}`]));
});

afterAll(() =>
	say(
		`trigger: ${VERIFIED.length} legal ways to sign are accepted, ${ASKED_AGAIN.length} get 503, none 401`,
	),
);
