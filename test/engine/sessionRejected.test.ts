import { assertNoCanary } from '../support/canaries';
import { createEngine, type Engine, type Outcome } from '../support/engine';
import { envelopeParameters } from '../support/ground';
import { anEnvelope, json, newToken, tinyService, type TinyService } from './tinyService';

let service: TinyService;
let engine: Engine;
/** What the service answers to a request with this token. */
let answer: (token: string) => { status: number; body: object };
let tokens: () => object;
let issues: number;

beforeEach(async () => {
	issues = 200;
	tokens = () => newToken(service.signIns.length);
	answer = () => ({ status: 401, body: {} });
	service = await tinyService({
		token: (_, response) => json(response, issues, tokens()),
		api: ({ token }, response) => {
			const { status, body } = answer(token);
			json(response, status, body);
		},
	});
	engine = await createEngine({ credential: service.credential });
});
afterEach(async () => {
	await engine.close();
	await service.close();
});

const get = envelopeParameters('get', anEnvelope.ID, { options: { maxConcurrency: 1 } });
const many = async (items: number): Promise<Outcome> =>
	await engine.run(get, {
		items: Array.from({ length: items }, () => ({ json: {} })),
		onError: 'continueRegularOutput',
	});

describe('a service that rejects every token', () => {
	it.each([
		['a new one each time', () => newToken(service.signIns.length)],
		['the same one each time', () => newToken(1)],
	])('is asked for a handful of tokens by 200 items, though it issues %s', async (_, issue) => {
		tokens = issue;
		const started = performance.now();
		const { items } = await many(200);
		expect(items).toHaveLength(200);
		// Three, then one more whenever the pause of five seconds is over.
		const most = 3 + Math.floor((performance.now() - started) / 5_000);
		expect(service.signIns.length).toBeLessThanOrEqual(most);
	});

	it('is said to reject even new ones once no more are asked for', async () => {
		const { items } = await many(4);
		expect(items[0]?.json.error).toBe('The service rejected the access token, even a new one');
		expect(items[3]?.json.error).toContain('Not attempted');
		// Another run is told so without one more sign-in.
		const next = await many(1);
		expect(next.items[0]?.json.error).toBe(
			'The service rejects every access token, even a new one',
		);
	});

	it('is asked again as soon as it has accepted one', async () => {
		await many(4);
		expect(service.signIns).toHaveLength(3);
		answer = () => ({ status: 200, body: anEnvelope });
		expect((await engine.run(get)).items).toHaveLength(1);
		answer = (token) => ({ status: token === 'token-number-4' ? 200 : 401, body: anEnvelope });
		expect((await engine.run(get)).items).toHaveLength(1);
		expect(service.signIns).toHaveLength(4);
	});
});

it('sends a rejected token only once while no new one can be had', async () => {
	answer = () => ({ status: 200, body: anEnvelope });
	await engine.run(get);
	answer = () => ({ status: 401, body: {} });
	issues = 503;
	const { items } = await many(2);
	expect(items.map(({ json: { error } }) => error)).toEqual([
		expect.stringMatching(/answered with status 503, .* try again later/),
		expect.stringMatching(/answered with status 503, .* try again later/),
	]);
	expect(service.requests).toHaveLength(2);
});

describe('the last 401', () => {
	it('is shown with what the service says about it, without the token that it repeats', async () => {
		answer = (token) => ({
			status: 401,
			body: { title: 'Unauthorized', detail: `The scope is missing in ${token}, ask your admin` },
		});
		const outcome = await engine.run(get);
		expect(outcome.error).toMatchObject({ httpCode: '401' });
		expect(outcome.error?.description).toContain(
			'The service says: The scope is missing in [hidden], ask your admin',
		);
		assertNoCanary(outcome, ['token-number-1', 'token-number-2', service.credential.clientSecret]);
	});

	it('is shown without what is too long to be read', async () => {
		answer = () => ({ status: 401, body: { detail: 'x'.repeat(1_000_000) } });
		const { error } = await engine.run(get);
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error?.description).not.toContain('The service says');
	});
});
