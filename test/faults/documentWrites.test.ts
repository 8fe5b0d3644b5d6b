import { byId, prepareHarness } from '../support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../support/samples';
import { skipPauses } from './skipPauses';
import { IN_VAIN, LOST, UNCERTAIN } from './lostAnswers';

const harness = prepareHarness();
skipPauses();

const LIST = 'GET /sign/envelopes/{envelopeID}/documents';
const DOCUMENT = '/sign/envelopes/{envelopeID}/documents/{documentID}';
const PATCH = `PATCH ${DOCUMENT}` as const;
const REORDER = 'PUT /sign/envelopes/{envelopeID}/documents:reorder';
const DELETE = `DELETE ${DOCUMENT}` as const;
/** What answers nothing cannot have half an answer. */
const LOST_WITHOUT_BODY = LOST.filter(([, { kind }]) => kind !== 'body');

const parameters = (operation: string, envelope: string, more: object) => ({
	resource: 'document',
	operation,
	envelopeId: byId(envelope),
	...more,
});

/** How often the service did something. */
const done = (ID: string, what: RegExp) =>
	harness.sandbox.control.auditTrail(ID).filter((event) => what.test(event.what)).length;

describe('renaming a document', () => {
	const renamed = (ID: string) => done(ID, /renamed/);
	const renaming = (ID: string, document: unknown) =>
		parameters('rename', ID, { documentId: byId(document), name: 'new.pdf' });

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, documents } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(PATCH, fault);
		const { items } = await harness.engine.run(renaming(ID, documents[0]?.ID));
		expect(items[0]?.json).toMatchObject({
			ID: documents[0]?.ID,
			name: 'new.pdf',
			reconciled: true,
		});
		expect(harness.sandbox.log.count(PATCH)).toBe(1);
		expect(renamed(ID)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { ID, documents } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(PATCH, fault);
		const { items } = await harness.engine.run(renaming(ID, documents[0]?.ID));
		expect(items[0]?.json).toMatchObject({ name: 'new.pdf' });
		expect(harness.sandbox.log.count(PATCH)).toBe(2);
		expect(renamed(ID)).toBe(1);
	});

	it('says that its outcome is unknown when nothing can be read either', async () => {
		const { ID, documents } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(PATCH, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(`GET ${DOCUMENT}`, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(renaming(ID, documents[0]?.ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(PATCH)).toBe(1);
	});
});

describe('reordering documents', () => {
	const reordered = (ID: string) => done(ID, /reordered/);
	function draft() {
		const { ID, documents } = harness.sandbox.control.envelope({ documents: 3 });
		const wanted = documents.map((document) => document.ID).reverse();
		return { ID, wanted, run: parameters('reorder', ID, { documentIds: wanted.join() }) };
	}
	const orderOf = (ID: string) => harness.sandbox.control.get(ID).documents.map((one) => one.ID);

	it.each(LOST)('is found done when its answer was lost in %s', async (_, fault) => {
		const { ID, wanted, run } = draft();
		harness.sandbox.faults.next(REORDER, fault);
		const { items } = await harness.engine.run(run);
		expect(items.map(({ json }) => [json.ID, json.reconciled])).toEqual(
			wanted.map((one) => [one, true]),
		);
		expect(harness.sandbox.log.count(REORDER)).toBe(1);
		expect(reordered(ID)).toBe(1);
	});

	it.each(IN_VAIN)('is made again once after %s', async (_, fault) => {
		const { ID, wanted, run } = draft();
		harness.sandbox.faults.next(REORDER, fault);
		const { items } = await harness.engine.run(run);
		expect(items.map(({ json }) => json.ID)).toEqual(wanted);
		expect(orderOf(ID)).toEqual(wanted);
		expect(harness.sandbox.log.count(REORDER)).toBe(2);
		expect(reordered(ID)).toBe(1);
	});

	it('is not taken for done when it names a document that is not there', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ documents: 2 });
		harness.sandbox.faults.next(REORDER, { kind: 'status', status: 502 });
		const documentIds = [...documents.map((document) => document.ID), UNKNOWN_ID].join();
		const { error } = await harness.engine.run(parameters('reorder', ID, { documentIds }));
		expect(error?.description).toContain(UNCERTAIN);
		expect(reordered(ID)).toBe(0);
	});

	it('says that its outcome is unknown when nothing can be read either', async () => {
		const { run } = draft();
		harness.sandbox.faults.next(REORDER, { kind: 'status', status: 502, applied: true });
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await harness.engine.run(run);
		expect(error?.description).toContain(UNCERTAIN);
		expect(harness.sandbox.log.count(REORDER)).toBe(1);
	});
});

describe('deleting a document', () => {
	const deleting = (ID: string, document: unknown) =>
		parameters('delete', ID, { documentId: byId(document) });

	it.each([
		...LOST_WITHOUT_BODY.map((each) => [...each, 1] as const),
		...IN_VAIN.map((each) => [...each, 2] as const),
	])('is done once after %s', async (_, fault, requests) => {
		const { ID, documents } = harness.sandbox.control.envelope({ documents: 2 });
		const [gone, left] = documents;
		harness.sandbox.faults.next(DELETE, fault);
		const { items } = await harness.engine.run(deleting(ID, gone?.ID));
		expect(items[0]?.json).toEqual({
			deleted: true,
			envelopeID: ID,
			documentID: gone?.ID,
			// Found to be gone, or told by the second answer.
			...(requests === 1 && { reconciled: true }),
		});
		expect(harness.sandbox.control.get(ID).documents).toEqual([left]);
		expect(harness.sandbox.log.count(DELETE)).toBe(requests);
		expect(done(ID, /deleted/)).toBe(1);
	});

	it('says that its outcome is unknown when it stays there and no answer ever comes', async () => {
		const { ID, documents } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(DELETE, { kind: 'reset' });
		const { error } = await harness.engine.run(deleting(ID, documents[0]?.ID));
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(ID);
		expect(harness.sandbox.log.count(DELETE)).toBe(2);
		expect(done(ID, /deleted/)).toBe(0);
	});
});

describe('deleting or renaming a document under a limit of requests', () => {
	it.each([
		['delete', DELETE],
		['rename', PATCH],
	] as const)('waits and repeats: %s', async (operation, route) => {
		const { ID, documents } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(route, { kind: 'rateLimit' }, 2);
		const more = { documentId: byId(documents[0]?.ID), name: 'new.pdf' };
		const { error } = await harness.engine.run(parameters(operation, ID, more), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(error).toBeUndefined();
		expect(harness.sandbox.log.count(route)).toBe(3);
	});
});
