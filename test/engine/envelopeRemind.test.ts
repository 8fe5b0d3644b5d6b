import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';

const parameters = (ID: unknown, more: object = {}) => envelopeParameters('remind', ID, more);
const bodies = () =>
	harness.sandbox.log.requests.filter(({ route }) => route === REMIND).map(({ body }) => body);
const reminders = (ID: string) =>
	harness.sandbox.control.auditTrail(ID).filter(({ what }) => what === 'Reminders sent').length;
const sent = () => harness.sandbox.control.envelope({ status: 'sent' });

it.each([
	['no text is given', {}],
	['the texts are empty', { subject: '', body: '  ' }],
])('reminds with the text of the envelope when %s', async (_, more) => {
	const { ID } = sent();
	const { items } = await harness.engine.run(parameters(ID, more));
	expect(items).toEqual([{ json: { reminded: true, envelopeID: ID }, pairedItem: { item: 0 } }]);
	expect(bodies()).toEqual([undefined]);
	expect(reminders(ID)).toBe(1);
});

it('returns the name if the input item is the envelope or an event about it, and reads nothing for it', async () => {
	const [one, other] = [sent(), sent()];
	const { items } = await harness.engine.run(parameters('={{ $json.of }}'), {
		items: [
			{ json: { of: one.ID, ID: one.ID.toUpperCase(), name: one.name } },
			{ json: { of: one.ID, ID: other.ID, name: other.name } },
			{ json: { of: one.ID, name: 'Something else' } },
			// As the triggers tell of it.
			{ json: { of: one.ID, envelopeId: one.ID, envelope: { ID: one.ID, name: one.name } } },
			{ json: { of: one.ID, envelope: 'Something else' } },
		],
	});
	expect(items.map(({ json }) => json.name)).toEqual([
		one.name,
		undefined,
		undefined,
		one.name,
		undefined,
	]);
	expect(harness.sandbox.log.count('GET /sign/envelopes/{envelopeID}')).toBe(0);
});

it('reminds with a text of its own', async () => {
	const { ID } = sent();
	await harness.engine.run(
		parameters(ID, { subject: 'Still open', body: '=Until {{ 1 + 1 }} pm' }),
	);
	expect(bodies()).toEqual([{ notification: { subject: 'Still open', body: 'Until 2 pm' } }]);
	expect(reminders(ID)).toBe(1);
});

it.each([
	['subject', { subject: 'Still open' }, "The 'Body' is empty"],
	['body', { body: 'Please sign' }, "The 'Subject' is empty"],
])('refuses a %s alone, and sends no reminder', async (_, more, message) => {
	const { ID } = sent();
	const { error } = await harness.engine.run(parameters(ID, more));
	expect(error?.message).toBe(message);
	expect(harness.sandbox.log.count()).toBe(0);
});
