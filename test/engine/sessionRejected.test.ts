import { assertNoCanary } from '../support/canaries';
import { createEngine, type Engine, type Outcome } from '../support/engine';
import { envelopeParameters } from '../support/harness';
import {
	anEnvelope,
	json,
	newToken,
	scriptedService,
	type ScriptedService,
} from '../support/scriptedService';

let service: ScriptedService;
let engine: Engine;
/** What the service answers to a request with this token. */
let answer: (token: string) => { status: number; body: object };
let tokens: () => object;
let issues: number;

beforeEach(async () => {
	issues = 200;
	tokens = () => newToken(service.signIns.length);
	answer = () => ({ status: 401, body: {} });
	service = await scriptedService({
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

it('asks for few tokens when the service rejects every one: the other items are not attempted', async () => {
	const { items } = await many(200);
	expect(items).toHaveLength(200);
	expect(items[0]?.json.error).toBe('The service rejected a new access token');
	expect(items[199]?.json.error).toContain('Not attempted');
	expect(service.signIns.length).toBeLessThanOrEqual(6);
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
});
