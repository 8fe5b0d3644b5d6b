import { REASONS } from '../../../../nodes/ESignature/trigger/texts/texts';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { HOST, KEY, newBody, post, signed, type Manner } from './sender';

const CREDENTIAL = {
	baseUrl: 'http://127.0.0.1:9',
	clientId: KEY.id,
	clientSecret: KEY.secret,
};

let server: WebhookServer;
beforeEach(async () => {
	server = await webhookServer(CREDENTIAL);
	server.publicOrigin = `https://${HOST}`;
});
afterEach(async () => await server.close());

async function send(manner: Manner): Promise<number> {
	const { pathname } = new URL(server.url);
	return await post(server.url, pathname, signed(pathname, manner));
}

const warnings = () =>
	server.log.filter(({ level }) => level === 'warn').map(({ message }) => message);

const STRANGER = ';keyid="somebody"';
const NOBODY = '';
const OURS = `;keyid="${KEY.id}"`;

/** What anyone can send, and what the log says about it. */
const CASES: Array<[string, string, Manner]> = [
	[
		'covers too little',
		REASONS.coverage,
		{ key: 'a guess', lines: ({ method, digest }) => [method, digest] },
	],
	[
		'covers what did not arrive',
		REASONS.components,
		{ key: 'a guess', lines: (usual) => [...Object.values(usual), ['"x-gone"', 'x']] },
	],
];

describe('a warning about a request that names our key', () => {
	it.each(
		CASES.flatMap(([name, reason, manner]) =>
			[STRANGER, NOBODY].map((by) => ({ name, reason, manner, by })),
		),
	)(
		'is written although others have used up theirs: a signature that $name, named $by',
		async ({ reason, manner, by }) => {
			for (let times = 0; times < 6; times++) {
				expect(await send({ ...manner, parameters: by })).toBe(503);
			}
			expect(warnings()).toHaveLength(3);
			expect(await send({ ...manner, parameters: OURS })).toBe(503);

			expect(warnings()).toHaveLength(4);
			expect(warnings()[3]).toBe(`E-Signature Trigger: ${reason}`);
		},
	);

	it('is written although signatures that name no key have used up theirs: one that does not match', async () => {
		for (let times = 0; times < 12; times++) await send({ key: 'a guess', parameters: NOBODY });
		const { length } = warnings();
		expect(length).toBeLessThan(12);
		await send({ key: 'a guess', parameters: OURS });

		expect(warnings()).toHaveLength(length + 1);
		expect(warnings().at(-1)).toContain('check the secret in the credential');
	});

	it('is written although others have used up theirs: a request that is too large', async () => {
		const body = `{"a":"${'a'.repeat(300_000)}"}`;
		for (let times = 0; times < 6; times++) await send({ body, parameters: NOBODY });
		expect(warnings()).toHaveLength(3);
		await send({ body, parameters: OURS });

		expect(warnings()[3]).toBe(`E-Signature Trigger: ${REASONS.tooLarge}`);
	});
});

describe('where the credential was read too often to be sure', () => {
	beforeEach(() => {
		const now = performance.now();
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const flood = async () => {
		for (let times = 0; times < 20; times++) await send({ key: 'a guess', parameters: STRANGER });
	};

	it('strangers get no line at all', async () => {
		await flood();

		expect(await send({ key: 'a guess', parameters: STRANGER })).toBe(503);
		expect(warnings()).toEqual([]);
	});

	it('whoever names our key gets one', async () => {
		await flood();

		expect(await send({ key: 'a guess', parameters: OURS })).toBe(503);
		expect(warnings()).toEqual([`E-Signature Trigger: ${REASONS.unsure}`]);
	});
});

describe('an event with the ID of an earlier one', () => {
	const other = (body: string) => body.replace('Sealed', 'Created');
	const sameId = `E-Signature Trigger: ${REASONS.sameId}`;

	it('and another content is dropped with a warning that says what to do, a few times', async () => {
		const body = newBody();
		expect(await send({ body })).toBe(200);
		for (let times = 0; times < 6; times++) expect(await send({ body: other(body) })).toBe(200);

		expect(server.runs).toHaveLength(1);
		expect(warnings()).toHaveLength(3);
		expect(warnings()[0]).toBe(sameId);
	});

	it('is told apart after a restart, too', async () => {
		const body = newBody();
		await send({ body });
		server.restart();
		expect(await send({ body: other(body) })).toBe(200);

		expect(server.runs).toHaveLength(1);
		expect(warnings()).toEqual([sameId]);
	});

	it('is told apart when both come at once', async () => {
		const body = newBody();
		const statuses = await Promise.all([send({ body }), send({ body: other(body) })]);

		expect(statuses).toEqual([200, 200]);
		expect(server.runs).toHaveLength(1);
		expect(warnings()).toEqual([sameId]);
	});

	it('and the same content is dropped without a word, also with the number of the attempt in it', async () => {
		const body = newBody();
		await send({ body });
		await send({ body });
		await send({ body: body.replace('{', '{"attempt":2,') });
		server.restart();
		await send({ body });

		expect(server.runs).toHaveLength(1);
		expect(warnings()).toEqual([]);
	});
});

describe('with a shared secret', () => {
	const fetched = async (headers: Record<string, string>) =>
		(await fetch(server.url, { method: 'POST', body: newBody(), headers })).status;

	beforeEach(async () => {
		await server.close();
		server = await webhookServer({ ...CREDENTIAL, webhookSecret: 'ours' });
		server.set({ verification: 'sharedSecretHeader', headerName: 'X-Secret' });
	});

	it('a request with another one is a warning, and one that has none is not', async () => {
		const type = { 'content-type': 'application/json' };
		expect(await fetched(type)).toBe(401);
		expect(warnings()).toEqual([]);
		expect(await fetched({ ...type, 'x-secret': 'theirs' })).toBe(401);
		expect(warnings()).toEqual([`E-Signature Trigger: ${REASONS.otherSecret}`]);
		expect(await fetched({ ...type, 'x-secret': 'ours' })).toBe(200);
	});
});
