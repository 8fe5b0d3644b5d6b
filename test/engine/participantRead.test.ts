import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';

const parameters = (operation: string, envelope: unknown, more: object = {}) => ({
	resource: 'participant',
	operation,
	envelopeId: byId(envelope),
	...more,
});

describe('getAll', () => {
	const coded = () =>
		harness.sandbox.control.envelope({
			participants: [
				{
					email: 'a@example.com',
					authentication: { type: 'AccessCode', accessCode: 'canary-4711' },
				},
				{
					email: 'b@example.com',
					role: 'cc',
					authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
				},
			],
		});

	it('lists one item per participant, without access codes', async () => {
		const { ID, participants } = coded();
		const outcome = await harness.engine.run(parameters('getAll', ID));
		expect(outcome.items).toEqual([
			{
				json: {
					ID: participants[0]?.ID,
					email: 'a@example.com',
					role: 'signer',
					authentication: { type: 'AccessCode' },
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					ID: participants[1]?.ID,
					email: 'b@example.com',
					role: 'cc',
					authentication: { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' },
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(outcome.stored).not.toContain('canary-4711');
		expect(harness.sandbox.log.count(LIST)).toBe(1);
	});

	it('shows access codes when asked to', async () => {
		const { ID } = coded();
		const { items } = await harness.engine.run(
			parameters('getAll', ID, { options: { includeAccessCodes: true } }),
		);
		expect(items[0]?.json.authentication).toEqual({
			type: 'AccessCode',
			accessCode: 'canary-4711',
		});
	});
});

describe('getSigningUrls', () => {
	const people = [
		{ email: 'a@example.com' },
		{ email: 'copy@example.com', role: 'cc' as const },
		{ email: 'b@example.com' },
	];

	it('returns one item for each signer, and none for a copy recipient', async () => {
		const { ID, participants } = harness.sandbox.control.envelope({
			status: 'sent',
			participants: people,
		});
		const { items } = await harness.engine.run(parameters('getSigningUrls', ID));
		expect(items).toEqual(
			[participants[0], participants[2]].map((signer) => ({
				json: {
					userId: signer?.ID,
					signingUrl: expect.stringMatching(new RegExp(`${ID}/${signer?.signingKey}$`)),
					expiresAt: expect.any(String),
				},
				pairedItem: { item: 0 },
			})),
		);
	});

	it('has none while the envelope is a draft', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: people });
		const { error } = await harness.engine.run(parameters('getSigningUrls', ID));
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'There are no signing URLs for this envelope',
			description: expect.stringContaining("The envelope has the status 'drafted'."),
		});
	});
});
