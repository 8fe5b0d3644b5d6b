import type { INodeExecutionData } from 'n8n-workflow';

import { addition, prepareHarness } from '../support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../support/samples';

const harness = prepareHarness();
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';

describe('before anything is sent', () => {
	it.each<[string, INodeExecutionData, object, string | RegExp]>([
		['a file without content', withFile(Buffer.alloc(0), 'a.pdf'), {}, 'The file is empty'],
		[
			'a type that would begin another line',
			withFile(pdf(), 'a.pdf'),
			{ contentType: 'text/csv\r\nX-Other: 1' },
			"The 'Content Type' contains characters that are not allowed in a media type",
		],
		[
			'a file without a name',
			withFile(pdf(), undefined),
			{ name: ' ' },
			'The document has no name',
		],
		['an item without a file', { json: {} }, {}, 'This item has no file'],
		[
			'an item whose file has another name',
			withFile(pdf(), 'a.pdf'),
			{ binaryPropertyName: 'contract' },
			"There is no file 'contract'",
		],
	])('refuses %s', async (_, item, more, message) => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { error } = await harness.engine.run(addition(ID, more), { items: [item] });
		expect(error?.message).toMatch(message);
		expect(error?.context.itemIndex).toBe(0);
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('says which files there are, and where to enter the name', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { data } = withFile(pdf(), 'a.pdf').binary ?? {};
		const run = async (fields: string[], binaryPropertyName: string) => {
			const binary = Object.fromEntries(fields.map((name) => [name, data as never]));
			const parameters = addition(ID, { binaryPropertyName });
			return (await harness.engine.run(parameters, { items: [{ json: {}, binary }] })).error;
		};

		expect(await run(['Contract_PDF'], 'contract')).toMatchObject({
			message: "There is no file 'contract'",
			description: expect.stringContaining(
				"This item has: Contract_PDF. Enter that in 'Input Binary Field'.",
			),
		});
		expect((await run(['a', 'b'], 'data'))?.description).toContain(
			"This item has: a, b. Enter one of them in 'Input Binary Field'.",
		);
		const many = Array.from({ length: 11 }, (_, at) => `f${at}`);
		expect((await run(many, 'data'))?.description).toContain('f9, .... Enter one of them');
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('takes the only file where the name is the one that the form begins with', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { data } = withFile(pdf(), 'a.pdf').binary ?? {};
		const { error, items } = await harness.engine.run(addition(ID), {
			items: [{ json: {}, binary: { Contract_PDF: data as never } }],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'a.pdf' });
	});

	it('takes a file that has a name but no type, as a Code node may make it', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const data = { data: pdf().toString('base64'), fileName: 'a.pdf' } as never;
		const { error, items } = await harness.engine.run(addition(ID), {
			items: [{ json: {}, binary: { data } }],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'a.pdf' });
	});
});

describe('what the contract does not state is left to the service', () => {
	const nameless = { json: {}, binary: { data: { data: 'AAAA' } as never } };
	const TYPES = /The service accepts: pdf, docx, .*csv\.\nNothing was added\./;

	it.each<[string, INodeExecutionData, object, string, RegExp]>([
		[
			'a file of an unknown type',
			withFile(Buffer.from('x'), 'tool.exe', 'application/x-msdownload'),
			{},
			'415',
			TYPES,
		],
		[
			'a file that nothing tells about',
			withFile(Buffer.from('x'), 'notes', 'application/octet-stream'),
			{},
			'415',
			TYPES,
		],
		['a file with neither name nor type', nameless, { name: 'notes' }, '415', TYPES],
		['an unknown type', withFile(pdf(), 'a.pdf'), { contentType: 'x/y; z=1' }, '415', TYPES],
		[
			'a name of 256 characters',
			withFile(pdf(), 'a.pdf'),
			{ name: 'x'.repeat(256) },
			'400',
			/255 characters/,
		],
		[
			'a file of more than 20 MB',
			withFile(Buffer.alloc(20_000_001), 'a.pdf'),
			{},
			'413',
			/20 MB and 250 pages per document, and 300 MB/,
		],
	])('%s', async (_, item, more, httpCode, description) => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { error } = await harness.engine.run(addition(ID, more), { items: [item] });
		expect(error).toMatchObject({ httpCode, description: expect.stringMatching(description) });
		expect(harness.sandbox.log.count(ADD)).toBe(1);
	});
});

describe('what the service refuses is explained', () => {
	const upload = async (ID: string, bytes = pdf()) =>
		await harness.engine.run(addition(ID), { items: [withFile(bytes, 'a.pdf')] });

	it('413: more than the envelope may hold', async () => {
		const { ID, documents } = harness.sandbox.control.envelope();
		if (documents[0]) documents[0].sizeBytes = 299_999_999;
		const { error } = await upload(ID);
		expect(error).toMatchObject({
			httpCode: '413',
			message: 'The document is too large for the service',
			description: expect.stringMatching(/300000000 bytes[^]*Nothing was added/),
		});
	});

	it('415: not what its label says', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { error } = await upload(ID, Buffer.from('no PDF'));
		expect(error).toMatchObject({
			httpCode: '415',
			message: 'The service does not accept this type of file',
			description: expect.stringMatching(/only PDF is accepted[^]*'Content Type'/),
		});
	});

	it('422: one document too many', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 15 });
		const { error } = await upload(ID);
		expect(error).toMatchObject({
			httpCode: '422',
			message: 'The service could not add the document',
			description: expect.stringMatching(/Too many documents[^]*fewer than 15 documents/),
		});
		expect(harness.sandbox.control.get(ID).documents).toHaveLength(15);
	});

	it('409: no longer a draft, with the state that it is in', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		const { error } = await upload(ID);
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'The service could not add the document',
			description: expect.stringMatching(/has the status 'sent'[^]*Use a draft/),
		});
		expect(harness.sandbox.log.count(ADD)).toBe(1);
	});

	it('404: no such envelope', async () => {
		const { error } = await upload(UNKNOWN_ID);
		expect(error).toMatchObject({ httpCode: '404', message: 'The envelope was not found' });
	});

	it('400: with what is wrong', async () => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.next(ADD, {
			kind: 'status',
			status: 400,
			body: { detail: 'No.', validation_errors: { 'metadata.name': 'is taken' } },
		});
		const { error } = await upload(ID);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The service did not accept the document',
			description: expect.stringContaining('metadata.name: is taken'),
		});
	});
});
