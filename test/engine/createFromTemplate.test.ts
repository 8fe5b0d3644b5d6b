import type { StoredEnvelope } from '../../sandbox';
import { binaryOf, DOCX, sampleDocx, samplePdf } from '../support/files';
import { prepareHarness } from '../support/harness';
import { processAtOnce } from './createAndSendJob';
import { ADA, BOB, CC, ORIGINAL, templateJobs } from './templateJob';
import { shapeOf } from './templateShape';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

const { template, run, made, refused } = templateJobs(harness);

const FIELDS = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

describe('an envelope from a template', () => {
	it('has its documents, fields, mode and texts, for other people, and is sent', async () => {
		const of = template();
		const copy = await made(of, [ADA, BOB, CC]);
		expect(copy).toMatchObject({ name: 'Lease of Ada', status: 'sent' });
		expect(copy.notification).toEqual(of.notification);
		expect(copy.participants).toMatchObject([ADA, BOB, CC]);
		expect(shapeOf(copy)).toEqual(shapeOf(of));
		expect(of.status).toBe('drafted');
	});

	it('is made of a sealed envelope as of a draft', async () => {
		const of = template({ status: 'sealed' });
		expect(shapeOf(await made(of, [ADA, BOB]))).toEqual(shapeOf(of));
	});

	it('gives people the places of those with their address, and the others the rest in order', async () => {
		const of = template();
		const tenant = { email: 'TENANT@example.com', role: 'signer' };
		const copy = await made(of, [tenant, ADA]);
		expect(copy.participants).toMatchObject([ADA, tenant, { role: 'cc' }]);
		expect(shapeOf(copy)).toEqual(shapeOf(of));
	});

	it('keeps the copy recipients, unless others are given', async () => {
		const of = template();
		expect((await made(of, [ADA, BOB])).participants.slice(2)).toMatchObject([
			{ email: 'copy@example.com', role: 'cc' },
		]);
		expect((await made(of, [ADA, BOB, CC])).participants.slice(2)).toMatchObject([CC]);
	});

	const CODE = { type: 'AccessCode' as const, accessCode: '4711' };
	const SMS = { type: 'SMS' as const, countryCode: '+49', phoneNumber: '1701234567' };
	const asking = (authentication: object) => {
		const of = template();
		of.participants[0]!.authentication = authentication as never;
		return of;
	};

	it('asks for the access code of the one whose place it is', async () => {
		const copy = await made(asking(CODE));
		expect(copy.participants.map(({ authentication }) => authentication)).toEqual([
			CODE,
			undefined,
			undefined,
		]);
	});

	it('takes authentication as it is given', async () => {
		const own = { ...ADA, authentication: 'accessCode', accessCode: '0815' };
		for (const of of [asking(CODE), asking(SMS)]) {
			const copy = await made(of, [own, BOB]);
			expect(copy.participants[0]?.authentication).toEqual({ ...CODE, accessCode: '0815' });
		}
	});

	it('sends the code of an SMS to the same person only', async () => {
		const of = asking(SMS);
		const same = { email: 'landlord@example.com', role: 'signer' };
		expect((await made(of, [same, BOB])).participants[0]?.authentication).toEqual(SMS);
	});

	it('stays a draft unless it is to be sent', async () => {
		expect(await made(template(), [ADA, BOB], { send: undefined })).toMatchObject({
			name: 'Lease of Ada',
			status: 'drafted',
		});
	});

	it('has another mode and other texts where these are given, and keeps the rest', async () => {
		const additionalFields = { mode: 'parallel', subject: 'Sign here' };
		const copy = await made(template(), [ADA, BOB], { additionalFields });
		expect(copy).toMatchObject({
			mode: 'parallel',
			notification: { subject: 'Sign here', body: 'Please sign it.' },
		});
	});

	it('is left to its sender to announce, as the template is', async () => {
		const copy = await made(template({ notificationsManagedBy: 'sender' }), [ADA, BOB]);
		expect(copy.notificationsManagedBy).toBe('sender');
	});

	it('has documents of the input in the places of the template', async () => {
		const of = template();
		const item = {
			json: {},
			binary: {
				one: binaryOf(await samplePdf('Another lease', 3), 'another.pdf'),
				two: binaryOf(await samplePdf('Another annex', 1), 'other-annex.pdf'),
			},
		};
		const files = { documents: 'input', binaryPropertyNames: 'one, two' };
		const copy = await made(of, [ADA, BOB], files, item);
		expect(copy.documents.map(({ name }) => name)).toEqual(['another.pdf', 'other-annex.pdf']);
		const fields = (one: StoredEnvelope) =>
			shapeOf(one).documents.map((document) => document.fields);
		expect(fields(copy)).toEqual(fields(of));
		expect(harness.sandbox.log.count(ORIGINAL)).toBe(0);
	});
});

