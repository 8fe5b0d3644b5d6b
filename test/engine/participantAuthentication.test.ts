import { byId, prepareHarness } from '../support/harness';
import { jsonJob } from './createAndSendJob';
import { pdf, withFile } from '../support/samples';

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

describe('a signer whose authentication an expression did not give', () => {
	const authentication = undefined;

	it('is not created without the code that the row has', async () => {
		const { ID } = draft();
		const list = [{ ...ada, authentication, accessCode: '1234' }];
		const { error } = await harness.engine.run(
			many(ID, { inputMode: 'json', participantsJson: '={{ $json.list }}' }),
			{ items: [{ json: { list: list as never } }] },
		);
		expect(error?.message).toMatch(/authentication/i);
		expect(error?.description).toMatch(/accessCode|Choose one of them/);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('is not created by the form, whose expression gave it', async () => {
		const { ID } = draft();
		const inputs = { authentication: '={{ $json.method }}', accessCode: '={{ $json.code }}' };
		for (const code of ['1234', '']) {
			const { error } = await harness.engine.run(create(ID, inputs), {
				items: [{ json: { method: authentication as never, code } }],
			});
			expect(error?.message).toContain("The 'Authentication' must be");
			expect(error?.description).toContain("returns 'none'");
		}
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('is not sent anything by Create and Send', async () => {
		const people = '={{ $json.people }}';
		const job = jsonJob({ fields: [] }, { binaryPropertyNames: 'data', participantsJson: people });
		const item = withFile(pdf(), 'a.pdf');
		item.json = { people: [{ ...ada, authentication, accessCode: '1234' }] as never };
		const { error } = await harness.engine.run(job, { items: [item] });
		expect(error?.message).toMatch(/authentication/i);
		expect(harness.sandbox.log.count()).toBe(0);
	});
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

describe('a participant', () => {
	it('is created without a code by a form that was left unchanged, even if a code was entered before', async () => {
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

	it('is created again from what Get Many lists, with codes', async () => {
		const from = harness.sandbox.control.envelope({
			participants: [
				{ authentication: { type: 'AccessCode', accessCode: '4711' } },
				{ role: 'cc' },
			],
		});
		const options = { includeAccessCodes: true };
		const listed = await harness.engine.run({
			resource: 'participant',
			operation: 'getAll',
			envelopeId: byId(from.ID),
			options,
		});
		const { ID } = draft();
		const { error } = await harness.engine.run(
			many(ID, { inputMode: 'json', participantsJson: '={{ $json.list }}' }),
			{ items: [{ json: { list: listed.items.map(({ json }) => json) } }] },
		);
		expect(error).toBeUndefined();
		expect(methods(ID)).toEqual([{ type: 'AccessCode', accessCode: '4711' }, undefined]);
	});

	it('may have a code of any length as far as the node is concerned; the service decides', async () => {
		const { ID } = draft();
		const { error } = await harness.engine.run(
			create(ID, { authentication: 'accessCode', accessCode: 'abc' }),
		);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The service did not accept the participants',
			description: expect.stringContaining('4 to 32 characters'),
		});
	});
});
