import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { until } from '../support/until';
import { skipPauses } from './skipPauses';
import { UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
skipPauses();

const GET = 'GET /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const PEOPLE = 'POST /sign/envelopes/{envelopeID}/participants';

/** Runs the operation; it takes effect only after this many reads of the envelope. */
async function runLate(
	operation: string,
	ID: string,
	reads: number,
	happen: () => void,
	more: object = {},
) {
	let go = () => {};
	const happened = new Promise<void>((resolve) => (go = resolve));
	if (reads > 1) harness.sandbox.faults.next(GET, { kind: 'delay', ms: 0 }, reads - 1);
	harness.sandbox.faults.next(GET, { kind: 'hold', until: happened });
	const { result } = harness.engine.start(envelopeParameters(operation, ID, more));
	await until(() => harness.sandbox.log.count(GET) === reads, result);
	happen();
	go();
	return await result;
}

const sending = { options: { waitForDocuments: false } };

describe.each([1, 2, 3, 4])('a service that acts only by read %s', (reads) => {
	it.each([504, 502, 500, 520, 524, 530, 598, 599, 408])(
		'has sent the envelope although it answered %s',
		async (status) => {
			const { ID } = harness.sandbox.control.envelope();
			harness.sandbox.faults.next(SEND, { kind: 'status', status });
			const happen = () => (harness.sandbox.control.get(ID).status = 'sent');
			const { items, error } = await runLate('send', ID, reads, happen, sending);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ ID, status: 'sent', reconciled: true });
			expect(harness.sandbox.log.count(SEND)).toBe(1);
		},
	);

	it('has cancelled the envelope', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.next(CANCEL, { kind: 'status', status: 504 });
		const happen = () => (harness.sandbox.control.get(ID).status = 'cancelled');
		const { items } = await runLate('cancel', ID, reads, happen);
		expect(items[0]?.json).toMatchObject({ ID, status: 'cancelled', reconciled: true });
		expect(harness.sandbox.log.count(CANCEL)).toBe(1);
	});
});

describe('a write that takes effect after the last read', () => {
	it.each([
		{ operation: 'send', route: SEND, from: 'drafted', to: 'sent', more: sending },
		{ operation: 'cancel', route: CANCEL, from: 'sent', to: 'cancelled', more: {} },
	] as const)('makes the repeat of $operation a conflict, which is looked at', async (row) => {
		const { operation, route, from, to, more } = row;
		const { ID } = harness.sandbox.control.envelope({ status: from });
		let go = () => {};
		const late = new Promise<void>((resolve) => (go = resolve));
		harness.sandbox.faults.next(route, { kind: 'status', status: 504 });
		harness.sandbox.faults.next(route, { kind: 'hold', until: late });
		const { result } = harness.engine.start(envelopeParameters(operation, ID, more));
		await until(() => harness.sandbox.log.count(route) === 2, result);
		harness.sandbox.control.get(ID).status = to;
		go();
		const { items, error } = await result;
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ ID, status: to, reconciled: true });
	});

	it('is never made again where it would exist twice', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [] });
		harness.sandbox.faults.next(PEOPLE, { kind: 'status', status: 504 });
		const { error } = await harness.engine.run({
			resource: 'participant',
			operation: 'create',
			envelopeId: byId(ID),
			email: 'ada@example.com',
			role: 'signer',
			authentication: 'none',
		});
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(harness.sandbox.log.count(PEOPLE)).toBe(1);
	});
});

describe('deleting', () => {
	it('an envelope that existed is done when it is gone after a lost answer', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(DELETE, { kind: 'status', status: 524, applied: true });
		const { items } = await harness.engine.run(envelopeParameters('delete', ID));
		expect(items[0]?.json).toEqual({ deleted: true, envelopeID: ID, reconciled: true });
		expect(harness.sandbox.log.count(DELETE)).toBe(1);
	});
});
