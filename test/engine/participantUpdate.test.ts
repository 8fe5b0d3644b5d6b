import { assertNoCanary } from '../support/canaries';
import { byId, prepareHarness } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();
const PATCH = 'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}';

const updating = (envelope: string, participant: unknown, more: object) => ({
	resource: 'participant',
	operation: 'update',
	envelopeId: byId(envelope),
	participantId: byId(participant),
	...more,
});

const CODE = { authentication: 'accessCode', accessCode: 'canary-4711' };
const SMS = { authentication: 'sms', countryCode: '+1', phoneNumber: '(555) 010-9999' };

it('sets an access code, sends nothing else and does not show it', async () => {
	const { ID, participants } = harness.sandbox.control.envelope({ participants: [{}, {}] });
	const [, second] = participants;
	const outcome = await harness.engine.run(updating(ID, second?.ID, CODE));
	expect(outcome.items).toEqual([
		{
			json: {
				ID: second?.ID,
				email: 'person2@example.com',
				role: 'signer',
				authentication: { type: 'AccessCode' },
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({
		authentication: { type: 'AccessCode', accessCode: 'canary-4711' },
	});
	expect(participants.map(({ authentication }) => authentication)).toEqual([
		undefined,
		{ type: 'AccessCode', accessCode: 'canary-4711' },
	]);
	expect(JSON.stringify(outcome.items)).not.toContain('canary-4711');
});

it('shows the access code when asked to', async () => {
	const { ID, participants } = harness.sandbox.control.envelope();
	const { items } = await harness.engine.run(
		updating(ID, participants[0]?.ID, { ...CODE, options: { includeAccessCodes: true } }),
	);
	expect(items[0]?.json.authentication).toEqual({ type: 'AccessCode', accessCode: 'canary-4711' });
});

it('replaces an access code by a phone', async () => {
	const { ID, participants } = harness.sandbox.control.envelope({
		participants: [{ authentication: { type: 'AccessCode', accessCode: '4711' } }],
	});
	const { items } = await harness.engine.run(updating(ID, participants[0]?.ID, SMS));
	const sms = { type: 'SMS', countryCode: '+1', phoneNumber: '5550109999' };
	expect(items[0]?.json.authentication).toEqual(sms);
	expect(participants[0]?.authentication).toEqual(sms);
});

it('lets the service decide on the length of a code, and explains its refusal', async () => {
	const { ID, participants } = harness.sandbox.control.envelope();
	const { error } = await harness.engine.run(
		updating(ID, participants[0]?.ID, { ...CODE, accessCode: 'abc' }),
	);
	expect(error).toMatchObject({
		httpCode: '400',
		message: 'The service did not accept the authentication of the participant',
		description: expect.stringContaining('4 to 32 characters'),
	});
	expect(harness.sandbox.log.count(PATCH)).toBe(1);
});

it('does not pretend to remove an authentication, which the service cannot', async () => {
	const { ID, participants } = harness.sandbox.control.envelope({
		participants: [{ authentication: { type: 'AccessCode', accessCode: '4711' } }],
	});
	const { error } = await harness.engine.run(
		updating(ID, participants[0]?.ID, { authentication: '={{ "none" }}' }),
	);
	expect(error?.message).toContain("'Authentication'");
	expect(harness.sandbox.log.count(PATCH)).toBe(0);
});

it.each([
	['404', 'drafted', UNKNOWN_ID, 'The envelope or the participant was not found'],
	['409', 'sent', undefined, 'This participant can no longer be changed'],
] as const)('explains a %s', async (httpCode, status, participant, message) => {
	const { ID, participants } = harness.sandbox.control.envelope({ status });
	const outcome = await harness.engine.run(
		updating(ID, participant ?? participants[0]?.ID, {
			...CODE,
			accessCode: '={{ "canary" + "-code" }}',
		}),
	);
	expect(outcome.error).toMatchObject({ httpCode, message });
	assertNoCanary(outcome, ['canary-code']);
});
