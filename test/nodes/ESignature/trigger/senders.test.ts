import type { INodeParameters } from 'n8n-workflow';

import { REASONS } from '../../../../nodes/ESignature/trigger/texts/texts';
import { say } from '../../../contract/repository';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { ACCEPTED, type Place } from './manners';
import { UNDECIDED } from './mannersUndecided';
import { HOST, KEY, newBody, post, signed, type Header, type Manner } from './sender';

const CREDENTIAL = {
	baseUrl: 'http://127.0.0.1:9',
	clientId: KEY.id,
	clientSecret: KEY.secret,
	webhookSecret: '',
	webhookKeyId: '',
};

let server: WebhookServer;
beforeAll(async () => {
	server = await webhookServer(CREDENTIAL);
});
afterAll(async () => await server.close());

type Change = (sent: ReturnType<typeof signed>) => ReturnType<typeof signed>;

/** What the trigger makes of an event that is sent in this manner to an n8n like this. */
async function outcome(
	manner: (path: string) => Manner,
	{ credential = {}, publicUrls = [], origin = `https://${HOST}`, options = {} }: Place = {},
	change: Change = (sent) => sent,
) {
	server.credential.edit({ ...CREDENTIAL, ...credential });
	server.set({ options: { publicUrls, ...options } as INodeParameters });
	server.publicOrigin = origin;
	server.runs.length = 0;
	server.log.length = 0;
	// Each warning comes only a few times a minute.
	server.restart();
	const { pathname } = new URL(server.url);
	const made = manner(pathname);
	const status = await post(server.url, made.arrivesAt ?? pathname, change(signed(pathname, made)));
	const warnings = server.log.filter(({ level }) => level === 'warn');
	return { status, runs: server.runs.length, warnings: warnings.map(({ message }) => message) };
}

it(`knows ${ACCEPTED.length + UNDECIDED.length} manners of signing, more than 40 of them to be accepted`, () => {
	say(
		`senders: ${ACCEPTED.length} manners accepted, ${UNDECIDED.length} asked for again, none refused`,
	);
	expect(ACCEPTED.length).toBeGreaterThan(40);
});

it.each(ACCEPTED)('accepts an event signed with %s', async (_, manner, place = {}) => {
	expect(await outcome(manner, place)).toEqual({ status: 200, runs: 1, warnings: [] });
});

it.each(UNDECIDED)(
	'asks for an event again, and says why, that shows or has: %s',
	async (_, reason, manner, place = {}) => {
		expect(await outcome(manner, place)).toEqual({
			status: 503,
			runs: 0,
			warnings: [`E-Signature Trigger: ${reason}`],
		});
	},
);

const changed =
	(name: string, change: (value: string) => string): Change =>
	(sent) => ({
		...sent,
		headers: sent.headers.map(([key, value]): Header => [
			key,
			key === name ? change(value) : value,
		]),
	});

/** Changes the first sign of each byte sequence. */
const otherBytes = (value: string) =>
	value.replace(/:([\w+/])/g, (_, letter: string) => `:${letter === 'B' ? 'C' : 'B'}`);

