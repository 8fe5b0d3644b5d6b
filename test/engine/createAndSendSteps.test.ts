import { randomUUID } from 'crypto';

import type { Route } from '../../nodes/ESignature/api';
import { skipPauses } from '../support/skipPauses';
import { prepareHarness } from '../support/harness';
import { job, PEOPLE as JOB_PEOPLE, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
const CREATE = 'POST /sign/envelopes';
const READ = 'GET /sign/envelopes/{envelopeID}';
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';
const PARTICIPANTS = 'POST /sign/envelopes/{envelopeID}/participants';
const FIELDS = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const RENAME = 'PATCH /sign/envelopes/{envelopeID}';
const PEOPLE = 'GET /sign/envelopes/{envelopeID}/participants';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const GONE = 'The draft was deleted.';

skipPauses();
beforeEach(() => processAtOnce(harness.sandbox));

const run = async (parameters = job()) =>
	await harness.engine.run(parameters, { items: [await withFiles()] });

/** The IDs of all envelopes that the service has. */
const left = () => harness.sandbox.control.envelopes().map(({ ID }) => ID);
const fail = (route: Route, status: number, after = 0) => {
	if (after > 0) harness.sandbox.faults.next(route, { kind: 'delay', ms: 0 }, after);
	harness.sandbox.faults.next(route, { kind: 'status', status });
};

/** The service takes the participants, but shows them without the method that was asked for. */
const showAnotherMethod = () => {
	const items = JOB_PEOPLE.map(({ email, role }) => ({ ID: randomUUID(), email, role }));
	harness.sandbox.faults.always(PARTICIPANTS, { kind: 'body', body: JSON.stringify({ items }) });
};

describe('a step that fails', () => {
	it.each<[step: string, prepare: () => void, expected: string]>([
		['creating the envelope', () => fail(CREATE, 400), 'No draft was created.'],
		['adding document 1', () => fail(ADD, 413), GONE],
		[
			'waiting for document 1',
			() => harness.sandbox.control.failNextDocument('PDFIsPasswordProtected'),
			`${GONE}\n[^]*eason: PDFIsPasswordProtected. Correct the file, then run this step again.`,
		],
		['adding the participants', () => fail(PARTICIPANTS, 400), GONE],
		['adding the participants', showAnotherMethod, GONE],
		['placing the fields', () => fail(FIELDS, 400, 1), GONE],
		['naming the envelope', () => fail(RENAME, 400), GONE],
		['checking the envelope', () => fail(PEOPLE, 403), GONE],
		['sending the envelope', () => fail(SEND, 409), GONE],
	])('is named, and no draft is left (%s)', async (step, prepare, expected) => {
		prepare();
		const text = (await run()).error?.description;
		expect(text).toMatch(new RegExp(expected));
		expect(text).toContain(`This happened while ${step}.`);
		// The document is gone with its draft.
		expect(text).not.toMatch(/do not add it again|Delete the document|Its ID is/);
		expect(left()).toEqual([]);
		expect(harness.sandbox.log.count(SEND)).toBe(step === 'sending the envelope' ? 1 : 0);
	});
});

describe('the unfinished draft', () => {
	it('is kept when asked for, and the error says which it is', async () => {
		fail(FIELDS, 422);
		const { error } = await run(job({ options: { keepDraft: true } }));
		const [ID] = left();
		expect(error?.description).toContain(`The draft ${ID} was kept, as requested.`);
		expect(harness.sandbox.control.get(String(ID))).toMatchObject({
			status: 'drafted',
			name: 'Lease',
		});
		expect(harness.sandbox.log.count(DELETE)).toBe(0);
	});

	it('that cannot be deleted is named', async () => {
		fail(PARTICIPANTS, 400);
		harness.sandbox.faults.always(DELETE, { kind: 'status', status: 403 });
		const { error } = await run();
		const [ID] = left();
		expect(error?.message).toBe('The service did not accept the participants');
		expect(error?.description).toContain(
			`The envelope ${ID} was not deleted: check its status, and delete it if it is still a draft.`,
		);
	});

	it.each([
		['took effect', true],
		['had no effect', false],
	])('is gone also when the answer to its deletion, which %s, was lost', async (_, applied) => {
		fail(PARTICIPANTS, 400);
		harness.sandbox.faults.next(DELETE, { kind: 'status', status: 503, applied });
		const { error } = await run();
		expect(left()).toEqual([]);
		expect(error?.description).toContain(GONE);
	});

	it('is left alone when it may have been sent', async () => {
		harness.sandbox.faults.next(SEND, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(READ, { kind: 'status', status: 403 });
		const { error } = await run();
		const [ID] = left();
		expect(error?.description).toContain(
			`The envelope ${ID} was left unchanged, since it may have been sent: check its status.`,
		);
		expect(harness.sandbox.control.get(String(ID)).status).toBe('sent');
		expect(harness.sandbox.log.count(DELETE)).toBe(0);
	});

	it('is left alone once it was sent after all', async () => {
		harness.sandbox.faults.next(SEND, { kind: 'status', status: 409, applied: true });
		const { error } = await run();
		const [ID] = left();
		expect(error?.description).toContain(`The envelope ${ID} was not deleted: check its status`);
		expect(harness.sandbox.control.get(String(ID)).status).toBe('sent');
	});
});

it.each([CREATE, ADD, PARTICIPANTS, FIELDS, RENAME, SEND] as const)(
	'goes on when only the answer was lost (%s)',
	async (route) => {
		harness.sandbox.faults.next(route, { kind: 'reset', applied: true });
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'Lease' });
		expect(left()).toEqual([items[0]?.json.ID]);
		// A loss inside the draft is not looked into: the draft is deleted, and begun once more.
		const isInside = [ADD, PARTICIPANTS, FIELDS].some((one) => one === route);
		expect(harness.sandbox.log.count(CREATE)).toBe(isInside ? 2 : 1);
		expect(harness.sandbox.log.count(DELETE)).toBe(isInside ? 1 : 0);
		expect(harness.sandbox.log.count(SEND)).toBe(1);
		expect(items[0]?.json.reconciled).toBe(isInside ? undefined : true);
		const made = harness.sandbox.control.get(String(items[0]?.json.ID));
		expect([made.documents.length, made.participants.length]).toEqual([2, 3]);
		expect(made.documents.map(({ fields }) => fields.length)).toEqual([2, 1]);
	},
);

it('starts over once, not forever, when answers stay away', async () => {
	harness.sandbox.faults.always(ADD, { kind: 'reset', applied: true });
	const { error } = await run();
	expect(error?.description).toContain(GONE);
	expect((error as unknown as { context: object }).context).toMatchObject({ outcome: 'notDone' });
	expect(left()).toEqual([]);
	expect(harness.sandbox.log.count(CREATE)).toBe(2);
	expect(harness.sandbox.log.count(SEND)).toBe(0);
});

it.each([ADD, PARTICIPANTS, FIELDS] as const)(
	'sends no envelope in which a request took effect twice on its way (%s)',
	async (route) => {
		harness.sandbox.faults.next(route, { kind: 'double' });
		const { error } = await run();
		expect(error?.message).toMatch(/has more in it than this step added/);
		expect(left()).toEqual([]);
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	},
);
