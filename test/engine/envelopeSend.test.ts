import type { DocumentStatus } from '../../nodes/ESignature/api';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { until } from '../support/until';

const harness = prepareHarness();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const DOCUMENTS = 'GET /sign/envelopes/{envelopeID}/documents';
const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

const parameters = (ID: unknown, options: object = {}) =>
	envelopeParameters('send', ID, { options: { allowSignersWithoutFields: false, ...options } });

/** A draft with a document that the service still works on, until a test says otherwise. */
function pendingDraft() {
	const { ID, documents } = harness.sandbox.control.envelope({
		documents: [{ name: 'lease.pdf' }],
		fields: true,
	});
	const become = (status: DocumentStatus) => documents.forEach((one) => (one.status = status));
	become('pending');
	return { ID, become };
}

it('waits until the service has processed every document', async () => {
	const { ID, become } = pendingDraft();
	const { result } = harness.engine.start(parameters(ID));
	await until(() => harness.sandbox.log.count(DOCUMENT) === 2, result);
	expect(harness.sandbox.log.count(SEND)).toBe(0);
	become('uploaded');
	const { items } = await result;
	expect(items[0]?.json).toMatchObject({ ID, status: 'sent' });
	expect(harness.sandbox.log.count(SEND)).toBe(1);
});

it('does not wait when told so, and explains the refusal', async () => {
	const { ID } = pendingDraft();
	const { error } = await harness.engine.run(
		parameters(ID, { waitForDocuments: false, allowSignersWithoutFields: true }),
	);
	expect(error).toMatchObject({
		message: "The envelope cannot be sent (its status is 'drafted')",
		httpCode: '409',
	});
	expect(error?.description).toMatch(
		/every document must be processed\.\nThe service says: .*lease\.pdf.* is pending/,
	);
	expect(harness.sandbox.log.count(DOCUMENTS)).toBe(0);
});

it('says of an envelope that was sent why it cannot be sent, what to do and, last, what the service says', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
	const { error } = await harness.engine.run(parameters(ID, { allowSignersWithoutFields: true }));
	expect(error?.message).toBe("The envelope cannot be sent (its status is 'sent')");
	expect(error?.description?.split('\n')).toEqual([
		expect.stringMatching(/^Only a draft can be sent/),
		expect.stringMatching(/^The service says: /),
	]);
});

it('waits no longer than it may, and sends nothing then', async () => {
	const { ID } = pendingDraft();
	const { error } = await harness.engine.run(parameters(ID, { maxWait: 1 }));
	expect(error?.message).toMatch(/^The service did not .* within 1 second$/);
	expect(error?.description).toContain("increase 'Max Wait (Seconds)'");
	expect(harness.sandbox.log.count(SEND)).toBe(0);
	expect(harness.sandbox.control.get(ID).status).toBe('drafted');
});

it('stops waiting when the execution is canceled', async () => {
	const { ID, become } = pendingDraft();
	const { result, cancel } = harness.engine.start(parameters(ID));
	await until(() => harness.sandbox.log.count(DOCUMENTS) === 1, result);
	cancel();
	become('uploaded');
	expect((await result).status).toBe('canceled');
	expect(harness.sandbox.log.count(SEND)).toBe(0);
});

describe('a signer without a field', () => {
	const PEOPLE = 'GET /sign/envelopes/{envelopeID}/participants';
	const FIELDS = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

	/** Two signers, a copy recipient, and fields for those at these places in the list. */
	function draft(...served: number[]) {
		const { ID, documents, participants } = harness.sandbox.control.envelope({
			documents: [{ name: 'lease.pdf' }, { name: 'annex.pdf' }],
			participants: [
				{ email: 'ada@example.com' },
				{ email: 'grace@example.com' },
				{ email: 'copy@example.com', role: 'cc' },
			],
			fields: true,
		});
		const IDs = served.map((at) => participants[at]?.ID);
		for (const one of documents) {
			one.fields = one.fields.filter(({ participantID }) => IDs.includes(participantID));
		}
		return ID;
	}

	it('is named before anything is sent', async () => {
		const ID = draft(0);
		const { error } = await harness.engine.run(parameters(ID));
		expect(error?.message).toBe('The signer grace@example.com has no field to fill in');
		expect(error?.description).toContain("'Allow Signers Without Fields'");
		expect(harness.sandbox.log.count(SEND)).toBe(0);
		expect(harness.sandbox.control.get(ID).status).toBe('drafted');
	});

	it('is accepted where that is allowed, and nothing is read for it', async () => {
		const { items } = await harness.engine.run(
			parameters(draft(0), { allowSignersWithoutFields: true }),
		);
		expect(items[0]?.json).toMatchObject({ status: 'sent' });
		expect(harness.sandbox.log.count(PEOPLE)).toBe(0);
	});

	it.each([PEOPLE, FIELDS] as const)(
		'is left to the service where %s is refused',
		async (route) => {
			harness.sandbox.faults.next(route, { kind: 'status', status: 403 }, 3);
			const { items } = await harness.engine.run(parameters(draft(0)));
			expect(items[0]?.json).toMatchObject({ status: 'sent' });
		},
	);
});
