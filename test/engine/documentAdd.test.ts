import type { INodeExecutionData } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import { addition, envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';
import { pairs, pdf, sha256, withFile } from '../support/samples';

const harness = prepareHarness();
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';

const draft = () => harness.sandbox.control.envelope({ documents: 0 });
const uploads = () => harness.sandbox.log.requests.filter(({ route }) => route === ADD);

/** The two parts, as the service received them. */
function received({ body }: LoggedRequest) {
	const { metadata, payload } = body as {
		metadata: { text: string; contentType: string };
		payload: { contentType: string; size: number; sha256: string };
	};
	return { metadata: JSON.parse(metadata.text) as object, type: metadata.contentType, payload };
}

it('takes name, binary field and content type from expressions, per item', async () => {
	const { ID } = draft();
	const [first, second] = [pdf(1, 'first'), pdf(1, 'second')];
	const inField = (field: string, file: Buffer, name: string) => {
		const { binary } = withFile(file, 'file.pdf');
		const type = field === 'annex' ? 'text/csv' : '';
		return { json: { field, name, type }, binary: { [field]: binary?.data as never } };
	};
	await harness.engine.run(
		addition(ID, {
			binaryPropertyName: '={{ $json.field }}',
			name: '={{ $json.name }}',
			contentType: '={{ $json.type }}',
		}),
		{ items: [inField('offer', first, 'Offer'), inField('annex', second, '')] },
	);
	expect(uploads().map(received)).toMatchObject([
		{ metadata: { name: 'Offer' }, payload: { sha256: sha256(first) } },
		{
			metadata: { name: 'file.pdf', contentType: 'text/csv' },
			payload: { sha256: sha256(second) },
		},
	]);
});

it('adds the documents of many items one by one, in the order of the items', async () => {
	const { ID } = draft();
	// The first ones are slow: sent at the same time, the others would overtake them.
	harness.sandbox.faults.next(ADD, { kind: 'delay', ms: 60 }, 3);
	const names = Array.from({ length: 12 }, (_, n) => `document ${n}.pdf`);
	const { items } = await harness.engine.run(addition(ID, { options: { maxConcurrency: 20 } }), {
		items: names.map((name) => withFile(pdf(), name)),
	});
	expect(harness.sandbox.control.get(ID).documents.map(({ name }) => name)).toEqual(names);
	expect(items.map(({ json }) => json.name)).toEqual(names);
	expect(pairs(items)).toEqual(names.map((_, item) => ({ item })));
	expect(harness.sandbox.log.maxInFlight).toBe(1);
});

it('sends the whole file again when the token was revoked in the meantime', async () => {
	const { ID } = draft();
	await harness.engine.run(envelopeParameters('get', ID));
	harness.sandbox.control.revokeTokens();
	const file = pdf(3);
	const { items } = await harness.engine.run(addition(ID), { items: [withFile(file, 'a.pdf')] });
	expect(items[0]?.json).toMatchObject({ name: 'a.pdf', status: 'pending' });
	expect(uploads().map(({ status }) => status)).toEqual([401, 201]);
	expect(uploads().map((upload) => received(upload).payload.sha256)).toEqual([
		sha256(file),
		sha256(file),
	]);
	expect(harness.sandbox.control.get(ID).documents).toHaveLength(1);
});

it('says before anything is sent which files there are, and where to enter the name', async () => {
	const { ID } = draft();
	const { data } = withFile(pdf(), 'a.pdf').binary ?? {};
	const run = async (fields: string[], binaryPropertyName: string) => {
		const binary = Object.fromEntries(fields.map((name) => [name, data as never]));
		const parameters = addition(ID, { binaryPropertyName });
		return (await harness.engine.run(parameters, { items: [{ json: {}, binary }] })).error;
	};

	expect(await run(['Contract_PDF'], 'contract')).toMatchObject({
		message: "There is no file 'contract'",
		description: expect.stringContaining(
			"This item has: 'Contract_PDF'. Enter that in 'Input Binary Field'.",
		),
	});
	expect((await run(['a', 'b'], 'data'))?.description).toContain(
		"This item has: 'a', 'b'. Enter one of them in 'Input Binary Field'.",
	);
	const many = Array.from({ length: 11 }, (_, at) => `f${at}`);
	expect((await run(many, 'data'))?.description).toContain("'f9', .... Enter one of them");
	expect(harness.sandbox.log.count()).toBe(0);
});

it('uses the only file if the field name is the default', async () => {
	const { ID } = draft();
	const { data } = withFile(pdf(), 'a.pdf').binary ?? {};
	const { error, items } = await harness.engine.run(addition(ID), {
		items: [{ json: {}, binary: { Contract_PDF: data as never } }],
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ name: 'a.pdf' });
});

describe("with 'Wait Until Processed'", () => {
	const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

	const waiting = (envelope: string, options: object = {}) =>
		addition(envelope, { options: { waitUntilProcessed: true, ...options } });

	const harness = prepareHarness({ sandbox: { processingMs: 1 } });
	skipPauses();
	const draft = () => harness.sandbox.control.envelope({ documents: 0 });

	it('a document that is gone is not waited for without end', async () => {
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

	it('processing may fail for one of several: the others are added', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(waiting(ID), {
			items: [pdf(1), pdf(251), pdf(2)].map((file, n) => withFile(file, `${n}.pdf`)),
			onError: 'continueRegularOutput',
		});
		expect(items).toMatchObject([
			{ json: { name: '0.pdf', numPages: 1 } },
			{
				json: {
					error: "The service could not process the document '1.pdf'",
					details: {
						description: expect.stringMatching(
							new RegExp(`^Reason: PageLimitReached.* in the envelope ${ID}\\.`),
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

describe.each(['default', 'filesystem'] as const)(
	'where n8n keeps files in the mode %s',
	(binaryMode) => {
		const harness = prepareHarness({ engine: { binaryMode } });

		/** A file as an earlier step leaves it: here a download of the size asked for. */
		async function stored(bytes?: number): Promise<INodeExecutionData> {
			const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
			if (bytes) harness.sandbox.control.fileSize(ID, bytes, 'auditTrail');
			const { items } = await harness.engine.run(
				envelopeParameters('downloadAuditTrail', ID, { binaryPropertyName: 'data' }),
			);
			return items[0] as INodeExecutionData;
		}

		it('uploads a file that an earlier step has stored', async () => {
			const { ID } = harness.sandbox.control.envelope({ documents: 0 });
			const file = await stored();
			expect(file.binary?.data?.id === undefined).toBe(binaryMode === 'default');
			const { items } = await harness.engine.run(addition(ID), { items: [file] });
			expect(items[0]?.json).toMatchObject({ name: file.json.name, status: 'pending' });
			const content = await harness.engine.readBinary(file.binary?.data as never);
			expect(harness.sandbox.log.requests.at(-1)?.body).toMatchObject({
				payload: { sha256: sha256(content), size: file.json.bytes },
			});
		});
	},
);
