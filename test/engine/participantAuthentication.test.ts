import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();

const draft = () => harness.sandbox.control.envelope({ participants: [] });
const methods = (ID: string) =>
	harness.sandbox.control.get(ID).participants.map(({ authentication }) => authentication);
const ada = { email: 'ada@example.com', role: 'signer' };
const create = (ID: string, more: object) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId(ID),
	...ada,
	...more,
});
const many = (ID: string, more: object) => ({
	resource: 'participant',
	operation: 'createMany',
	envelopeId: byId(ID),
	...more,
});

it('the form creates no signer if the expression of the authentication gave nothing', async () => {
	const { ID } = draft();
	const inputs = { authentication: '={{ $json.method }}', accessCode: '={{ $json.code }}' };
	for (const code of ['1234', '']) {
		const { error } = await harness.engine.run(create(ID, inputs), {
			items: [{ json: { code } }],
		});
		expect(error?.message).toContain("The 'Authentication' must be");
		expect(error?.description).toContain("returns 'none'");
	}
	expect(harness.sandbox.log.count()).toBe(0);
});

describe('a row of the form', () => {
	const rowWith = (ID: string, authentication: object) =>
		many(ID, {
			inputMode: 'form',
			participants: { participant: [{ ...ada, authentication }] },
		});

	it('is refused if the expression of its code gave nothing', async () => {
		const { ID } = draft();
		for (const accessCode of ['={{ $json.code }}', '={{ null }}', '={{ " " }}', '']) {
			const { error } = await harness.engine.run(rowWith(ID, { accessCode: { accessCode } }));
			expect(error?.message).toContain("The 'Access Code' is empty");
		}
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('is refused if it has a code and a phone number', async () => {
		const { ID } = draft();
		const sms = { countryCode: '+49', phoneNumber: '170123' };
		const { error } = await harness.engine.run(
			rowWith(ID, { accessCode: { accessCode: '1234' }, sms }),
		);
		expect(error?.message).toContain("'Authentication' has both 'Access Code' and 'SMS'");
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

it('an unchanged form creates a participant without the code that was entered before', async () => {
	const { ID } = draft();
	await harness.engine.run(create(ID, { accessCode: '1234' }));
	await harness.engine.run(
		many(ID, { inputMode: 'form', participants: { participant: [{ ...ada, role: 'cc' }] } }),
	);
	await harness.engine.run(
		create(ID, { email: 'b@example.com', authentication: '={{ "none" }}', accessCode: '1234' }),
	);
	expect(methods(ID)).toEqual([undefined, undefined, undefined]);
});

it('an update does not pretend to remove an authentication, which the service cannot', async () => {
	const { ID, participants } = harness.sandbox.control.envelope();
	const { error } = await harness.engine.run({
		resource: 'participant',
		operation: 'update',
		envelopeId: byId(ID),
		participantId: byId(participants[0]?.ID),
		authentication: '={{ "none" }}',
	});
	expect(error?.message).toContain("'Authentication'");
	expect(harness.sandbox.log.count()).toBe(0);
});
