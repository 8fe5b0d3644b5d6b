import { skipPauses } from '../faults/skipPauses';
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
	it('stops the run, which names it', async () => {
		const { error, items } = await harness.engine.run(parameters as never, { items: three() });
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
		expect(items).toEqual([]);
	});

	it('is answered in its place when the run goes on', async () => {
		const { error, items } = await harness.engine.run(parameters as never, {
			items: three(),
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
		expect(items[1]?.json).toMatchObject({
			error: expect.stringContaining('not found'),
			details: { statusCode: 404, title: 'Not Found' },
		});
	});

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

describe('lists of participants, one of which is wrong', () => {
	const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
	const MESSAGE = "Participant 2: The 'Email' is not an email address";

	/** Three lists for one draft: in the second one somebody has no address. */
	const lists = () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [] });
		const items = [['a@b.co', 'c@d.co'], ['e@f.co', 'no address'], ['g@h.co']].map((emails) => ({
			json: { list: emails.map((email) => ({ email, role: 'signer' })) },
		}));
		const parameters = {
			resource: 'participant',
			operation: 'createMany',
			envelopeId: byId(ID),
			inputMode: 'json',
			participantsJson: '={{ $json.list }}',
		};
		return { ID, items, parameters };
	};

	it('stop the run before the first request', async () => {
		const { items, parameters } = lists();
		const { error } = await harness.engine.run(parameters, { items });
		expect(error).toMatchObject({ message: MESSAGE, context: { itemIndex: 1 } });
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('are sent in one request without the wrong one when the run goes on', async () => {
		const { ID, items, parameters } = lists();
		const outcome = await harness.engine.run(parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(outcome.items.map(({ json }) => json.email ?? json.error)).toEqual([
			'a@b.co',
			'c@d.co',
			MESSAGE,
			'g@h.co',
		]);
		expect(pairs(outcome.items)).toEqual([0, 0, 1, 2].map((item) => ({ item })));
		const { participants } = harness.sandbox.control.get(ID);
		expect(participants.map(({ email }) => email)).toEqual(['a@b.co', 'c@d.co', 'g@h.co']);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});
