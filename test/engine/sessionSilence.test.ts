import type { ServerResponse } from 'node:http';

import { createEngine, type Engine } from '../support/engine';
import { envelopeParameters } from '../support/harness';
import {
	anEnvelope,
	json,
	newToken,
	scriptedService,
	type ScriptedService,
} from '../support/scriptedService';
import { until } from '../support/until';

let service: ScriptedService;
let engine: Engine;
/** Token requests that were not answered yet. */
let silent: ServerResponse[];

beforeEach(async () => {
	silent = [];
	service = await scriptedService({ token: (_, response) => silent.push(response) });
	engine = await createEngine({ credential: service.credential });
});
afterEach(async () => {
	await engine.close();
	await service.close();
});

const get = (timeout: number) => envelopeParameters('get', anEnvelope.ID, { options: { timeout } });
const create = (name: string, timeout: number) => ({
	resource: 'envelope',
	operation: 'create',
	name,
	mode: 'parallel',
	subject: 'Please sign',
	body: 'Thank you',
	options: { timeout },
});
const NO_ANSWER = /did not answer the sign-in request/;

describe('a token endpoint that does not answer', () => {
	it.each([
		['a read', get(1)],
		['a write', create('NDA', 1)],
	])('fails %s within its Timeout, is asked once, and is named', async (_, parameters) => {
		const { error } = await engine.run(parameters);
		expect(error?.message).toMatch(NO_ANSWER);
		expect(`${error?.message} ${error?.description}`).not.toContain('Timeout');
		expect(`${error?.description}`).not.toContain('not known whether');
		expect(service.signIns).toHaveLength(1);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['a read', get(3600)],
		['a write that is to be finished once it is on its way', create('NDA', 3600)],
	])('does not hold up a cancel of %s', async (_, parameters) => {
		const { result, cancel } = engine.start(parameters);
		await until(() => silent.length === 1);
		cancel();
		expect((await result).status).toBe('canceled');
		expect(service.requests).toEqual([]);
	});

	it('is waited for as long as the most patient one allows, and a write that was given up is never sent', async () => {
		const hasty = engine.start(create('Hasty', 1));
		await until(() => silent.length === 1);
		const patient = engine.start(create('Patient', 600));
		expect((await hasty.result).error?.message).toMatch(NO_ANSWER);
		expect(service.signIns[0]?.abandoned).toBe(false);
		json(silent[0] as ServerResponse, 200, newToken(1));
		expect((await patient.result).items).toHaveLength(1);
		expect(service.signIns).toHaveLength(1);
		expect(service.requests.map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(
			['Patient'],
		);
	});

	it('after a 401 fails the request as not signed in, since the service has refused it', async () => {
		await service.close();
		service = await scriptedService({
			token: (_, response) => {
				if (service.signIns.length === 1) json(response, 200, newToken(1));
			},
			api: (_, response) => json(response, 401, {}),
		});
		const credentials = engine.addCredential(service.credential);
		const { error } = await engine.run(create('NDA', 2), { credentials });
		expect(error?.message).toMatch(NO_ANSWER);
		expect(service.signIns).toHaveLength(2);
		expect(service.requests).toHaveLength(1);
	});
});

describe('a service that is silent itself', () => {
	it('is not mistaken for a silent sign-in, although one is under way for another item', async () => {
		await service.close();
		service = await scriptedService({
			token: (_, response) => {
				if (service.signIns.length === 1) json(response, 200, newToken(1));
			},
			api: ({ method }, response) => {
				if (method === 'GET') json(response, 401, {});
			},
		});
		const credentials = engine.addCredential(service.credential);
		const write = engine.start(create('NDA', 2), { credentials });
		await until(() => service.requests.length === 1);
		const read = engine.start(get(600), { credentials });
		await until(() => service.signIns.length === 2);
		const { error } = await write.result;
		expect(error?.message).not.toMatch(NO_ANSWER);
		expect(service.signIns[1]?.abandoned).toBe(false);
		read.cancel();
		await read.result;
	});
});