describe('nothing is created', () => {
	it("if a signer has to enter a code, which goes to another person's phone", async () => {
		const of = template();
		of.participants[0]!.authentication = { type: 'SMS', countryCode: '+49', phoneNumber: '1' };
		const text = await refused(of);
		expect(text).toContain('The envelope to copy asks landlord@example.com for a code');
		expect(text).toContain("Add an 'Authentication' to the participant ada@example.com.");
	});

	it('if no one replaces a signer who has fields', async () => {
		const text = await refused(template(), [ADA, CC]);
		expect(text).toContain('No signer replaces tenant@example.com');
		expect(text).toContain('It has 2 signers');
	});

	it('and no secret is shown with the address of a signer without a successor', async () => {
		const secret = harness.sandbox.clientSecret;
		const of = template({ participants: [{}, { email: `tenant-${secret}@example.com` }] });
		const text = await refused(of, [ADA]);
		expect(text).toContain('No signer replaces tenant-');
		expect(text).not.toContain(secret);
	});

	it('if a signer beyond those of the template would have no field, unless that is allowed', async () => {
		const eve = { email: 'eve@example.com', role: 'signer' };
		const text = await refused(template(), [ADA, BOB, eve]);
		expect(text).toContain('The signer eve@example.com has no field to fill in');
		expect(text).toContain('Add a signature field for this signer in the envelope to copy');
		const options = { allowSignersWithoutFields: true };
		expect((await made(template(), [ADA, BOB, eve], { options })).participants).toHaveLength(4);
	});

	it('if the service does not give out the documents of a draft: files can be provided instead', async () => {
		harness.sandbox.faults.next(ORIGINAL, { kind: 'status', status: 409 });
		const text = await refused(template(), [ADA, BOB]);
		expect(text).toContain('could not be downloaded');
		expect(text).toContain("Choose 'From Input' in 'Documents'");
	});

	it('if there are not as many files as documents', async () => {
		const item = { json: {}, binary: { data: binaryOf(await samplePdf('One', 2), 'one.pdf') } };
		const text = await refused(template(), [ADA, BOB], { documents: 'input' }, item);
		expect(text).toContain('The envelope to copy has 2 documents, but the input has 1 file');
	});

	it('if there are more files than documents: one is counted as one', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 1 }] });
		const binary = {
			one: binaryOf(await samplePdf('One', 1), 'one.pdf'),
			two: binaryOf(await samplePdf('Two', 1), 'two.pdf'),
		};
		const files = { documents: 'input', binaryPropertyNames: 'one, two' };
		const text = await refused(of, [ADA, BOB], files, { json: {}, binary });
		expect(text).toContain('The envelope to copy has 1 document, but the input has 2 files');
		expect(text).toContain('Enter the binary fields of 1 file in');
	});

	it('if a file lacks the page of a field', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 2 }] });
		const [field] = of.documents[0]?.fields ?? [];
		if (field) field.page = 2;
		const item = { json: {}, binary: { data: binaryOf(await samplePdf('One', 1), 'one.pdf') } };
		const text = await refused(of, [ADA, BOB], { documents: 'input' }, item);
		expect(text).toContain("Field 1 of document 1: There is no page 2: 'one.pdf' has 1 page");
		expect(text).toContain('Provide a file that has this page, or move the field');
	});

	it('if the pages of a file are too small for a field, with advice for somebody who cannot move it here', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 1 }] });
		const [field] = of.documents[0]?.fields ?? [];
		if (field) field.boundingBox = [10, 1000, 100, 40];
		const item = { json: {}, binary: { data: binaryOf(await samplePdf('One', 1), 'one.pdf') } };
		const text = await refused(of, [ADA, BOB], { documents: 'input' }, item);
		expect(text).toContain("Field 1 of document 1 lies outside page 1 of 'one.pdf'");
		expect(text).toContain(
			'Provide a file whose pages are as large as those of the envelope to copy, or move the field there so that the whole field lies on the page.',
		);
		expect(text).not.toContain("'X'");
	});

	it('or it is deleted again, if a file turns out to lack the page of a field once it is converted', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 3 }] });
		for (const field of of.documents[0]?.fields ?? []) field.page = 3;
		const item = {
			json: {},
			binary: { data: binaryOf(await sampleDocx('One'), 'one.docx', DOCX) },
		};
		const { error } = await run(of, [ADA, BOB], { documents: 'input' }, item);
		expect(error?.message).toContain(
			"Field 1 of document 1: There is no page 3: 'one.docx' has 1 page",
		);
		expect(error?.description).toContain('Provide a file that has this page, or move the field');
		expect(error?.description).toContain('The draft was deleted.');
		expect(harness.sandbox.log.count(FIELDS)).toBe(0);
		expect(harness.sandbox.control.envelopes()).toEqual([of]);
	});

	it.each([['documents', { documents: 0 }, 'The envelope to copy has no documents']])(
		'if the template has no %s',
		async (_, wanted, message) => {
			expect(await refused(template(wanted), [ADA, BOB])).toContain(message);
		},
	);

	it('if the template is not there', async () => {
		const of = { ...template(), ID: '123e4567-e89b-42d3-a456-426614174000' };
		expect(await refused(of, [ADA, BOB])).toContain('The envelope was not found');
	});
});
