import type { INodeExecutionData } from 'n8n-workflow';

import { plainPdf } from '../../sandbox/files/plainPdf';
import { corpusFiles } from '../nodes/ESignature/lib/corpus/files';
import { boxesOf, shown, textOf } from '../nodes/ESignature/lib/pdf-preview/shown';
import { binaryOf, DOCX, sampleDocx } from '../support/files';
import { prepareHarness } from '../support/harness';
import { jsonJob } from './createAndSendJob';
import { ADA, BOB, CC, ORIGINAL, templateJobs } from './templateJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });

/** A preview of a file that n8n has stored, as pdf.js shows it. */
async function pagesOf(item: INodeExecutionData | undefined, field: string) {
	const { [field]: stored } = item?.binary ?? {};
	if (!stored) throw new Error(`There is no ${field}`);
	return shown([await harness.engine.readBinary(stored)])[0] ?? [];
}

const rounded = (boxes: number[][]) => boxes.map((box) => box.map(Math.round));

describe('a preview of Create and Send', () => {
	const CONTRACT = [
		['Lease', 'Initials: ____'],
		['Signature of the tenant:', '[[date:2]]'],
	];
	const FIELDS = [
		{ type: 'signature', participantEmail: ADA.email, text: 'Signature of the tenant:' },
		{
			type: 'initials',
			participantEmail: BOB.email,
			page: 1,
			x: 300,
			y: 400,
			width: 60,
			height: 20,
		},
		{ type: 'name', participantEmail: ADA.email, document: 3, page: -1, x: 50, y: 60 },
		{ type: 'signature', participantEmail: BOB.email, document: 2, text: 'Annex' },
	];
	const job = (more: object = {}, fields: object[] = FIELDS) =>
		jsonJob(
			{ people: [ADA, BOB, CC], fields },
			{ previewOnly: true, binaryPropertyNames: 'contract, annex, terms', ...more },
		);
	const item = async (): Promise<INodeExecutionData> => ({
		json: {},
		binary: {
			contract: binaryOf(plainPdf(CONTRACT), 'lease.pdf'),
			annex: binaryOf(await sampleDocx('Annex'), 'annex.docx', DOCX),
			terms: binaryOf(plainPdf([['Terms'], ['Last page']]), 'terms & more.pdf'),
		},
	});
	const run = async (parameters = job()) =>
		await harness.engine.run(parameters, { items: [await item()] });

	it('asks nothing of the service, and says of each field where it is, whose it is, and what it was placed at', async () => {
		const outcome = await run(job({ options: { fieldsFromTags: true } }));
		const { items, error } = outcome;
		const [preview] = items;
		const [task] = outcome.run.data.resultData.runData['E-Signature'] ?? [];

		expect(error).toBeUndefined();
		expect(harness.sandbox.log.count()).toBe(0);
		expect(preview?.json).toEqual({
			previewOnly: true,
			name: 'Lease',
			documents: [
				{ document: 1, name: 'lease.pdf', binaryField: 'preview' },
				{ document: 2, name: 'annex.docx', noPreview: expect.stringContaining('not a PDF') },
				{ document: 3, name: 'terms & more.pdf', binaryField: 'preview_3' },
			],
			fields: [
				{
					document: 1,
					documentName: 'lease.pdf',
					type: 'signature',
					participantEmail: ADA.email,
					page: 2,
					boundingBox: expect.any(Array),
					foundAt: 'Signature of the tenant:',
				},
				{
					document: 1,
					documentName: 'lease.pdf',
					type: 'initials',
					participantEmail: BOB.email,
					page: 1,
					boundingBox: [300, 400, 60, 20],
				},
				{
					document: 1,
					documentName: 'lease.pdf',
					type: 'date',
					participantEmail: BOB.email,
					page: 2,
					boundingBox: expect.any(Array),
					foundAt: '[[date:2]]',
				},
				{
					document: 2,
					documentName: 'annex.docx',
					type: 'signature',
					participantEmail: BOB.email,
					text: 'Annex',
				},
				{
					document: 3,
					documentName: 'terms & more.pdf',
					type: 'name',
					participantEmail: ADA.email,
					page: 2,
					boundingBox: [50, 60, 150, 40],
				},
			],
		});
		expect(task?.hints?.map(({ message }) => message)).toEqual([
			"This is a preview: nothing was created or sent. To send the envelope, turn off 'Preview Only'.",
		]);
	});

	it('draws them on the pages, in the color of their signer', async () => {
		const { items } = await run();
		const [preview] = items;
		const [first, second] = await pagesOf(preview, 'preview');
		const [, last] = await pagesOf(preview, 'preview_3');

		expect(Object.keys(preview?.binary ?? {})).toEqual(['preview', 'preview_3']);
		expect(preview?.binary?.preview).toMatchObject({
			fileName: 'lease-preview.pdf',
			mimeType: 'application/pdf',
		});
		expect(preview?.binary?.preview_3?.fileName).toBe('terms-more-preview.pdf');
		expect(first && rounded(boxesOf(first))).toEqual([[300, 400, 60, 20]]);
		expect(textOf(first?.glyphs ?? [])).toContain(`${ADA.email}${BOB.email}`);
		expect(second?.annotations.map(({ text }) => text)).toEqual([`signature\n${ADA.email}`]);
		expect(last && rounded(boxesOf(last))).toEqual([[50, 60, 150, 40]]);
	});

	it('has no legend if there is only one signer', async () => {
		const parameters = jsonJob(
			{ people: [ADA, CC], fields: FIELDS.slice(0, 1) },
			{ previewOnly: true, binaryPropertyNames: 'contract' },
		);
		const { items } = await run(parameters);
		const pages = await pagesOf(items[0], 'preview');

		expect(pages.map(({ annotations }) => annotations.length)).toEqual([0, 1]);
	});

	it('does not wait for signatures', async () => {
		const { items, error } = await run(job({ options: { waitUntilSigned: true } }));

		expect(error).toBeUndefined();
		expect(items[0]?.json.previewOnly).toBe(true);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it.each([
		['encrypted', corpusFiles().get('qpdf-encrypted.pdf'), 'the PDF is encrypted'],
		['none', Buffer.from('Dear Sir or Madam'), 'it is not a PDF'],
	])('is refused for a PDF that is %s', async (_, content, reason) => {
		const binary = { contract: binaryOf(content as Buffer, 'secret.pdf') };
		const parameters = job({ binaryPropertyNames: 'contract' }, [FIELDS[1] as object]);
		const { items, error } = await harness.engine.run(parameters, {
			items: [{ json: {}, binary }],
		});

		expect(items).toEqual([]);
		expect(error?.message).toBe(`A preview of 'secret.pdf' is not possible, because ${reason}`);
		expect(error?.description).toContain("or turn off 'Preview Only'.");
	});
});

describe('a preview of Create From Template', () => {
	const { template, run } = templateJobs(harness);
	const SIGN_IN = 'POST /oauth/token';
	const READS = ['', '/documents', '/participants', '/documents/{documentID}/fields'].map(
		(path) => `GET /sign/envelopes/{envelopeID}${path}`,
	);

	it('only reads, and draws the fields of the template for the new signers', async () => {
		const original = template();
		const before = harness.sandbox.control.envelopes().length;
		const { items, error } = await run(original, [ADA, BOB], { previewOnly: true });
		const [preview] = items;
		const [page] = await pagesOf(preview, 'preview');
		const { boundingBox } = original.documents[0]?.fields[0] ?? {};

		expect(error).toBeUndefined();
		expect(new Set(harness.sandbox.log.requests.map(({ route }) => String(route)))).toEqual(
			new Set([SIGN_IN, ...READS, ORIGINAL]),
		);
		expect(harness.sandbox.log.count(ORIGINAL)).toBe(1);
		expect(harness.sandbox.control.envelopes()).toHaveLength(before);
		expect(Object.keys(preview?.binary ?? {})).toEqual(['preview', 'preview_2']);
		expect(page && boxesOf(page)[0]).toEqual(boundingBox);
		expect(page?.annotations.map(({ text }) => text)).toContain(`signature\n${ADA.email}`);
	});

	it('is refused if a field is on a page that the document does not have', async () => {
		const original = template();
		Object.assign(original.documents[0]?.fields[0] as object, { page: 7 });
		const { error } = await run(original, [ADA, BOB], { previewOnly: true });

		expect(error?.message).toContain("There is no page 7: 'lease.pdf' has 2 pages");
	});
});
