import { byId, prepareHarness, envelopeParameters } from '../support/harness';
import { skipPauses } from './skipPauses';

const harness = prepareHarness();
skipPauses();

const GET = 'GET /sign/envelopes/{envelopeID}';
const reading = { resource: 'envelope', operation: 'get', envelopeId: byId('={{ $json.ID }}') };
const items = Array.from({ length: 300 }, (_, n) => ({
	json: { ID: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` },
}));

describe('a run that goes on after errors', () => {
	it.each([
		['breaks every connection', { kind: 'reset' }],
		[
			'answers 200 with a web page',
			{ kind: 'body', body: '<html>Welcome</html>', contentType: 'text/html' },
		],
		['answers 401', { kind: 'status', status: 401 }],
	] as const)('leaves a service alone that %s', async (_, fault) => {
		harness.sandbox.faults.always(GET, fault);
		const { items: failed } = await harness.engine.run(reading, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(failed).toHaveLength(items.length);
		const attempted = failed.filter(({ json }) => !String(json.error).startsWith('Not attempted'));
		// Eight at a time: those under way when the service was given up end by themselves.
		expect(attempted.length).toBeLessThan(5 + 8);
	});
});

const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const NOT_ATTEMPTED = /^Not attempted/;

describe('a service that answers no write properly is left alone', () => {
	it.each([
		['a redirect', { kind: 'redirect', location: '/login', status: 302 }],
		['an answer that proves nothing', { kind: 'body', status: 202, body: '' }],
	] as const)('after a few times (%s)', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(SEND, fault);
		const { items } = await harness.engine.run(
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
	it('is unknown after a few reads', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [] });
		const list = 'GET /sign/envelopes/{envelopeID}/participants';
		const create = 'POST /sign/envelopes/{envelopeID}/participants';
		harness.sandbox.faults.next(create, { kind: 'status', status: 503 });
		harness.sandbox.faults.choose = ({ route }) =>
			route === list && harness.sandbox.log.count(create) > 0
				? { kind: 'stall', after: 0 }
				: undefined;
		const { items } = await harness.engine.run(
			{
				resource: 'participant',
				operation: 'create',
				envelopeId: byId(ID),
				email: 'ada@example.com',
				role: 'signer',
				authentication: 'none',
				options: { timeout: 1 },
			},
			{ items: [{ json: {} }], onError: 'continueRegularOutput' },
		);
		expect(items[0]?.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(harness.sandbox.log.count(list)).toBeLessThanOrEqual(5);
	});
});
