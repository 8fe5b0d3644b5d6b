import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes';

const parameters = (more: object = {}) => ({
	resource: 'envelope',
	operation: 'create',
	name: 'Lease',
	mode: 'sequential',
	notificationsManagedBy: 'service',
	subject: 'Please sign $(envelope_name)',
	body: 'Thank you, $(sender_name_or_email)',
	...more,
});

const bodies = () =>
	harness.sandbox.log.requests.filter(({ route }) => route === CREATE).map(({ body }) => body);

it('sends blanks and line breaks in name, subject and body as they were entered', async () => {
	const texts = { name: ' Lease \t', subject: '  Please  sign ', body: '\r\nDear A,\n\n  yes?\n' };
	const { error } = await harness.engine.run(parameters(texts));
	expect(error).toBeUndefined();
	const { name, ...notification } = texts;
	expect(bodies()).toEqual([{ name, mode: 'sequential', notification }]);
});

/** The texts are hidden, as n8n keeps them: not at all. */
const bySender = { notificationsManagedBy: 'sender', subject: undefined, body: undefined };

it('sends no text when the sender notifies', async () => {
	const { items } = await harness.engine.run(parameters(bySender));
	expect(bodies()).toEqual([
		{ name: 'Lease', mode: 'sequential', notificationsManagedBy: 'sender' },
	]);
	expect(items[0]?.json).toMatchObject({ notificationsManagedBy: 'sender' });
	expect(items[0]?.json).not.toHaveProperty('notification');
});

it.each([
	[
		'an unknown mode',
		{ mode: '={{ "serial" }}' },
		"The 'Signing Mode' must be one of 'parallel', 'sequential', not 'serial'",
	],
	[
		'an unknown notifier',
		{ notificationsManagedBy: '={{ "noOne" }}' },
		"The 'Notifications Sent By' must be one of 'sender', 'service', not 'noOne'",
	],
	['an empty subject', { subject: '={{ "" }}' }, "The 'Subject' is empty"],
	['an empty body', { body: '={{ "\\n" }}' }, "The 'Body' is empty"],
])('refuses %s before anything is sent', async (_, more, message) => {
	const { error, items } = await harness.engine.run(parameters(more));
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('Nothing was sent');
	expect(items).toEqual([]);
	expect(harness.sandbox.log.count()).toBe(0);
});

it('sends texts that were entered although the sender notifies, since a service may ask for them', async () => {
	harness.sandbox.dialects.set(['notification-required']);
	const refused = await harness.engine.run(parameters(bySender));
	expect(refused.error?.description).toContain('notification');
	const { items } = await harness.engine.run(parameters({ notificationsManagedBy: 'sender' }));
	expect(items[0]?.json).toMatchObject({ status: 'drafted', notificationsManagedBy: 'sender' });
});
