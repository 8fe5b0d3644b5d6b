import { createSandbox, DIALECTS, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { Client } from '../client';

const opened: Sandbox[] = [];
const open = async (options: SandboxOptions = {}) => {
	const sandbox = await createSandbox(options);
	opened.push(sandbox);
	return sandbox;
};
afterEach(async () => {
	for (const sandbox of opened.splice(0)) await sandbox.close();
});

const keysOf = async (sandbox: Sandbox) => {
	const client = new Client(sandbox);
	await client.login();
	const { ID } = sandbox.control.envelope();
	const { body } = await client.call<object>(`GET /sign/envelopes/${ID}`);
	return Object.keys(body);
};

it('speaks none unless told', async () => {
	const sandbox = await open();
	expect(sandbox.dialects.names).toEqual([]);
	expect(await keysOf(sandbox)).toContain('ID');
});

it('speaks those it is started with, in the order of the table', async () => {
	const sandbox = await open({ dialects: ['reads-203', 'key-id'] });
	expect(sandbox.dialects.names).toEqual(['key-id', 'reads-203']);
	expect(await keysOf(sandbox)).toContain('id');
});

it('changes them while it runs, and goes back to the first ones when it is reset', async () => {
	const sandbox = await open({ dialects: ['key-id'] });
	sandbox.dialects.set([]);
	expect(await keysOf(sandbox)).toContain('ID');
	await sandbox.reset();
	expect(await keysOf(sandbox)).toContain('id');
});

it('draws the same dialects by the same seed, and others by another', async () => {
	const [one, same, other] = await Promise.all(
		[42, 42, 43].map(async (seed) => (await open({ dialects: { seed } })).dialects.names),
	);
	expect(one?.length).toBeGreaterThan(3);
	expect(same).toEqual(one);
	expect(other).not.toEqual(one);
});

it('draws every dialect by some seed, and never two that exclude each other', async () => {
	const { dialects } = await open();
	const drawn = new Set<string>();
	for (let seed = 0; seed < 2000; seed++) {
		dialects.set({ seed });
		const { names } = dialects;
		names.forEach((name) => drawn.add(name));
		// Raises if two of them exclude each other.
		dialects.set(names);
	}
	expect([...drawn].sort()).toEqual(DIALECTS.map(({ name }) => name).sort());
});

it('refuses a name that it does not know, and two that exclude each other', async () => {
	const { dialects } = await open({ dialects: ['key-id'] });
	expect(() => dialects.set(['klingon'])).toThrow("There is no dialect called 'klingon'.");
	expect(() => dialects.set(['time-offset', 'time-blank'])).toThrow(
		"'time-offset' and 'time-blank' cannot be spoken at the same time.",
	);
	expect(dialects.names).toEqual(['key-id']);
});

it('forgets what a dialect has remembered when it is set again', async () => {
	const sandbox = await open({ dialects: ['download-generated-first'] });
	const client = new Client(sandbox);
	await client.login();
	const { ID } = sandbox.control.envelope({ status: 'sealed' });
	const status = async () =>
		(await client.raw(`GET /sign/envelopes/${ID}:download-audit-trail`)).status;
	expect([await status(), await status()]).toEqual([202, 200]);
	sandbox.dialects.set(['download-generated-first']);
	expect(await status()).toBe(202);
});

it.each(['processing-slow', 'processing-unknown-state'])(
	'%s holds a processed document back, and its envelope with it, until its time has come',
	async (name) => {
		let now = Date.now();
		const sandbox = await open({ dialects: [name], processingMs: 0, now: () => now });
		const client = new Client(sandbox);
		await client.login();
		const { ID } = sandbox.control.envelope({ documents: 0 });
		const { body } = await client.upload<{ ID: string }>(ID);
		await sandbox.control.idle();
		const path = `GET /sign/envelopes/${ID}/documents/${body.ID}`;
		const status = async () => (await client.call<{ status: string }>(path)).body.status;
		const sent = async () =>
			(await client.call(`POST /sign/envelopes/${ID}:send-for-signing`)).status;

		expect([await status(), await sent()]).toEqual([expect.stringMatching(/pend|conv/), 409]);
		now += 1000;
		expect([await status(), await sent()]).toEqual(['uploaded', 200]);
	},
);
