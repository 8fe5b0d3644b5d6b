import { readAccount } from '../../nodes/ESignature/transport/session/account';
import { skipPauses } from '../support/skipPauses';
import { assertNoCanary } from '../support/canaries';
import { createEngine, type Engine } from '../support/engine';
import { byId, envelopeParameters } from '../support/harness';
import {
	anEnvelope,
	json,
	newToken,
	scriptedService,
	type ScriptedService,
} from '../support/scriptedService';

skipPauses();

let one: ScriptedService;
let two: ScriptedService;
let engine: Engine;
let onRequest: () => void;

const participants = { items: [{ ID: anEnvelope.ID, email: 'a@example.com', role: 'signer' }] };

beforeEach(async () => {
	onRequest = () => {};
	const tenant = async () =>
		await scriptedService({
			api: ({ path }, response) => {
				onRequest();
				json(response, 200, path.endsWith('/participants') ? participants : anEnvelope);
			},
		});
	[one, two] = [await tenant(), await tenant()];
	engine = await createEngine({
		credential: { ...one.credential, baseUrl: '={{ $json.url }}' },
	});
});
afterEach(async () => {
	await engine.close();
	await Promise.all([one.close(), two.close()]);
});

const items = () =>
	[one, two, one].map(({ url }, index) => ({ json: { url, email: `p${index}@example.com` } }));

describe('a credential whose address is an expression', () => {
	it('sends each item to its own tenant, with a token of that tenant', async () => {
		await engine.run(envelopeParameters('get', anEnvelope.ID), { items: items() });
		expect([one.requests.length, two.requests.length]).toEqual([2, 1]);
		expect([one.signIns.length, two.signIns.length]).toEqual([1, 1]);
	});

	it('does not fold items of two tenants into one request, though they name the same envelope', async () => {
		await engine.run(
			{
				resource: 'participant',
				operation: 'create',
				envelopeId: byId(anEnvelope.ID),
				email: '={{ $json.email }}',
				role: 'signer',
			},
			{ items: items(), onError: 'continueRegularOutput' },
		);
		const sent = ({ requests }: ScriptedService) =>
			requests
				.filter(({ method }) => method === 'POST')
				.flatMap(({ body }) => [...body.matchAll(/p\d@example\.com/g)].map(([email]) => email));
		expect(new Set(sent(one))).toEqual(new Set(['p0@example.com', 'p2@example.com']));
		expect(new Set(sent(two))).toEqual(new Set(['p1@example.com']));
	});

	it('fails only the items for which it cannot be resolved', async () => {
		const { items: results } = await engine.run(envelopeParameters('get', anEnvelope.ID), {
			items: [{ json: { url: one.url } }, { json: {} }, { json: { url: two.url } }],
			onError: 'continueRegularOutput',
		});
		expect(results.map(({ json }) => json.ID ?? json.error)).toEqual([
			anEnvelope.ID,
			expect.stringContaining('Base URL'),
			anEnvelope.ID,
		]);
	});
});

describe('a session that another process has stored', () => {
	const stored = (issuedAt = Date.now()) => {
		const credential = { ...one.credential };
		return {
			...credential,
			accessToken: `stored-token-${issuedAt}`,
			tokenIssuedFor: readAccount(credential).key,
			sessionExpiresAt: issuedAt + 3_600_000,
		};
	};
	const get = envelopeParameters('get', anEnvelope.ID);

	it('is used by the next run, also in place of an older one that this process knows', async () => {
		engine.credential.edit({ baseUrl: one.url });
		await engine.run(get);
		expect(engine.credential.data).toMatchObject({
			accessToken: 'token-number-1',
		});
		const { accessToken, ...session } = stored(Date.now() + 1_000);
		engine.credential.edit({ ...session, accessToken });
		await engine.run(get);
		expect(one.requests.map(({ token }) => token)).toEqual(['token-number-1', accessToken]);
		expect(one.signIns).toHaveLength(1);
	});

	it('is hidden where the service repeats it', async () => {
		await one.close();
		one = await scriptedService({
			api: ({ token }, response) => json(response, 403, { detail: `No rights for ${token}` }),
		});
		engine.credential.edit(stored());
		const outcome = await engine.run(get);
		expect(one.requests[0]?.token).toMatch(/^stored-token/);
		expect(outcome.error?.description).toContain('No rights for [hidden]');
		assertNoCanary(outcome, [one.requests[0]?.token ?? '', newToken(1).accessToken]);
	});
});

it('leaves no unhandled rejection where the credential cannot be used', async () => {
	const unheard: unknown[] = [];
	const hear = (reason: unknown) => unheard.push(reason);
	process.on('unhandledRejection', hear);
	try {
		const credentials = engine.addCredential({
			baseUrl: one.url,
			clientId: '',
			clientSecret: 'x',
		});
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		const { error } = await engine.run(envelopeParameters('get', anEnvelope.ID), {
			items,
			credentials,
		});
		expect(error?.message).toContain('Client ID');
		// All of them have failed by then, and Node has had its turn to report them.
		await new Promise((resolve) => setImmediate(resolve));
		await new Promise((resolve) => setImmediate(resolve));
	} finally {
		process.off('unhandledRejection', hear);
	}
	expect(unheard).toEqual([]);
});
