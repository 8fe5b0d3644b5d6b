import { createHash, createHmac } from 'node:crypto';

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
	SECRET,
	SIGNERS,
	without,
	type Way,
} from './signer';

/** The status of the answer is 503 unless it says otherwise. */
type Forgery = [title: string, way: Way, status?: number];

const MINE = '{"id":"2","type":"EnvelopeSealed"}';
const [OLD, NEW] = [digestOf(Buffer.from(BODY)), digestOf(Buffer.from(MINE))];
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

const BODIES: Forgery[] = [
	'',
	'{}',
	MINE,
	`${BODY} `,
	` ${BODY}`,
	`\ufeff${BODY}`,
	BODY.replace('1', '2'),
	BODY.replace('}', ',"id":"2"}'),
	`${BODY}\u0000`,
	BODY.toUpperCase(),
].map((body): Forgery => [`with the body ${JSON.stringify(body)}`, { arrives: { body } }, 401]);

const DIGESTS: Forgery[] = [
	[NEW],
	[digestOf(Buffer.from(MINE), 'sha-512')],
	[`${OLD}, ${NEW}`],
	[`sha-512=:${createHash('sha512').update(MINE).digest('base64')}:, ${OLD}`, 401],
	[`${NEW}, ${digestOf(Buffer.from(BODY), 'sha-512')}`, 401],
	[NEW.replace('sha-256', 'SHA-256')],
	[`md5=:${createHash('md5').update(MINE).digest('base64')}:`],
	['sha-256'],
	['sha-256=::', 401],
	['sha-256=()'],
	['__proto__=:AAAA:'],
	[''],
].map(([digest, status]): Forgery => [
	`with another body and the digest ${digest}`,
	{ arrives: { body: MINE }, change: put({ 'Content-Digest': String(digest) }) },
	status as number | undefined,
]);

const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Forgery => [
	`sent by ${method}`,
	{ arrives: { method } },
]);

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
	['as parts', { change: put({ 'Content-Type': 'multipart/form-data; boundary=x' }) }],
	['compressed', { change: put({ 'Content-Encoding': 'gzip' }) }],
];

/** Changes to the list of what is covered, and to what it says of the signature. */
const INPUTS: Forgery[] = [
	...FIELDS.map((name): [RegExp | string, string] => [new RegExp(` ?"${name}"`), '']),
	['"@path"', '"@query"'],
	['"@path"', '"@Path"'],
	['"@path"', '"@path";req'],
	['"@path"', '"@query-param";name="a"'],
	['"@method"', '@method'],
	['"host"', '"host" "host"'],
	['"host" "date"', '"date" "host"'],
	['"host"', '"@authority"'],
	['"content-digest"', '"content-digest";key="sha-256"'],
	['"content-digest"', '"content-digest";sf'],
	['"content-digest"', '"repr-digest"'],
	[/\(.*\)/, '()'],
	[/\(.*\)/, '"@path"'],
	[/created=\d+/, 'created=1'],
	[/created=\d+/, `created=${now() + 1_000}`],
	[/;created=\d+/, ''],
	[/$/, `;expires=${now() + 60}`],
	[/$/, ';nonce="1"'],
	[/$/, ';alg="none"'],
	[/$/, ';alg=""'],
	[/$/, ';alg="hmac-sha256"'],
	[/$/, ';alg="hmac-sha1"'],
	[/$/, ';keyid="admin"'],
	[/$/, ';tag'],
	[/keyid="client-1"/, 'keyid="client-2"'],
	[/;/, ' ; '],
	[/^sig/, 'sig2'],
	[/^sig=/, 'constructor='],
	[/^/, 'sig=("@method");created=1, x'],
	[/$/, ', sig=("@method" "@path" "content-digest")'],
	[/$/, ','],
].map(([from, to]): Forgery => [
	`with ${String(from)} replaced by ${to} in its list`,
	{ label: 'sig', change: replaced('Signature-Input', from as RegExp, to as string) },
]);

const bytes = (text: string | Buffer) => `sig=:${Buffer.from(text).toString('base64')}:`;
const VALUES: Forgery[] = [
	bytes(''),
	bytes(Buffer.alloc(32)),
	bytes(Buffer.alloc(32, 255)),
	bytes(createHash('sha256').update(BODY).digest()),
	bytes(createHmac('sha256', SECRET).update(BODY).digest()),
	bytes(createHmac('sha256', '').update(BODY).digest()),
	bytes(SECRET),
	bytes(Buffer.alloc(65_000 / 8)),
	'sig',
	'sig=?1',
	'sig=1',
	'sig="AAAA"',
	'sig=(:AAAA:)',
	'sig=:?:',
	'sig2=:AAAA:',
	'SIG=:AAAA:',
	'keyId="client-1",algorithm="hmac-sha256",headers="(request-target) digest",signature="AAAA"',
	`v1,${Buffer.alloc(32).toString('base64')}`,
	`t=1,v1=${'0'.repeat(64)}`,
	'true',
	'null',
].map((value): Forgery => [
	`with the signature ${value.slice(0, 60)}`,
	{ label: 'sig', change: put({ Signature: value }) },
]);

const cut: Forgery[] = [
	[/=:(.)/, '=:/$1'],
	[/=:..../, '=:'],
	[/....=:$/, ':'],
	[/(.)=:$/, '$1$1=:'],
	[/:$/, 'AAAA:'],
	[/=:$/, ''],
	[/:(.*):/, '"$1"'],
	[/$/, ', sig=:AAAA:'],
].map(([from, to]): Forgery => [
	`with ${String(from)} replaced by ${to as string} in its signature`,
	{ label: 'sig', change: replaced('Signature', from as RegExp, to as string) },
]);

const SECRETS: Forgery[] = [
	'client-1',
	'undefined',
	'null',
	' ',
	'[object Object]',
	SECRET.toUpperCase(),
	SECRET.slice(0, -1),
	`${SECRET} `,
	` ${SECRET}`,
	`${SECRET}\n`,
	Buffer.from(SECRET).toString('base64'),
	Buffer.from(SECRET).toString('hex'),
	createHash('sha256').update(SECRET).digest('hex'),
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

const FORGERIES = [
	...BODIES,
	...DIGESTS,
	...METHODS,
	...ADDRESSES,
	...HEADERS,
	...INPUTS,
	...VALUES,
	...cut,
	...SECRETS,
	...UNSIGNED,
];

const sign = SIGNERS['http-message-sig']!;

it('an event starts a run as it was signed', async () => {
	expect(await outcome({}, await sign({}))).toBe('run');
});

it.each(FORGERIES)('an event starts no run %s', async (_, way, status = 503) => {
	const answer = await outcome(way, await sign(way));

	expect(answer.slice(0, 3)).toBe(String(status));
});

afterAll(() => say(`trigger: ${FORGERIES.length} forged events, none starts a run`));
