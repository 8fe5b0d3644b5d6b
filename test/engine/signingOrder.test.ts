import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();

const adding = (envelope: string) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId(envelope),
	email: '={{ $json.email }}',
	role: 'signer',
	authentication: '={{ $json.code ? "accessCode" : "none" }}',
	accessCode: '={{ $json.code ?? "" }}',
	options: {
		includeAccessCodes: '={{ $json.show }}',
		skipExisting: '={{ $json.skip }}',
		timeout: '={{ $json.timeout ?? 60 }}',
	},
});

const emails = Array.from({ length: 12 }, (_, n) => `p${n}@example.com`);

describe('options that differ between items', () => {
	it.each([
		['what is shown', (n: number) => ({ show: n % 2 === 0 })],
		['what is skipped', (n: number) => ({ skip: n % 2 === 0 })],
		['time limits', (n: number) => ({ timeout: 30 + (n % 3) })],
	])('do not change the order in which participants sign: %s', async (_, more) => {
		const { ID } = harness.sandbox.control.envelope({ participants: [], mode: 'sequential' });
		const { items } = await harness.engine.run(adding(ID), {
			items: emails.map((email, n) => ({ json: { email, ...more(n) } })),
		});
		expect(harness.sandbox.control.get(ID).participants.map(({ email }) => email)).toEqual(emails);
		expect(items.map(({ json }) => json.email)).toEqual(emails);
	});

	it('about what is shown decide for their own item, in one request', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [] });
		const { items } = await harness.engine.run(adding(ID), {
			items: emails.map((email, n) => ({ json: { email, code: `code-${n}`, show: n === 3 } })),
		});
		const shown = items.filter(({ json }) => JSON.stringify(json).includes('code-'));
		expect(shown.map(({ json }) => json.email)).toEqual(['p3@example.com']);
		expect(harness.sandbox.log.count('POST /sign/envelopes/{envelopeID}/participants')).toBe(1);
	});
});
