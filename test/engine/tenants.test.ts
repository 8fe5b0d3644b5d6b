import { readAccount } from '../../nodes/ESignature/transport/session/account';
import { skipPauses } from '../support/skipPauses';
import { createEngine, type Engine } from '../support/engine';
import { byId, envelopeParameters } from '../support/harness';
import {
	anEnvelope,
	json,
	scriptedService,
	type ScriptedService,
} from '../support/scriptedService';

skipPauses();

let one: ScriptedService;
let two: ScriptedService;
let engine: Engine;

const participants = { items: [{ ID: anEnvelope.ID, email: 'a@example.com', role: 'signer' }] };

beforeEach(async () => {
	const tenant = async () =>
		await scriptedService({
			api: ({ path }, response) =>
				json(response, 200, path.endsWith('/participants') ? participants : anEnvelope),
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
});

it('uses a session that another process has stored, also in place of an older one that this process knows', async () => {
	const get = envelopeParameters('get', anEnvelope.ID);
	engine.credential.edit({ baseUrl: one.url });
	await engine.run(get);
	expect(engine.credential.data).toMatchObject({ accessToken: 'token-number-1' });
	const accessToken = 'stored-by-another-process';
	engine.credential.edit({
		...one.credential,
		accessToken,
		tokenIssuedFor: readAccount(one.credential).key,
		sessionExpiresAt: Date.now() + 3_601_000,
	});
	await engine.run(get);
	expect(one.requests.map(({ token }) => token)).toEqual(['token-number-1', accessToken]);
	expect(one.signIns).toHaveLength(1);
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
