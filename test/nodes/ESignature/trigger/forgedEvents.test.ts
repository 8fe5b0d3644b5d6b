import { createHmac } from 'node:crypto';

import { say } from '../../../contract/repository';
import {
	BODY,
	FIELDS,
	outcome,
	put,
	REGISTERED,
	REQUIRED,
	SECRET,
	SIGNERS,
	without,
	type Way,
} from './signer';

/** The status of the answer is 503 unless it says otherwise. */
type Forgery = [title: string, way: Way, status?: number];

const MINE = '{"id":"2","type":"EnvelopeSealed"}';
const at = (path: string) => `https://n8n.example.com${path}`;
const HERE = new URL(REGISTERED).pathname;
const ELSEWHERE = '/webhook/2/webhook';

/** An event that was signed for one workflow is sent to the URL of another one. */
const replayed = (more: Way = {}): Way => ({
	own: at(ELSEWHERE),
	arrives: { path: ELSEWHERE },
	...more,
});
const toThem = (headers: Record<string, string>): Forgery => [
	`sent to another workflow with ${JSON.stringify(headers)}`,
	replayed({ change: put(headers) }),
];

const BODIES: Forgery[] = ['', MINE, `${BODY} `, `\ufeff${BODY}`].map((body): Forgery => [
	`with the body ${JSON.stringify(body)}`,
	{ arrives: { body } },
	401,
]);

const METHODS: Forgery[] = [['sent by PUT', { arrives: { method: 'PUT' } }]];

const ADDRESSES: Forgery[] = [
	['sent to another workflow', replayed()],
	...['@target-uri', '@request-target'].map((part): Forgery => [
		`sent to another workflow, with ${part} covered`,
		replayed({ fields: ['@method', part, 'content-digest'] }),
	]),
	...['X-Forwarded-Path', 'X-Forwarded-Uri', 'X-Original-URL', 'X-Rewrite-URL', 'Referer'].map(
		(name) => toThem({ [name]: HERE }),
	),
	toThem({ 'X-Forwarded-Prefix': '/webhook/1' }),
	toThem({ 'X-Forwarded-Host': `n8n.example.com${HERE}?` }),
	toThem({ Forwarded: `host="n8n.example.com${HERE}?"` }),
	toThem({ Path: HERE }),
	...[`${ELSEWHERE}?${HERE}`, `${ELSEWHERE}?/../..${HERE}`, `${ELSEWHERE}#${HERE}`].map(
		(path): Forgery => [`sent to ${path}`, replayed({ arrives: { path } })],
	),
	...['%2e%2e/1/webhook', '%23', '%00', '/'].map((end): Forgery => [
		`sent to another workflow, to a path with ${end}`,
		replayed({ arrives: { path: `${ELSEWHERE}/${end}` } }),
	]),
	[
		'sent to another workflow by a host that holds the path',
		replayed({ arrives: { path: ELSEWHERE, host: `n8n.example.com${HERE}?` } }),
	],
	[
		'sent to one behind a public root, by a host that holds the path',
		{
			url: `${REGISTERED}/`,
			fields: ['@method', '@target-uri', 'content-digest'],
			own: at(ELSEWHERE),
			publicUrls: ['https://hooks.example.com'],
			arrives: { path: ELSEWHERE, host: `n8n.example.com${HERE}` },
		},
	],
	...[`${HERE}?x`, `${HERE}/`, `/${HERE}`, HERE.toUpperCase(), `${HERE}/x`, '/'].map(
		(path): Forgery => [
			`sent to ${path} with its target covered`,
			{ fields: [...FIELDS, '@request-target'], own: at(ELSEWHERE), arrives: { path } },
		],
	),
	...['n8n.example.com', 'other.example.com', 'OTHER.example.com:443'].map((host): Forgery => [
		`for another host, with the host ${host}`,
		{ url: `https://other.example.com${HERE}`, arrives: { host } },
	]),
	...['@authority', '@target-uri'].map((part): Forgery => [
		`for another host by ${part}`,
		{ url: `https://other.example.com${HERE}`, fields: [...REQUIRED, part] },
	]),
	[
		'for another host that the request says it was forwarded from',
		{
			url: `https://other.example.com${HERE}`,
			arrives: { host: 'n8n.example.com' },
			change: put({ 'X-Forwarded-Host': 'other.example.com' }),
		},
	],
	...['n8n.example.com.', 'n8n.example.com:8443', 'n8n.example.org', 'x.n8n.example.com'].map(
		(host): Forgery => [`for ${host}`, { url: `https://${host}${HERE}` }],
	),
];

const HEADERS: Forgery[] = [
	['with another date', { change: put({ Date: new Date(0).toUTCString() }) }],
	['without its date', { change: without('Date') }],
	['with two dates', { change: put({ Date: ['a', 'b'] }) }],
	[
		'with another type',
		{ fields: [...FIELDS, 'content-type'], change: put({ 'Content-Type': 'text/plain' }) },
	],
	[
		'with one line more of a covered header',
		{
			fields: [...FIELDS, 'x-note'],
			headers: { 'X-Note': 'a' },
			change: put({ 'X-Note': ['a', 'b'] }),
		},
	],
];

const SECRETS: Forgery[] = [
	'client-1',
	'undefined',
	SECRET.toUpperCase(),
	`${SECRET} `,
	Buffer.from(SECRET).toString('hex'),
].map((secret): Forgery => [`with the secret ${JSON.stringify(secret)}`, { secret }]);

const UNSIGNED: Forgery[] = [
	['without a signature', { change: without('Signature', 'Signature-Input') }, 401],
	['with a list alone', { change: without('Signature') }, 401],
	['with an empty signature', { change: put({ Signature: '' }) }, 401],
	...[
		{ Authorization: `Bearer ${SECRET}` },
		{ 'X-Webhook-Secret': SECRET },
		{ 'X-Hub-Signature-256': `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}` },
		{ 'X-Signature': 'valid' },
	].map((proof): Forgery => [
		`with ${Object.keys(proof).join()} in place of a signature`,
		{ change: put({ Signature: undefined, ...proof }) },
		401,
	]),
];

const FORGERIES = [...BODIES, ...METHODS, ...ADDRESSES, ...HEADERS, ...SECRETS, ...UNSIGNED];

const sign = SIGNERS['http-message-sig']!;

it('an event starts a run as it was signed', async () => {
	expect(await outcome({}, await sign({}))).toBe('run');
});

it.each(FORGERIES)('an event starts no run %s', async (_, way, status = 503) => {
	const answer = await outcome(way, await sign(way));

	expect(answer.slice(0, 3)).toBe(String(status));
});

afterAll(() => say(`trigger: ${FORGERIES.length} forged events, none starts a run`));
