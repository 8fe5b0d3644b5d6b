import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const UNKNOWN = '00000000-0000-4000-8000-000000000001';

it('shows access codes only for the items that ask for them', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const { items } = await harness.engine.run(
		{
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: '={{ $json.email }}',
			role: 'signer',
			authentication: 'accessCode',
			accessCode: '={{ $json.code }}',
			options: { includeAccessCodes: '={{ $json.show }}' },
		},
		{
			items: [
				{ json: { email: 'a@example.com', code: 'shown-code', show: true } },
				{ json: { email: 'b@example.com', code: 'hidden-code', show: false } },
				{ json: { email: 'c@example.com', code: 'hidden-too', show: 'false' } },
			],
		},
	);
	expect(items.map(({ json }) => json.authentication)).toEqual([
		{ type: 'AccessCode', accessCode: 'shown-code' },
		{ type: 'AccessCode' },
		{ type: 'AccessCode' },
	]);
});

it('counts the participants of an envelope together, whatever the options of the items', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const { error } = await harness.engine.run(
		{
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: '={{ $json.email }}',
			role: 'signer',
			authentication: 'none',
			options: { skipExisting: '={{ $json.skip }}' },
		},
		{
			items: Array.from({ length: 201 }, (_, n) => ({
				json: { email: `p${n}@example.com`, skip: n % 2 === 0 },
			})),
		},
	);
	expect(error?.message).toContain('There are more than 200 participants');
	expect(harness.sandbox.log.count(CREATE)).toBe(0);
});

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'asks once for somebody unknown whom two items name, and answers both (%s)',
	async (onError) => {
		const { ID } = harness.sandbox.control.envelope();
		const { items, errorItems } = await harness.engine.run(
			{
				resource: 'participant',
				operation: 'delete',
				envelopeId: byId(ID),
				participantId: byId(UNKNOWN),
			},
			{ items: [{ json: {} }, { json: {} }], onError },
		);
		expect([...items, ...errorItems]).toHaveLength(2);
		expect(
			harness.sandbox.log.count('DELETE /sign/envelopes/{envelopeID}/participants/{participantID}'),
		).toBe(1);
	},
);

it('keeps an access code out of the errors of later steps, too', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const adding = {
		resource: 'participant',
		operation: 'create',
		envelopeId: byId(ID),
		email: '={{ $json.email }}',
		role: 'signer',
		authentication: 'accessCode',
		accessCode: '={{ "canary" + "-4711" }}',
		options: { maxConcurrency: 1, skipExisting: '={{ $json.first }}' },
	};
	harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 });
	harness.sandbox.faults.next(CREATE, {
		kind: 'status',
		status: 400,
		body: { detail: 'canary-4711 is weak' },
	});
	const { error } = await harness.engine.run(adding, {
		items: [
			{ json: { email: 'a@example.com', first: true } },
			{ json: { email: 'b@example.com', first: false } },
		],
	});
	expect(error?.description).toContain('[hidden] is weak');
});
