import { skipPauses } from '../support/skipPauses';
import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
skipPauses();

/** Three envelopes; the one between does not exist. */
const three = () => {
	const [first, last] = [harness.sandbox.control.envelope(), harness.sandbox.control.envelope()];
	return [first.ID, UNKNOWN_ID, last.ID].map((envelope) => ({ json: { envelope } }));
};

const participant = { email: 'a@b.co', role: 'cc', authentication: 'none' };
const OPERATIONS: Array<[string, object]> = [
	['one request per item', envelopeParameters('get', '={{ $json.envelope }}')],
	[
		'one request for several items',
		{
			resource: 'participant',
			operation: 'create',
			envelopeId: byId('={{ $json.envelope }}'),
			...participant,
		},
	],
];

describe.each(OPERATIONS)('an item that fails, with %s', (_, parameters) => {
	it('is sent to the error output, if there is one', async () => {
		const { items, errorItems } = await harness.engine.run(parameters as never, {
			items: three(),
			onError: 'continueErrorOutput',
		});
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems).toMatchObject([
			{ json: { envelope: UNKNOWN_ID, details: { statusCode: 404 } } },
		]);
	});
});