describe('no manner of signing opens a door:', () => {
	const all = [
		...ACCEPTED.map(([name, manner, place]) => ({ name, manner, place })),
		...UNDECIDED.map(([name, , manner, place]) => ({ name, manner, place })),
	];

	it.each<[string, Change]>([
		['another signature', changed('Signature', otherBytes)],
		['another body', (sent) => ({ ...sent, body: sent.body.replace('Sealed', 'Seated') })],
		['another digest', changed('Content-Digest', otherBytes)],
		['another date', changed('Date', () => new Date(0).toUTCString())],
	])(
		'none is accepted with %s',
		async (what, change) => {
			const accepted = [];
			for (const { name, manner, place } of all) {
				const { runs } = await outcome(manner, place, change);
				if (runs > 0) accepted.push(name);
			}
			// Where the date is not covered, it may be any.
			const open = what === 'another date' ? /authority|target|digest|@query/ : /^$/;
			expect(accepted.filter((name) => !open.test(name))).toEqual([]);
		},
		120_000,
	);

	it('none is accepted with another secret in the credential', async () => {
		const accepted = [];
		for (const { name, manner, place } of all) {
			const credential = { clientSecret: 'another one', webhookSecret: '' };
			if ((await outcome(manner, { ...place, credential })).runs > 0) accepted.push(name);
		}
		expect(accepted).toEqual([]);
	}, 120_000);

	it.each(['0123456789abcdef', 'c2hvcnQ', ''])(
		'a short secret is not decoded: %j',
		async (secret) => {
			const place = { credential: { clientSecret: secret || '-' } };
			for (const encoding of ['hex', 'base64'] as const) {
				const key = Buffer.from(secret, encoding);
				expect(await outcome(() => ({ key }), place)).toMatchObject({ status: 401, runs: 0 });
			}
		},
	);

	it('a digest that is not signed proves nothing beside one that is not understood', async () => {
		const body = JSON.stringify({ id: '1', type: 'forged' });
		const manner: Manner = {
			digest: 'md5=:AAAA:',
			lines: ({ method, path }) => [method, path, ['"content-digest";key="md5"', ':AAAA:']],
		};
		const forged: Change = (sent) => ({
			body,
			headers: [
				...sent.headers.filter(([name]) => name !== 'Content-Length'),
				['Content-Length', String(body.length)],
				[
					'Content-Digest',
					signed('', { body }).headers.find(([name]) => name === 'Content-Digest')?.[1] ?? '',
				],
			],
		});

		expect(await outcome(() => manner, {}, forged)).toMatchObject({ status: 503, runs: 0 });
	});
});

it('does not try without end: what it left unexamined is not proven to be forged', async () => {
	const many = Array.from({ length: 120 }, (_, at): [string, string] => [
		`x${at}=("@method" "@target-uri" "content-digest")`,
		`x${at}=:AAAA:`,
	]);
	const { status, runs, warnings } = await outcome(() => ({
		key: 'a guess',
		before: many,
		headers: [['X-Forwarded-Host', 'a, b, c, d, e, f']],
	}));

	expect({ status, runs }).toEqual({ status: 503, runs: 0 });
	expect(warnings).toEqual([`E-Signature Trigger: ${REASONS.tooMuch}`]);
});

async function send(manner: Manner): Promise<number> {
	const { pathname } = new URL(server.url);
	return await post(server.url, pathname, signed(pathname, manner));
}

