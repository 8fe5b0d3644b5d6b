import { sleep } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { addition, prepareGround } from '../support/ground';
import { pairs, pdf, withFile } from '../support/samples';

const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

const waiting = (envelope: string, options: object = {}) =>
	addition(envelope, { options: { waitUntilProcessed: true, ...options } });

describe('a service that processes a document soon', () => {
	const ground = prepareGround({ sandbox: { processingMs: 1 } });
	const draft = () => ground.sandbox.control.envelope({ documents: 0 });

	it('is waited for: the answer has the number of pages', async () => {
		const { ID } = draft();
		const file = pdf(3);
		const { items } = await ground.engine.run(waiting(ID), { items: [withFile(file, 'a.pdf')] });
		expect(items).toMatchObject([
			{
				json: { name: 'a.pdf', status: 'uploaded', numPages: 3, sizeBytes: file.length },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('may fail at it: the document and the reason are named', async () => {
		const { ID } = draft();
		ground.sandbox.control.failNextDocument('PDFIsPasswordProtected');
		const { error } = await ground.engine.run(waiting(ID), { items: [withFile(pdf(), 'a.pdf')] });
		expect(error?.message).toBe('The service could not process a document');
		expect(error?.description).toContain("Document 'a.pdf', reason: PDFIsPasswordProtected.");
	});

	/** What the service says about the only document, whose ID is known when it is asked. */
	const saying = (envelope: string, what: (ID: string) => object): Fault => ({
		kind: 'body',
		get body() {
			const [document] = ground.sandbox.control.get(envelope).documents;
			return JSON.stringify(what(document?.ID ?? ''));
		},
	});

	it.each<[string, (envelope: string) => Fault]>([
		['a 404', () => ({ kind: 'status', status: 404 })],
		['a state that nobody knows', (ID) => saying(ID, (of) => ({ ID: of, status: 'scanning' }))],
		['no state', (ID) => saying(ID, (of) => ({ ID: of, status: null }))],
	])('is waited for when it answers with %s for a while', async (_, fault) => {
		const { ID } = draft();
		ground.sandbox.faults.next(DOCUMENT, fault(ID), 2);
		const { items, error } = await ground.engine.run(waiting(ID), {
			items: [withFile(pdf(2), 'a.pdf')],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'uploaded', numPages: 2 });
		expect(ground.sandbox.log.count(DOCUMENT)).toBeGreaterThanOrEqual(3);
	});

	it('is not waited for without end when the document is gone', async () => {
		const { ID } = draft();
		ground.sandbox.faults.always(DOCUMENT, { kind: 'status', status: 404 });
		const { error } = await ground.engine.run(waiting(ID, { maxWait: 1 }), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(error).toMatchObject({
			description: expect.stringMatching(
				new RegExp(
					`The document was added: do not add it again\\. Its ID is \\S+, in the envelope ${ID}\\.`,
				),
			),
		});
		expect(ground.sandbox.log.count(DOCUMENT)).toBeGreaterThan(2);
	});

	it('may fail at one of several: the others are added', async () => {
		const { ID } = draft();
		const { items } = await ground.engine.run(waiting(ID), {
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
	const ground = prepareGround({ sandbox: { processingMs: 600_000 } });
	const draft = () => ground.sandbox.control.envelope({ documents: 0 });

	it('is asked again until the time is up, and the document is not added twice', async () => {
		const { ID } = draft();
		const { error } = await ground.engine.run(waiting(ID, { maxWait: 3 }), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(error?.message).toMatch(/did not finish .+ within 3 seconds/);
		expect(error?.description).toContain("'Max Wait (Seconds)'");
		expect(ground.sandbox.log.count(DOCUMENT)).toBeGreaterThan(1);
		expect(ground.sandbox.control.get(ID).documents).toHaveLength(1);
	});

	it('is not waited for unless that is wanted', async () => {
		const { ID } = draft();
		const { items } = await ground.engine.run(waiting(ID, { waitUntilProcessed: false }), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		expect(items[0]?.json).toMatchObject({ status: 'pending' });
		expect(ground.sandbox.log.count(DOCUMENT)).toBe(0);
	});

	it('is left alone when the execution is cancelled', async () => {
		const { ID } = draft();
		const { result, cancel } = ground.engine.start(waiting(ID), {
			items: [withFile(pdf(), 'a.pdf')],
		});
		while (ground.sandbox.log.count(DOCUMENT) === 0) await sleep(1);
		cancel();
		const { status } = await result;
		expect(status).toBe('canceled');
		const asked = ground.sandbox.log.count(DOCUMENT);
		await sleep(800);
		expect(ground.sandbox.log.count(DOCUMENT)).toBe(asked);
	});
});
