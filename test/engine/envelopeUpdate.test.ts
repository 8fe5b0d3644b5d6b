import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const PATCH = 'PATCH /sign/envelopes/{envelopeID}';
const READ = 'GET /sign/envelopes/{envelopeID}';

const parameters = (ID: string, updateFields: object) =>
	envelopeParameters('update', ID, { updateFields });

const bodies = () =>
	harness.sandbox.log.requests.filter(({ route }) => route === PATCH).map(({ body }) => body);

const OLD = {
	subject: 'Please sign $(envelope_name)',
	body: '$(sender_name_or_email) asks you to sign $(envelope_name).',
};

it.each<[string, object, object]>([
	['the name', { name: ' Renewed lease ' }, { name: ' Renewed lease ' }],
	[
		'everything at once',
		{ name: 'New', mode: 'sequential', subject: ' Hello', body: 'World\r\n\n  ' },
		{
			name: 'New',
			mode: 'sequential',
			notification: { subject: ' Hello', body: 'World\r\n\n  ' },
		},
	],
])('changes %s and nothing else, and returns the whole envelope', async (_, fields, sent) => {
	const { ID } = harness.sandbox.control.envelope({ name: 'Lease', mode: 'parallel' });
	const before = harness.sandbox.control.get(ID).lastModifiedAt;
	const { items } = await harness.engine.run(parameters(ID, fields));
	expect(bodies()).toEqual([sent]);
	expect(items).toEqual([
		{
			json: {
				ID,
				name: 'Lease',
				mode: 'parallel',
				notification: OLD,
				notificationsManagedBy: 'service',
				status: 'drafted',
				createdAt: expect.any(String),
				lastModifiedAt: expect.not.stringMatching(before),
				...sent,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(harness.sandbox.log.count(READ)).toBe(1);
});

it.each([
	['subject', { subject: 'Hello' }, { subject: 'Hello', body: OLD.body }],
	['body', { body: 'World' }, { subject: OLD.subject, body: 'World' }],
])('keeps the other text when only the %s is given', async (_, fields, notification) => {
	const { ID } = harness.sandbox.control.envelope();
	const { items } = await harness.engine.run(parameters(ID, fields));
	expect(bodies()).toEqual([{ notification }]);
	expect(items[0]?.json).toMatchObject({ notification });
	expect(harness.sandbox.control.get(ID).notification).toEqual(notification);
});

it.each([
	['no field', {}],
	['only fields that the item lacks', { name: '={{ $json.none }}', mode: '={{ $json.none }}' }],
])('refuses %s, since there is nothing to update, and sends nothing', async (_, fields) => {
	const { ID } = harness.sandbox.control.envelope();
	const { error } = await harness.engine.run(parameters(ID, fields));
	expect(error?.message).toBe('There is nothing to update');
	expect(harness.sandbox.log.count()).toBe(0);
});

it('does not set half a text where there is none yet', async () => {
	const { ID } = harness.sandbox.control.envelope({ notificationsManagedBy: 'sender' });
	const { error } = await harness.engine.run(parameters(ID, { subject: 'Hello' }));
	expect(error?.message).toBe("The envelope has no 'Body' yet");
	expect(harness.sandbox.log.count(PATCH)).toBe(0);
});