describe('the log of n8n', () => {
	const guess = () => ({ key: 'a guess' });
	const warnings = () => server.log.filter(({ level }) => level === 'warn');

	it('says what to look for when a signature names our key and does not match, a few times', async () => {
		expect(await outcome(guess)).toMatchObject({ status: 401, runs: 0 });
		for (let times = 0; times < 9; times++) expect([401, 503]).toContain(await send(guess()));

		for (const { message } of warnings()) expect(message).toContain('check the secret');
		const mismatches = warnings().filter(({ message }) => message.includes(REASONS.mismatch));
		expect(mismatches.length).toBeGreaterThan(0);
		expect(mismatches.length).toBeLessThan(5);
	});

	it('says so as well when the body is another one', async () => {
		const { status, warnings } = await outcome(
			() => ({}),
			{},
			(sent) => ({ ...sent, body: sent.body.replace('Sealed', 'Seated') }),
		);

		expect(status).toBe(401);
		expect(warnings).toEqual([expect.stringContaining('changes the body')]);
	});

	it('is not troubled by the signatures of others', async () => {
		const stranger = () => ({ key: 'a guess', parameters: ';keyid="somebody"' });

		expect(await outcome(stranger)).toEqual({ status: 401, runs: 0, warnings: [] });
	});

	const without =
		(name: string): Change =>
		({ headers, body }) => ({ body, headers: headers.filter(([key]) => key !== name) });
	const ofLength = (length: number): Change =>
		changed('Signature', () => `sig=:${Buffer.alloc(length, 7).toString('base64')}:`);

	it.each<[string, number, string, Manner, Change?]>([
		['no Signature', 401, REASONS.incomplete, {}, without('Signature')],
		['no Signature-Input', 401, REASONS.incomplete, {}, without('Signature-Input')],
		[
			'a Signature that cannot be read',
			401,
			REASONS.incomplete,
			{},
			changed('Signature', () => '?'),
		],
		['a signature that is cut off', 401, REASONS.mismatch, {}, ofLength(20)],
		['a signature that must be by another algorithm', 503, REASONS.algorithm, {}, ofLength(64)],
		['300 kB', 413, REASONS.tooLarge, { body: `{"a":"${'a'.repeat(300_000)}"}` }],
		['compression', 415, REASONS.notJson, { headers: [['Content-Encoding', 'br']] }],
		['several parts', 415, REASONS.notJson, { type: 'multipart/form-data; boundary=x' }],
		['a list of events', 400, REASONS.notEvent, { body: '[{"id":"1"}]' }],
	])(
		'says why an event of the service is refused that has %s',
		async (_, status, reason, manner, change = undefined) => {
			expect(await outcome(() => manner, {}, change)).toEqual({
				status,
				runs: 0,
				warnings: [`E-Signature Trigger: ${reason}`],
			});
		},
	);

	it.each<[string, Manner, Change?]>([
		['300 kB', { body: `{"a":"${'a'.repeat(300_000)}"}` }],
		['compression', { headers: [['Content-Encoding', 'br']] }],
		['no value', {}, without('Signature')],
	])('does not say so of a stranger: %s', async (_, manner, change = undefined) => {
		const stranger = { ...manner, key: 'a guess', parameters: ';keyid="somebody"' };

		expect(await outcome(() => stranger, {}, change)).toMatchObject({ runs: 0, warnings: [] });
	});

	it('tells at the level debug that a second event with the same ID was dropped', async () => {
		const body = newBody();
		await outcome(() => ({ body }));
		expect(await send({ body: body.replace('Sealed', 'Created') })).toBe(200);

		expect(server.runs).toHaveLength(1);
		expect(server.log.map(({ message }) => message)).toContainEqual(
			expect.stringContaining('its ID had already been received'),
		);
	});
});

describe('what no key can change is decided without the credential:', () => {
	const otherBody: Change = (sent) => ({ ...sent, body: sent.body.replace('Sealed', 'Seated') });
	const short: Change = changed('Signature', () => 'sig=:AAAA:');
	const old = ';created=1;expires=2';

	it.each<[string, string, Change]>([
		['a signature of 3 bytes, by a stranger', `${old};keyid="somebody"`, short],
		['a signature of 3 bytes, by our name', `${old};keyid="${KEY.id}"`, short],
		['another body, by a stranger', ';keyid="somebody"', otherBody],
		['another body, by our name', `;keyid="${KEY.id}"`, otherBody],
		['another body, by no name', '', otherBody],
	])('%s', async (_, parameters, change) => {
		await outcome(() => ({ key: 'a guess', parameters }), {}, change);
		const { reads } = server.credential;
		const { pathname } = new URL(server.url);
		for (let times = 0; times < 20; times++) {
			const sent = signed(pathname, { key: 'a guess', parameters });
			expect(await post(server.url, pathname, change(sent))).toBe(401);
		}

		expect(server.credential.reads).toBe(reads);
	});

	it('an event that is too late for a user who wants none', async () => {
		const place = { options: { emitLateEvents: false } };
		expect(await outcome(() => ({ parameters: old }), place)).toMatchObject({
			status: 200,
			runs: 0,
		});
		const { reads } = server.credential;
		expect(await send({ parameters: old })).toBe(200);

		expect(server.credential.reads).toBe(reads);
	});
});
