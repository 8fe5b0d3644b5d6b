import { createSandbox, DIALECTS, type Sandbox } from '../../sandbox';
import { Client } from './client';

let sandbox: Sandbox;
let client: Client;
beforeEach(async () => {
	sandbox = await createSandbox({ dialects: ['key-id'] });
	client = new Client(sandbox);
	await client.login();
});
afterEach(async () => await sandbox.close());

const created = async () =>
	(await client.call<object>('POST /sign/envelopes', { name: 'NDA', mode: 'parallel' })).body;

it('are chosen by their names, at the start and later', async () => {
	expect(await created()).toHaveProperty('id');
	sandbox.dialects.set(['notifier-left-out', 'extra-keys']);
	expect(sandbox.dialects.names).toEqual(['notifier-left-out', 'extra-keys']);
	const envelope = await created();
	expect(envelope).toMatchObject({ ID: expect.any(String), labels: ['a', null] });
	expect(envelope).not.toHaveProperty('notificationsManagedBy');
	await sandbox.reset();
	expect(sandbox.dialects.names).toEqual(['key-id']);
});

it('are refused when there is none of that name', () => {
	expect(() => sandbox.dialects.set(['klingon'])).toThrow("There is no dialect 'klingon'.");
	expect(sandbox.dialects.names).toEqual(['key-id']);
});

it('have a name, a change and a place that leaves it open, each', () => {
	expect(new Set(DIALECTS.map(({ name }) => name)).size).toBe(DIALECTS.length);
	for (const { changes, leftOpenBy, settings, write } of DIALECTS) {
		expect(changes && leftOpenBy && (settings ?? write)).toBeTruthy();
	}
});
