import { jsonJob, withFiles } from '../engine/createAndSendJob';
import { addition, prepareHarness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness();
skipPauses();

const CREATE = 'POST /sign/envelopes';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** As n8n's Retry On Fail: the whole node again, with all of its items. */
describe('a node that n8n runs again', () => {
	it('makes no second envelope while it is not known whether the first was sent', async () => {
		const parameters = jsonJob({}, { options: {} });
		harness.sandbox.faults.next(SEND, { kind: 'status', status: 504 }, 2);
		const { items, error } = await harness.engine.run(parameters, {
			items: [await withFiles()],
			...retrying,
		});
		const [left] = harness.sandbox.control.envelopes();
		expect(items).toEqual([]);
		expect(error?.description).toContain(`The envelope ${left?.ID} was left unchanged`);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
		expect(harness.sandbox.log.count(SEND)).toBe(2);
	});

	it('sends no second envelope when the service is away while the first may have been sent', async () => {
		// Sent, but the answer is lost, and then the service is away.
		harness.sandbox.faults.choose = ({ route }) => {
			if (harness.sandbox.log.count(SEND) === 0) return undefined;
			return route === SEND
				? { kind: 'status', status: 504, applied: true }
				: { kind: 'status', status: 503 };
		};
		const { items, error } = await harness.engine.run(jsonJob({}, { options: {} }), {
			items: [await withFiles()],
			...retrying,
		});
		const [envelope, ...others] = harness.sandbox.control.envelopes();
		expect(others).toEqual([]);
		expect(envelope?.status).toBe('sent');
		expect(items).toEqual([]);
		expect(error?.description).toContain(envelope?.ID);
	});

	it('uploads a document once when only waiting for it did not work', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const reading = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';
		harness.sandbox.faults.next(reading, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(
			addition(ID, { options: { waitUntilProcessed: true, maxWait: 10 } }),
			{
				items: [withFile(pdf(), 'lease.pdf')],
				...retrying,
			},
		);
		expect(error).toBeUndefined();
		expect(harness.sandbox.control.get(ID).documents).toHaveLength(1);
	});
});
