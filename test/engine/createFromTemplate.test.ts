import type { StoredEnvelope } from '../../sandbox';
import { binaryOf, DOCX, sampleDocx } from '../support/files';
import { prepareHarness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { processAtOnce } from './createAndSendJob';
import { ADA, BOB, CC, ORIGINAL, shapeOf, templateJobs } from './templateJob';
import type { Field } from '../../nodes/ESignature/api';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

const { template, run, made, refused } = templateJobs(harness);

const CODE = { type: 'AccessCode' as const, accessCode: '4711' };
const SMS = { type: 'SMS' as const, countryCode: '+49', phoneNumber: '1701234567' };
const asking = (authentication: object) => {
	const of = template();
	of.participants[0]!.authentication = authentication as never;
	return of;
};

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

	it('has the fields of each document and page, with all that they have', async () => {
		const of = template({ documents: [{ name: 'lease.pdf' }, { name: 'annex.pdf', pages: 2 }] });
		const [lease, annex] = of.documents;
		const date = lease?.fields.find(({ type }) => type === 'date');
		const more = { documentID: annex!.ID, page: 2, format: 'DD MMM YYYY', modifiable: true };
		// At the same place: the author of the template wanted it so.
		annex!.fields.push({ ...date, ...more } as Field, { ...date, ...more } as Field);
		expect(shapeOf(await made(of))).toEqual(shapeOf(of));
	});

	it('leaves the notifications to the sender where the template does', async () => {
		const of = template({ notificationsManagedBy: 'sender' });
		expect(await made(of)).toMatchObject({ notificationsManagedBy: 'sender', status: 'sent' });
	});

	it('leaves them to the service, whatever the service calls itself', async () => {
		harness.sandbox.dialects.set(['notifier-renamed']);
		const of = template();
		expect(await made(of)).toMatchObject({
			notificationsManagedBy: 'service',
			notification: of.notification,
		});
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

	it('has documents of the input in the places of the template', async () => {
		const of = template();
		const item = {
			json: {},
			binary: {
				one: binaryOf(pdf(3, 'Another lease'), 'another.pdf'),
				two: binaryOf(pdf(1, 'Another annex'), 'other-annex.pdf'),
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
	const EVE = { email: 'eve@example.com', role: 'signer' };
	const withStranger = () => {
		const of = template();
		of.documents[0]!.fields[0]!.participantID = of.ID.replace(/^.{8}/, 'aaaaaaaa');
		return of;
	};

	it.each<[string, () => StoredEnvelope, object[], string]>([
		[
			"a signer has to enter a code, which goes to another person's phone",
			() => asking(SMS),
			[ADA, BOB],
			'The envelope to copy asks landlord@example.com for a code',
		],
		...['********', '123', 'x1'.repeat(17), undefined].map(
			(accessCode): [string, () => StoredEnvelope, object[], string] => [
				`a signer has to enter a code that the service does not show: ${accessCode}`,
				() => asking({ type: 'AccessCode', accessCode }),
				[ADA, BOB],
				'The service does not show the access code of landlord@example.com',
			],
		),
		[
			'a copy recipient has to enter such a code',
			() => {
				const of = template();
				of.participants[2]!.authentication = { type: 'AccessCode', accessCode: '••••' };
				return of;
			},
			[ADA, BOB],
			'The service does not show the access code of copy@example.com',
		],
		[
			'no one replaces a signer who has fields',
			template,
			[ADA, CC],
			'The template has fields for tenant@example.com, but no participant takes their place',
		],
		[
			'a signer beyond those of the template would have no field',
			template,
			[ADA, BOB, EVE],
			'The signer eve@example.com has no field to fill in',
		],
		[
			'a field is for somebody who is not a signer',
			withStranger,
			[ADA, BOB],
			"', who is not one of its signers",
		],
		[
			'the template has no documents',
			() => template({ documents: 0 }),
			[ADA, BOB],
			'The envelope to copy has no documents',
		],
	])('if %s', async (_, of, people, message) => {
		expect(await refused(of(), people)).toContain(message);
	});

	it('unless a signer without a field is allowed', async () => {
		const options = { allowSignersWithoutFields: true };
		expect((await made(template(), [ADA, BOB, EVE], { options })).participants).toHaveLength(4);
	});

	it('if there are not as many files as documents', async () => {
		const item = withFile(pdf(2), 'one.pdf');
		expect(await refused(template(), [ADA, BOB], { documents: 'input' }, item)).toContain(
			'The envelope to copy has 2 documents, but the input has 1 file',
		);
	});

	/** A template of which all fields are on its last page. */
	const onLastPage = (pages: number) => {
		const of = template({ documents: [{ name: 'lease.pdf', pages }] });
		for (const field of of.documents[0]?.fields ?? []) field.page = pages;
		return of;
	};

	it('if a file lacks the page of a field', async () => {
		const item = withFile(pdf(1), 'one.pdf');
		const text = await refused(onLastPage(2), [ADA, BOB], { documents: 'input' }, item);
		expect(text).toContain("Field 1 of document 1: There is no page 2: 'one.pdf' has 1 page");
	});

	it('or it is deleted again, if a file turns out to lack the page of a field once it is converted', async () => {
		const of = onLastPage(3);
		const item = withFile(await sampleDocx('One'), 'one.docx', DOCX);
		const { error } = await run(of, [ADA, BOB], { documents: 'input' }, item);
		expect(error?.message).toContain(
			"Field 1 of document 1: There is no page 3: 'one.docx' has 1 page",
		);
		expect(error?.description).toContain('The draft was deleted.');
		expect(harness.sandbox.control.envelopes()).toEqual([of]);
	});
});

describe('files are asked for in place of those of the envelope to copy', () => {
	skipPauses();

	const FROM_INPUT = "Choose 'From Input' in 'Documents', and provide the files as an input.";

	it('where the service refuses the originals', async () => {
		harness.sandbox.faults.always(ORIGINAL, { kind: 'status', status: 501 });
		const text = await refused(template());
		expect(text).toContain(
			'could not be downloaded, because the ZIP cannot be used: the service refused it with status 501',
		);
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
