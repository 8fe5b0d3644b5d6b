import { byId, prepareHarness } from '../support/harness';
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
		['answers 200 with half a JSON', { kind: 'body', body: '{"ID": "0' }],
		['answers 503', { kind: 'status', status: 503 }],
		['answers 520', { kind: 'status', status: 520 }],
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

	it('does not give up because of what single items did wrong', async () => {
		const { items: failed } = await harness.engine.run(reading, {
			items: items.slice(0, 30),
			onError: 'continueRegularOutput',
		});
		expect(failed.every(({ json }) => json.error === 'The envelope was not found')).toBe(true);
		expect(harness.sandbox.log.count(GET)).toBe(30);
	});
});
