import { addition, byId, prepareHarness } from '../support/harness';
import { pdf, sha256, withFile } from '../support/samples';

const harness = prepareHarness();
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';

const NAMES = [
	'"quoted".pdf',
	'half "quoted.pdf',
	'x"; name="metadata"; filename="y.pdf',
	'two\r\nContent-Type: text/html\r\n\r\nlines.pdf',
	'\r\n--boundary--\r\n.pdf',
	'line\nfeed and\rreturn.pdf',
	'tab\tbed.pdf',
	'../../etc/passwd.pdf',
	'C:\\temp\\contract.pdf',
	'%22 %0D%0A %2e%2e.pdf',
	'契約書 – Vertrag №7 – عقد.pdf',
	'emoji \u{1F58B} and half of one \uD83D.pdf',
	'cafe\u0301.pdf',
	'\u202Efdp.exe.pdf',
	'{"name":"other"}.pdf',
	'__proto__',
	'$(envelope_name) {{ $json }}.pdf',
	'x'.repeat(255),
	'nul\u0000l.pdf',
	'bell\u0007.pdf',
	'delete\u007f.pdf',
];

it.each(NAMES.map((name) => [JSON.stringify(name).slice(0, 60), name]))(
	'keeps the name %s as it is, and the file whole',
	async (_, name) => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const file = pdf();
		const { error, items } = await harness.engine.run(addition(ID), {
			items: [withFile(file, name)],
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.name).toBe(name);
		expect(harness.sandbox.control.get(ID).documents.map((kept) => kept.name)).toEqual([name]);
		expect(harness.sandbox.log.count(ADD)).toBe(1);
		expect(harness.sandbox.log.requests.at(-1)?.body).toMatchObject({
			metadata: { text: JSON.stringify({ name }), fileName: 'metadata.json' },
			payload: { size: file.length, sha256: sha256(file), contentType: 'application/pdf' },
		});
	},
);

it('keeps a file whole that looks like the end of the upload', async () => {
	const { ID } = harness.sandbox.control.envelope({ documents: 0 });
	const file = Buffer.concat([
		pdf(),
		Buffer.from(
			'\r\n--esignature-x--\r\n--\r\nContent-Disposition: form-data; name="payload"\r\n\r\n',
		),
		Buffer.from([0, 255, 13, 10, 45, 45]),
	]);
	await harness.engine.run(addition(ID), { items: [withFile(file, 'a.pdf')] });
	expect(harness.sandbox.log.requests.at(-1)?.body).toMatchObject({
		payload: { size: file.length, sha256: sha256(file) },
	});
});

it('renames to any of these names, too', async () => {
	const { ID, documents } = harness.sandbox.control.envelope();
	const names = NAMES.filter((name) => name === name.trim());
	const { items } = await harness.engine.run(
		{
			resource: 'document',
			operation: 'rename',
			envelopeId: byId(ID),
			documentId: byId(documents[0]?.ID),
			name: '={{ $json.name }}',
			options: { maxConcurrency: 1 },
		},
		{ items: names.map((name) => ({ json: { name } })) },
	);
	expect(items.map(({ json }) => json.name)).toEqual(names);
});
