import { byId } from '../../support/harness';
import { prepareHarness } from '../support/harness';
import { ranAll } from '../support/operations';
import { formParticipant } from '../../support/formRows';

const harness = prepareHarness();
const participants = (operation: string, envelopeID: string, more: object = {}) => ({
	resource: 'participant',
	operation,
	envelopeId: byId(envelopeID),
	...more,
});
const emails = (ID: string) =>
	harness.sandbox.control.get(ID).participants.map(({ email }) => email);

it('creates one for each item, in one request', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const items = ['ada', 'grace', 'linus'].map((name) => ({ email: `${name}@example.com` }));
	const before = harness.sandbox.log.count('POST /sign/envelopes/{envelopeID}/participants');
	const created = await harness.items(
		participants('create', ID, {
			email: '={{ $json.email }}',
			role: 'signer',
			authentication: 'none',
		}),
		{ items },
	);
	expect(created.map(({ email }) => email)).toEqual(items.map(({ email }) => email));
	expect(emails(ID)).toEqual(items.map(({ email }) => email));
	expect(harness.sandbox.log.count('POST /sign/envelopes/{envelopeID}/participants')).toBe(
		before + 1,
	);
});

it('creates many from a form', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const rows = [
		{ email: 'ada@example.com', role: 'signer', authentication: 'accessCode', accessCode: '4711' },
		{ email: 'archive@example.com', role: 'cc', authentication: 'none' },
	];
	const created = await harness.items(
		participants('createMany', ID, {
			inputMode: 'form',
			participants: { participant: rows.map(formParticipant) },
		}),
	);
	expect(created).toMatchObject([
		{ email: 'ada@example.com', role: 'signer' },
		{ email: 'archive@example.com', role: 'cc' },
	]);
	expect(JSON.stringify(created)).not.toContain('4711');
});

it('lists, updates and deletes', async () => {
	const { ID, participants: stored } = harness.sandbox.control.envelope({
		participants: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
	});
	const listed = await harness.items(participants('getAll', ID));
	expect(listed.map((one) => one.ID)).toEqual(stored.map((one) => one.ID));
	const participantId = byId(stored[0]?.ID);
	const method = { authentication: 'sms', countryCode: '+49', phoneNumber: '170 1234567' };
	await harness.items(participants('update', ID, { participantId, ...method }));
	expect(harness.sandbox.control.get(ID).participants[0]?.authentication).toMatchObject({
		type: 'SMS',
	});
	const removed = await harness.items(participants('delete', ID, { participantId }));
	expect(removed).toMatchObject([{ deleted: true, participantID: stored[0]?.ID }]);
	expect(emails(ID)).toEqual(['grace@example.com']);
});

it('gives the personal links of a sent envelope, one for each signer', async () => {
	const { ID, participants: stored } = harness.sandbox.control.envelope({
		status: 'sent',
		notificationsManagedBy: 'sender',
		participants: [
			{ email: 'ada@example.com' },
			{ email: 'copy@example.com', role: 'cc' },
			{ email: 'grace@example.com' },
		],
	});
	const links = await harness.items(participants('getSigningUrls', ID));
	expect(links).toEqual(
		[stored[0], stored[2]].map((signer) => ({
			userId: signer?.ID,
			signingUrl: `${harness.sandbox.url}/signing/${ID}/${signer?.signingKey}`,
			expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		})),
	);
});

ranAll(harness, 'participant');
