import type { Route } from '../../nodes/ESignature/api';
import type { Fault } from '../../sandbox';
import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { skipPauses } from '../support/skipPauses';

skipPauses();
const harness = prepareHarness();
const ENVELOPE = '/sign/envelopes/{envelopeID}';
const SEND = `POST ${ENVELOPE}:send-for-signing` as const;
const CANCEL = `PUT ${ENVELOPE}:cancel` as const;
const OTHER = '22222222-2222-4222-8222-222222222222';
const UNPROVEN = {
	error: 'The service did not confirm this step',
	details: { outcome: 'unknown' },
};

const saying = (body: object, applied = false): Fault => ({
	kind: 'body',
	body: JSON.stringify(body),
	applied,
});

const run = async (parameters: object, item: object = {}) =>
	(
		await harness.engine.run(parameters as never, {
			items: [{ json: {}, ...item }],
			onError: 'continueRegularOutput',
		})
	).items[0]?.json;

const STEPS = [
	{ operation: 'send', route: SEND, from: 'drafted', to: 'sent' },
	{ operation: 'cancel', route: CANCEL, from: 'sent', to: 'cancelled' },
] as const;

describe.each(STEPS)('$operation', ({ operation, route, from, to }) => {
	const parameters = (ID: string) =>
		envelopeParameters(operation, ID, { options: { waitForDocuments: false } });

	it('that is answered without its status is done when the envelope says so', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: from });
		harness.sandbox.faults.next(route, saying({ ID }, true));
		expect(await run(parameters(ID))).toMatchObject({ ID, status: to, reconciled: true });
		expect(harness.sandbox.log.count(route)).toBe(1);
	});

	it('that is answered with a mere 202 is unknown, and not asked for twice', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: from });
		harness.sandbox.faults.next(route, { kind: 'body', body: '', status: 202 });
		const told = await run(parameters(ID));
		expect(told).toMatchObject(UNPROVEN);
		expect(JSON.stringify(told)).toContain(ID);
		expect(harness.sandbox.log.count(route)).toBe(1);
	});
});

describe('a creation that is answered with something else', () => {
	const PARTICIPANTS = `POST ${ENVELOPE}/participants` as const;
	const DOCUMENTS = `POST ${ENVELOPE}/documents` as const;
	const ada = {
		resource: 'participant',
		operation: 'create',
		email: 'ada@example.com',
		role: 'signer',
		authentication: 'none',
	};

	it.each([
		['another email address', { email: 'eve@example.com', role: 'signer' }],
		['another role', { email: 'ada@example.com', role: 'cc' }],
	])('is the participant that was sent, or unknown (%s)', async (_, other) => {
		for (const applied of [true, false]) {
			const { ID, participants } = harness.sandbox.control.envelope({ participants: [] });
			harness.sandbox.faults.next(PARTICIPANTS, saying({ ID: OTHER, ...other }, applied));
			const told = await run({ ...ada, envelopeId: byId(ID) });
			expect(told).toMatchObject(
				applied ? { ID: participants[0]?.ID, reconciled: true } : UNPROVEN,
			);
		}
	});

	it('is unknown for an envelope of another name, whose ID is never given out', async () => {
		const told = { name: 'Other', mode: 'parallel', status: 'drafted' };
		const { ID } = harness.sandbox.control.envelope({ name: 'Other' });
		harness.sandbox.faults.next('POST /sign/envelopes', saying({ ID, ...told }, true));
		const made = await run({
			resource: 'envelope',
			operation: 'create',
			name: 'NDA',
			mode: 'parallel',
			notificationsManagedBy: 'service',
			subject: 'Please sign',
			body: 'Thank you',
		});
		expect(made).toMatchObject(UNPROVEN);
		expect(JSON.stringify(made)).toContain("Look for a draft named 'NDA'");
	});

	it('is the document that was sent, whatever name the service gives it', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const shown = { ID: OTHER, name: 'Mine (converted).pdf', status: 'pending' };
		harness.sandbox.faults.next(DOCUMENTS, saying(shown, true));
		const made = await run(
			{ resource: 'document', operation: 'add', envelopeId: byId(ID) },
			withFile(pdf(1, 'mine'), 'Mine.pdf', 'application/pdf'),
		);
		expect(made).toMatchObject({ ID: OTHER });
	});

	it('is read back after a bulk answer that names somebody else, whose ID is not used', async () => {
		const { ID, participants } = harness.sandbox.control.envelope({ participants: [] });
		const items = ['eve', 'ada'].map((name, n) => ({
			ID: OTHER.replace('2', String(n)),
			email: `${name}@example.com`,
			role: 'signer',
		}));
		harness.sandbox.faults.next(PARTICIPANTS, saying({ items }, true));
		const { items: made } = await harness.engine.run(
			{ ...ada, envelopeId: byId(ID), email: '={{ $json.email }}' },
			{ items: ['ada', 'bob'].map((name) => ({ json: { email: `${name}@example.com` } })) },
		);
		expect(made.map(({ json }) => json.ID)).toEqual(participants.map((one) => one.ID));
		expect(made.every(({ json }) => json.reconciled === true)).toBe(true);
	});
});

describe('a change that is answered with the old state', () => {
	const changes = (ID: string, documentID: string) =>
		[
			[
				`PATCH ${ENVELOPE}`,
				{ ...envelopeParameters('update', ID), updateFields: { name: 'New' } },
				{ ID, name: 'Old' },
			],
			[
				`PATCH ${ENVELOPE}/documents/{documentID}`,
				{
					resource: 'document',
					operation: 'rename',
					name: 'New.pdf',
					envelopeId: byId(ID),
					documentId: byId(documentID),
				},
				{ ID: documentID, name: 'Old.pdf' },
			],
		] as const;

	it.each([0, 1])('is done if reading shows it, else unknown (change %i)', async (which) => {
		for (const applied of [true, false]) {
			const { ID, documents } = harness.sandbox.control.envelope({ name: 'Old' });
			const change = changes(ID, documents[0]?.ID ?? '')[which];
			const [route, parameters, answer] = change as NonNullable<typeof change>;
			harness.sandbox.faults.next(route as Route, saying(answer, applied));
			expect(await run(parameters)).toMatchObject(applied ? { reconciled: true } : UNPROVEN);
		}
	});
});
