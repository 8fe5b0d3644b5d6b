import { byId, envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const VALUE = '={{ $json.value }}';

const download = (ID: string, options: object) =>
	envelopeParameters('downloadSealed', ID, { binaryPropertyName: 'data', options });
const items = (...values: unknown[]) =>
	values.map((value) => ({ json: { value: value as string } }));

describe.each([
	['timeout', "'Timeout (Seconds)' must be a number greater than 0, and at most 3600"],
	['maxFileSize', "'Max File Size (MB)' must be a number greater than 0"],
])('the option %s of a later item', (name, message) => {
	it('sends nothing at all if it is not a number', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		const { error } = await harness.engine.run(download(ID, { [name]: VALUE }), {
			items: items(1, 1, 'abc'),
		});

		expect(error).toMatchObject({ message, context: { itemIndex: 2 } });
		expect(error?.description).toContain('Nothing was sent.');
		expect(harness.sandbox.log.requests).toEqual([]);
	});
});

it('runs no item with a Max Concurrency that is not a number', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const outcome = await harness.engine.run(
		envelopeParameters('get', ID, { options: { maxConcurrency: VALUE } }),
		{ items: items('abc', 1), onError: 'continueRegularOutput' },
	);
	const error = "'Max Concurrency' must be a whole number, 1 or greater, and at most 50";

	expect(outcome.items.map(({ json }) => json)).toMatchObject([{ error }, { error }]);
	expect(harness.sandbox.log.requests).toEqual([]);
});

it('is looked at where many items share a request, too', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const { error } = await harness.engine.run(
		{
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: 'ada@example.com',
			role: 'signer',
			authentication: 'none',
			options: { timeout: VALUE },
		},
		{ items: items(1, 'abc') },
	);

	expect(error).toMatchObject({ context: { itemIndex: 1 } });
	expect(error?.message).toContain("'Timeout (Seconds)' must be a number greater than 0");
	expect(harness.sandbox.log.requests).toEqual([]);
});
