import { writeZip } from '../support/zipForms';
import { plainPdf } from '../../sandbox/files/plainPdf';
import { skipPauses } from '../faults/skipPauses';
import { prepareHarness } from '../support/harness';
import { processAtOnce } from './createAndSendJob';
import { ORIGINAL, templateJobs } from './templateJob';
import { shapeOf } from './templateShape';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
skipPauses();
beforeEach(() => processAtOnce(harness.sandbox));

const { template, made, refused } = templateJobs(harness);

const FROM_INPUT = "Choose 'From Input' in 'Documents', and provide the files as an input.";

const named = (...names: string[]) =>
	template({ documents: names.map((name) => ({ name, pages: 1 })) });

/** The originals under other names, in this order. */
const zipped = (files: Array<[name: string, content: Buffer]>) =>
	harness.sandbox.faults.always(ORIGINAL, {
		kind: 'body',
		contentType: 'application/zip',
		body: writeZip(
			files.map(([name, content]) => ({ name: Buffer.from(name), content })),
			{},
		),
	});

describe('the documents of an envelope keep their content and their fields', () => {
	it('where they stand in a folder of the ZIP', async () => {
		const of = named('lease.pdf', 'annex.pdf');
		zipped(
			of.documents
				.map(({ name, pdf }): [string, Buffer] => [`documents/${name}`, pdf as Buffer])
				.reverse(),
		);
		expect(shapeOf(await made(of))).toEqual(shapeOf(of));
	});

	it('or they are asked for, where two have the same name', async () => {
		const text = await refused(named('lease.pdf', 'lease.pdf'));
		expect(text).toContain(
			"The PDF of 'lease.pdf' could not be downloaded, because it is not clear which file in the ZIP it is",
		);
		expect(text).toContain(FROM_INPUT);
	});

	it('or they are asked for, where the ZIP has numbers in place of names', async () => {
		const of = named('lease.pdf', 'annex.pdf');
		zipped(
			of.documents.map(({ pdf }, at): [string, Buffer] => [`file ${1 + at}.pdf`, pdf as Buffer]),
		);
		expect(await refused(of)).toContain(FROM_INPUT);
	});
});

describe('files can be provided instead', () => {
	it.each([403, 501])('where the service refuses the originals with status %s', async (status) => {
		harness.sandbox.faults.always(ORIGINAL, { kind: 'status', status });
		const text = await refused(template());
		expect(text).toContain(
			`could not be downloaded, because the ZIP cannot be used: the service refused it with status ${status}`,
		);
		expect(text).toContain(FROM_INPUT);
	});

	it.each([
		['a PDF', 'application/pdf', plainPdf([['LEASE']])],
		['JSON', 'application/json', '{"url":"https://files.example.com"}'],
		['a page', 'text/html', '<html>Sign in</html>'],
	])('where %s comes in place of the ZIP', async (_, contentType, body) => {
		harness.sandbox.faults.always(ORIGINAL, { kind: 'body', contentType, body });
		const text = await refused(template());
		expect(text).toContain('the ZIP cannot be used: it is not a ZIP');
		expect(text).toContain(FROM_INPUT);
	});

	it.each([
		[401, 'Open the credential'],
		[503, 'Try again later'],
	])('but not where trouble with status %s is not about them', async (status, advice) => {
		harness.sandbox.faults.always(ORIGINAL, { kind: 'status', status });
		const text = await refused(template());
		expect(text).toContain(advice);
		expect(text).not.toContain(FROM_INPUT);
	});
});
