import type { ICredentialType } from 'n8n-workflow';
import { createEngine, type Engine, type EngineOptions } from './engine';
import { assertNoCanary } from './canaries';
import { filesBelow } from './folder';
import { Probe, ProbeApi } from './probe';
import { bodyOf, tinyServer, type TinyServer } from './tinyServer';

const types = () => ({ nodes: [new Probe()], credentials: [new ProbeApi()] });
const probe = { nodeType: 'probe' };

describe('the engine in process', () => {
	let engine: Engine;
	let server: TinyServer;
	let tokens: number;
	let seen: Array<string | undefined>;
	let reply: { status: number; body: unknown };
	let arrival: Promise<void>;

	const create = (options: Partial<EngineOptions> = {}) =>
		createEngine({
			credential: { baseUrl: server.url, secret: 's3cret' },
			types: types(),
			...options,
		});

	beforeEach(async () => {
		tokens = 0;
		seen = [];
		let arrive = () => {};
		arrival = new Promise((resolve) => {
			arrive = resolve;
		});
		reply = { status: 200, body: { name: 'thing' } };
		server = await tinyServer(async (request, response) => {
			const body = await bodyOf(request);
			const send = (status: number, json: unknown) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(json));
			if (request.url === '/token') {
				const { secret } = JSON.parse(body) as { secret: string };
				if (secret !== 's3cret') return send(400, {});
				tokens += 1;
				return send(200, { token: `token-${tokens}` });
			}
			seen.push(request.headers.authorization);
			arrive();
			if (request.headers.authorization !== `Bearer token-${tokens}`) return send(401, {});
			return send(reply.status, reply.body);
		});
		engine = await create();
	});

	afterEach(async () => {
		await engine.close();
		await server.close();
	});

	it('gives the items of a run in order, with their pairing', async () => {
		const items = ['x', 'y'].map((name) => ({ json: { deep: { name } } }));
		const result = await engine.run({ text: '={{ $json.deep.name }}!' }, { items, ...probe });

		expect(result.status).toBe('success');
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{ json: { text: 'x!' }, pairedItem: { item: 0 } },
			{ json: { text: 'y!' }, pairedItem: { item: 1 } },
		]);
	});

	it('stops the workflow at an error and keeps it as n8n does', async () => {
		const result = await engine.run({ operation: 'fail' }, { onError: 'stopWorkflow', ...probe });

		expect(result.status).toBe('error');
		expect(result.items).toEqual([]);
		expect(result.error).toMatchObject({ message: 'It did not work', context: { itemIndex: 0 } });
		expect(result.stored).toContain('It did not work');
	});

	it('continues with an error item on the regular output', async () => {
		const result = await engine.run(
			{ operation: 'fail' },
			{ onError: 'continueRegularOutput', ...probe },
		);

		expect(result.status).toBe('success');
		expect(result.items).toEqual([{ json: { error: 'It did not work' }, pairedItem: { item: 0 } }]);
		expect(result.errorItems).toEqual([]);
	});

	it('sends error items to the error output, merged with the input', async () => {
		const items = [{ json: { operation: 'echo' } }, { json: { operation: 'fail' } }];
		const result = await engine.run(
			{ operation: '={{ $json.operation }}' },
			{ items, onError: 'continueErrorOutput', ...probe },
		);

		expect(result.items).toEqual([{ json: { text: 'a' }, pairedItem: { item: 0 } }]);
		expect(result.errorItems).toEqual([
			{ json: { operation: 'fail', error: 'It did not work' }, pairedItem: { item: 1 } },
		]);
	});

	it('runs a failing node again when the workflow says so', async () => {
		const result = await engine.run(
			{ operation: 'request' },
			{
				credentials: { probeApi: { id: '9', name: 'none' } },
				...probe,
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			},
		);

		expect(result.error?.message).toContain('No credential with the ID 9');
		expect(
			result.log.filter(({ message }) => /Running node .* started/.test(message)),
		).toHaveLength(3);
	});

	it('reports a workflow that n8n refuses to start as a failed run', async () => {
		const result = await engine.run({ text: '' }, probe);

		expect(result.status).toBe('error');
		expect(result.error?.message).toContain('issues');
	});

	it('fails a node that changes its input', async () => {
		const result = await engine.run({ operation: 'change' }, probe);

		expect(result.error?.message).toContain('not extensible');
	});

	it.each([
		['cancel()', (running: ReturnType<Engine['start']>) => running.cancel()],
		['a signal', (_: unknown, controller: AbortController) => controller.abort()],
	])('ends a running node when cancelled by %s', async (_name, stop) => {
		const controller = new AbortController();
		const running = engine.start({ operation: 'wait' }, { signal: controller.signal, ...probe });
		await Promise.race([running.result, arrival]);
		stop(running, controller);

		expect((await running.result).status).toBe('canceled');
	});

	it('stores files in a folder of its own and removes it at the end', async () => {
		const { items } = await engine.run({ operation: 'store', text: 'bytes' }, probe);
		const data = items[0]?.binary?.data;

		expect(data).toMatchObject({ fileName: 'probe.txt', bytes: 5, data: 'filesystem-v2' });
		expect((await engine.readBinary(data!)).toString()).toBe('bytes');
		expect(filesBelow(engine.binaryFolder)).toHaveLength(2); // the bytes and their metadata

		const folder = engine.binaryFolder;
		await engine.close();
		expect(filesBelow(folder)).toEqual([]);
		engine = await create();
	});

	it('keeps two engines apart, even while both run', async () => {
		const inMemory = await create({ binaryMode: 'default' });
		const both = [inMemory, engine].map((one) => one.run({ operation: 'store', text: 'b' }, probe));
		const [memory, disk] = await Promise.all(both);

		expect(memory?.items[0]?.binary?.data).toMatchObject({
			data: Buffer.from('b').toString('base64'),
		});
		expect(disk?.items[0]?.binary?.data?.data).toBe('filesystem-v2');
		expect(filesBelow(inMemory.binaryFolder)).toEqual([]);
		await inMemory.close();
	});

	it('gets a token first, stores it, and uses the stored one from then on', async () => {
		const first = await engine.run({ operation: 'request' }, probe);
		const second = await engine.run({ operation: 'request' }, probe);

		expect([first, second].map(({ items }) => items[0]?.json)).toEqual([reply.body, reply.body]);
		expect(seen).toEqual(['Bearer token-1', 'Bearer token-1']);
		expect(engine.credential.data).toMatchObject({ accessToken: 'token-1', secret: 's3cret' });
		expect(engine.credential.writes).toBe(1);
		expect(engine.credential.reads).toBe(5); // base URL and request of each run, and before the write
	});

	it('renews a token that the service refuses, and sends the request again', async () => {
		engine.credential.edit({ accessToken: 'stale' });
		const result = await engine.run({ operation: 'request' }, probe);

		expect(result.items[0]?.json).toEqual({ name: 'thing' });
		expect(seen).toEqual(['Bearer stale', 'Bearer token-1']);
		expect(engine.credential.data.accessToken).toBe('token-1');
	});

	it('never writes over an expression, and hides what is not declared', async () => {
		engine.credential.edit({ secret: '={{ "s3" + "cret" }}' });
		await engine.run({ operation: 'request' }, probe);

		expect(tokens).toBe(1);
		expect(engine.credential.data).toMatchObject({
			secret: '={{ "s3" + "cret" }}',
			undeclared: 'kept, but never read',
		});
		const { items } = await engine.run({ operation: 'read' }, probe);
		expect(items[0]?.json).toEqual({
			...{ baseUrl: server.url, secret: 's3cret', accessToken: 'token-1' },
			allowedHttpRequestDomains: 'all', // n8n adds this one to every credential
		});
	});

	it('keeps the token exchange within the domains that the user allows', async () => {
		engine.credential.edit({ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' });
		const result = await engine.run({ operation: 'request' }, probe);

		expect(result.error?.message).toContain('not allowed');
		expect(tokens).toBe(0);
	});

	it('takes another credential when the node names one', async () => {
		const credentials = engine.addCredential({ baseUrl: server.url, secret: 'wrong' });
		const result = await engine.run({ operation: 'request' }, { credentials, ...probe });

		expect(result.error).toMatchObject({ httpCode: '400' });
		expect(engine.credential.data.accessToken).toBeUndefined();
	});

	it('refuses to run a node without its credential', async () => {
		const result = await engine.run({ operation: 'request' }, { credentials: {}, ...probe });

		expect(result.error?.message).toContain('does not have any credentials');
	});

	it('searches a list as the editor does', async () => {
		const result = await engine.listSearch('things', {
			nodeType: 'probe',
			parameters: { kind: 'blue' },
			filter: 'some',
			paginationToken: 'next',
		});

		expect(result.results).toEqual([{ name: 'thing blue some next', value: '1' }]);
		expect(engine.credential.writes).toBe(1);
		await expect(
			engine.listSearch('others', { nodeType: 'probe', parameters: {} }),
		).rejects.toThrow('no list search "others"');
	});

	it.each([
		['a good credential', {}, 200, { name: 'x' }, 'OK', 'Connection successful!'],
		[
			'a reply that a rule calls bad',
			{},
			200,
			{ problem: { kind: 'closed' } },
			'Error',
			'The account is closed',
		],
		['a status that a rule knows', {}, 403, {}, 'Error', 'Not for you'],
		['a status that no rule knows', {}, 500, {}, 'Error', 'Internal Server Error'],
		['a wrong secret', { secret: 'wrong' }, 200, {}, 'Error', 'Bad Request'],
		[
			'a server that is not there',
			{ baseUrl: 'http://127.0.0.1:1' },
			200,
			{},
			'Error',
			'ECONNREFUSED',
		],
	])('tests %s', async (_name, changes, status, body, expected, message) => {
		reply = { status, body };

		expect(await engine.testCredential(changes)).toEqual({ status: expected, message });
	});

	it('refuses a credential whose authenticate is lost in the copy for the editor', async () => {
		class Method extends ProbeApi {}
		const { authenticate } = new ProbeApi();
		Object.assign(Method.prototype, { authenticate });
		const lost = new Method();
		Reflect.deleteProperty(lost, 'authenticate');
		const creation = create({
			types: { nodes: [new Probe()], credentials: [lost as ICredentialType] },
		});

		await expect(creation).rejects.toThrow('must be a property');
	});

	it('finds a canary in a stored error', async () => {
		const result = await engine.run({ operation: 'leak' }, probe);

		expect(() => assertNoCanary(result, ['canary-2'])).not.toThrow();
		expect(() => assertNoCanary(result, ['canary-1'])).toThrow('"canary-1" in record');
	});
});
