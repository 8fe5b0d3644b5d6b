import { byId, envelopeParameters, prepareGround } from '../support/ground';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const NOT_ATTEMPTED = /^Not attempted/;

describe('a service that answers writes with something that is none is left alone', () => {
	it.each([
		['a redirect', { kind: 'redirect', location: '/login', status: 302 }],
		['an answer that proves nothing', { kind: 'body', status: 202, body: '' }],
	] as const)('after a few times (%s)', async (_, fault) => {
		const { ID } = ground.sandbox.control.envelope();
		ground.sandbox.faults.always(SEND, fault);
		const { items } = await ground.engine.run(
			envelopeParameters('send', ID, {
				options: { waitForDocuments: false, maxConcurrency: 1 },
			}),
			{
				items: Array.from({ length: 12 }, () => ({ json: {} })),
				onError: 'continueRegularOutput',
			},
		);
		const left = items.filter(({ json }) => NOT_ATTEMPTED.test(String(json.error)));
		expect(left).toHaveLength(7);
	});
});

describe('a lost write after which reading hangs', () => {
	it('is unknown after few looks', async () => {
		const { ID } = ground.sandbox.control.envelope({ participants: [] });
		const list = 'GET /sign/envelopes/{envelopeID}/participants';
		const create = 'POST /sign/envelopes/{envelopeID}/participants';
		ground.sandbox.faults.next(create, { kind: 'status', status: 503 });
		ground.sandbox.faults.choose = ({ route }) =>
			route === list && ground.sandbox.log.count(create) > 0
				? { kind: 'stall', after: 0 }
				: undefined;
		const { items } = await ground.engine.run(
			{
				...{ resource: 'participant', operation: 'create', envelopeId: byId(ID) },
				...{ email: 'ada@example.com', role: 'signer', authentication: 'none' },
				options: { timeout: 1 },
			},
			{ items: [{ json: {} }], onError: 'continueRegularOutput' },
		);
		expect(items[0]?.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(ground.sandbox.log.count(list)).toBeLessThanOrEqual(5);
	});

	it('is found by a later look when one was refused, each with one attempt', async () => {
		const { ID } = ground.sandbox.control.envelope();
		const read = 'GET /sign/envelopes/{envelopeID}';
		ground.sandbox.faults.next(SEND, { kind: 'status', status: 504, applied: true });
		ground.sandbox.faults.next(read, { kind: 'status', status: 503 }, 3);
		const { items } = await ground.engine.run(
			envelopeParameters('send', ID, { options: { waitForDocuments: false } }),
		);
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(ground.sandbox.log.count(read)).toBe(5);
	});
});
