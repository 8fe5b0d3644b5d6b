import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const GOOD = '123e4567-e89b-42d3-a456-426614174000';
const HOSTILE: unknown[] = [
	'..',
	'%2e%2e',
	'x:cancel',
	`${GOOD}:cancel`,
	`${GOOD}/participants`,
	`${GOOD}?x=1`,
	`${GOOD}#x`,
	'a/b',
	'a\\b',
	'',
	'   ',
	null,
	42,
	true,
	[GOOD],
	{ toString: GOOD },
	'\u0661\u0662\u0663e4567-e89b-42d3-a456-426614174000',
	`${GOOD}\u0000`,
];

it('sends nothing for a value that is not an ID, and names the item', async () => {
	for (const hostile of HOSTILE) {
		const { error } = await harness.engine.run(envelopeParameters('get', '={{ $json.id }}'), {
			items: [{ json: { id: GOOD } }, { json: { id: hostile as string } }],
		});
		expect(error?.message).toMatch(
			/^The envelope ID is (empty|not a valid ID: find it with 'Get Many')$/,
		);
		expect(error?.description).toContain('Nothing was sent');
		expect(error?.context.itemIndex).toBe(1);
	}
	expect(harness.sandbox.log.count()).toBe(0);
});

it('lets the good items through in continue mode, and answers the bad one', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const { items } = await harness.engine.run(envelopeParameters('get', '={{ $json.id }}'), {
		items: [{ json: { id: '..' } }, { json: { id: ID } }],
		onError: 'continueRegularOutput',
	});
	expect(items).toMatchObject([
		{
			json: { error: "The envelope ID is not a valid ID: find it with 'Get Many'" },
			pairedItem: { item: 0 },
		},
		{ json: { ID }, pairedItem: { item: 1 } },
	]);
	expect(harness.sandbox.log.requests.map(({ path }) => path)).toEqual([
		'/oauth/token',
		`/sign/envelopes/${ID}`,
	]);
});
