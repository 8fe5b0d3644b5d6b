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

/** Legal, and for this webhook by an address that n8n knows or that the event arrived at. */
const VERIFIED: Array<[string, Way]> = [
	['as the service signs', {}],
	['a header of two lines', withHeader(['one', 'two'])],
	[
		'a header in a strange capitalization',
		{ fields: [...FIELDS, 'x-note'], headers: { 'x-NOTE': 'a' } },
	],
	['an expired signature', withParams({ created: now() - 600, expires: now() - 300 })],

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
		'with the webhook secret in place of the client secret',
		{ secret: 'hook', given: { credentials: { clientSecret: 'another', webhookSecret: 'hook' } } },
	],

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

	['two digests on lines of their own', { digest: [SHA256, SHA512] }],
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
	['another algorithm', withParams({ alg: 'ed25519' }), 'algorithm'],
	['no method', { fields: ['@path', 'content-digest'] }, 'coverage'],
	[
		'no digest header',
		{ fields: ['@method', '@path'], change: without('Content-Digest') },
		'digest',
	],
	['a proxy that removes the lists', { change: without('Signature-Input') }, 'malformed'],
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
