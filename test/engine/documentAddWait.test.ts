import { sleep } from 'n8n-workflow';

import { addition, prepareHarness } from '../support/harness';
import { pairs, pdf, withFile } from '../support/samples';

const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

const waiting = (envelope: string, options: object = {}) =>
	addition(envelope, { options: { waitUntilProcessed: true, ...options } });

describe('a service that processes a document soon', () => {
	const harness = prepareHarness({ sandbox: { processingMs: 1 } });
	const draft = () => harness.sandbox.control.envelope({ documents: 0 });

	it('is waited for: the answer has the number of pages', async () => {
		const { ID } = draft();
		const file = pdf(3);
		const { items } = await harness.engine.run(waiting(ID), { items: [withFile(file, 'a.pdf')] });
		expect(items).toMatchObject([
			{
				json: { name: 'a.pdf', status: 'uploaded', numPages: 3, sizeBytes: file.length },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('may fail at it: the document and the reason are named', async () => {
		const { ID } = draft();
		harness.sandbox.control.failNextDocument('PDFIsPasswordProtected');
		const { error } = await harness.engine.run(waiting(ID), { items: [withFile(pdf(), 'a.pdf')] });
		expect(error?.message).toBe('The service could not process a document');
		expect(error?.description).toContain("Document 'a.pdf', reason: PDFIsPasswordProtected.");
	});

	it('is not waited for without end when the document is gone', async () => {
		const { ID } = draft();
		harness.sandbox.faults.always(DOCUMENT, { kind: 'status', status: 404 });
		const { error } = await harness.engine.run(waiting(ID, { maxWait: 1 }), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(error).toMatchObject({
			description: expect.stringMatching(
				new RegExp(
					`The document was added: do not add it again\\. Its ID is \\S+, in the envelope ${ID}\\.`,
				),
			),
		});
		expect(harness.sandbox.log.count(DOCUMENT)).toBeGreaterThan(2);
		expect(harness.sandbox.control.get(ID).documents).toHaveLength(1);
	});

	it('may fail at one of several: the others are added', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(waiting(ID), {
			items: [pdf(1), pdf(251), pdf(2)].map((file, n) => withFile(file, `${n}.pdf`)),
			onError: 'continueRegularOutput',
		});
		expect(items).toMatchObject([
			{ json: { name: '0.pdf', numPages: 1 } },
			{
				json: {
					error: 'The service could not process a document',
					details: {
						description: expect.stringMatching(
							new RegExp(`'1.pdf', reason: PageLimitReached.* in the envelope ${ID}\\.`),
						),
						outcome: 'partlyDone',
						done: [{ ID: expect.any(String), name: '1.pdf' }],
					},
				},
			},
			{ json: { name: '2.pdf', numPages: 2 } },
		]);
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});
});

describe('a service that takes its time', () => {
	const harness = prepareHarness({ sandbox: { processingMs: 600_000 } });
	const draft = () => harness.sandbox.control.envelope({ documents: 0 });

	it('is not waited for unless that is wanted', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(waiting(ID, { waitUntilProcessed: false }), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(items[0]?.json).toMatchObject({ status: 'pending' });
		expect(harness.sandbox.log.count(DOCUMENT)).toBe(0);
	});

	it('is left alone when the execution is cancelled', async () => {
		const { ID } = draft();
		const { result, cancel } = harness.engine.start(waiting(ID), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		while (harness.sandbox.log.count(DOCUMENT) === 0) await sleep(1);
		cancel();
		const { status } = await result;
		expect(status).toBe('canceled');
	});
});
