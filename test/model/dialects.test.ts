import fc from 'fast-check';

import { createSandbox } from '../../sandbox';
import { Client } from '../sandbox/client';
import { asSpelt, OFFERED, spoken } from './dialects';

it('draws dialects that can be spoken together, in about a third of the sequences', async () => {
	const sandbox = await createSandbox();
	const drawn = fc.sample(spoken, { numRuns: 600, seed: 1 });
	const spoke = drawn.filter((names) => {
		sandbox.dialects.set(names);
		return sandbox.dialects.names.length > 0;
	});
	await sandbox.close();

	expect(spoke.length).toBeGreaterThan(150);
	expect(spoke.length).toBeLessThan(250);
	expect(Math.max(...drawn.map((names) => names.length))).toBe(3);
	expect(new Set(drawn.flat()).size).toBeGreaterThan(OFFERED.length * 0.9);
});

it.each([
	'role-left-out',
	'access-code-masked',
	'box-integers',
	'bulk-shuffled',
	'key-id',
	'ids-upper-exact',
	'writes-202',
	'document-names-cleaned',
])('offers %s', (name) => {
	expect(OFFERED.map((one) => one.name)).toContain(name);
});

it('writes the IDs of an item as the service does', () => {
	const item = { json: { envelope: 'aaaaaaaa-0000-4000-8000-00000000000b', name: 'a' } };
	expect(asSpelt(item, ['ids-upper-exact', 'key-id']).json).toEqual({
		envelope: 'AAAAAAAA-0000-4000-8000-00000000000B',
		name: 'a',
	});
	expect(asSpelt(item, ['key-id'])).toBe(item);
});

// Otherwise the ledger would look too early, and take the effect of one request for that of the next.
it('lets a write take effect in the moment it is passed on, in every dialect on offer', async () => {
	const sandbox = await createSandbox();
	const client = new Client(sandbox);
	await client.login();
	const late: string[] = [];
	for (const { name } of OFFERED) {
		sandbox.dialects.set([name]);
		const before = sandbox.control.envelopes().length;
		sandbox.faults.witness = async (_, takeEffect) => {
			const reply = takeEffect();
			if (sandbox.control.envelopes().length === before) late.push(name);
			return await reply;
		};
		await client.call('POST /sign/envelopes', { name: 'NDA', mode: 'parallel' });
	}
	await sandbox.close();

	expect(late).toEqual([]);
});
