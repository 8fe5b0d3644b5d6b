import { skipPauses } from '../support/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { formParticipant } from '../support/formRows';

const harness = prepareHarness();
skipPauses();
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';

const draft = () => harness.sandbox.control.envelope({ participants: [] });
const kept = (ID: string) =>
	harness.sandbox.control
		.get(ID)
		.participants.map(({ email, role, authentication }) => ({ email, role, authentication }));

const many = (envelope: unknown, more: object) => ({
	resource: 'participant',
	operation: 'createMany',
	envelopeId: byId(envelope),
	...more,
});
const fromJson = (envelope: unknown) =>
	many(envelope, { inputMode: 'json', participantsJson: '={{ $json.list }}' });

const LIST = [
	{ email: 'ann@example.com', role: 'signer', authentication: 'accessCode', accessCode: '4711' },
	{
		email: 'bob@example.com',
		role: 'signer',
		authentication: 'sms',
		countryCode: '+49',
		phoneNumber: '(170) 123 45-67',
	},
	{ email: 'cleo@example.com', role: 'cc' },
];
const MADE = [
	{
		email: 'ann@example.com',
		role: 'signer',
		authentication: { type: 'AccessCode', accessCode: '4711' },
	},
	{
		email: 'bob@example.com',
		role: 'signer',
		authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
	},
	{ email: 'cleo@example.com', role: 'cc', authentication: undefined },
];
describe('a list', () => {
	it('is taken from the form, in one request, and its codes are not shown', async () => {
		const { ID } = draft();
		const outcome = await harness.engine.run(
			many(ID, {
				inputMode: 'form',
				participants: { participant: LIST.map(formParticipant) },
			}),
		);
		expect(kept(ID)).toEqual(MADE);
		expect(outcome.items).toMatchObject(
			MADE.map(({ email, role }) => ({ json: { email, role }, pairedItem: { item: 0 } })),
		);
		expect(outcome.items[0]?.json.authentication).toEqual({ type: 'AccessCode' });
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it("is taken from JSON in the contract's bulk form, which an expression gives", async () => {
		const { ID } = draft();
		const items = [{ json: { list: { items: LIST } } }];
		const { error } = await harness.engine.run(fromJson(ID), { items });
		expect(error).toBeUndefined();
		expect(kept(ID)).toEqual(MADE);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});

describe('a wrong list sends nothing', () => {
	const good = { email: 'ann@example.com', role: 'signer' };

	it.each<[string, unknown, string]>([
		['half a text', '[{"email": "ann@example.com"', 'The JSON of the participants cannot be read'],
		[
			'a list with a gap',
			[good, null],
			'The JSON of the participants is not a list of objects: entry 2 is not an object',
		],
		['an empty bulk form', { items: [] }, 'The list of participants is empty'],
		[
			'an unknown role',
			[good, { ...good, role: 'boss' }, good],
			"Participant 2: The 'Role' must be",
		],
	])('%s', async (_, list, message) => {
		const { ID } = draft();
		const { error } = await harness.engine.run(fromJson(ID), {
			items: [{ json: { list: [good] } }, { json: { list: list as string } }],
		});
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent');
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('an empty form', async () => {
		const { ID } = draft();
		const { error } = await harness.engine.run(many(ID, { inputMode: 'form', participants: {} }));
		expect(error?.message).toBe('The list of participants is empty');
		expect(harness.sandbox.log.count()).toBe(0);
	});
});
