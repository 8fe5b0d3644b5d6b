import { createSandbox, type EnvelopeFixture, type Sandbox } from '../../../sandbox';
import { Client, NO_SUCH_ID } from '../client';
import { ENTERED, fieldsOf, formFor } from './form';
import { Visitor, readable } from './visitor';

let clock = Date.parse('2026-05-04T10:00:00.000Z');
let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox({ now: () => clock, processingMs: 1, sealingMs: 600_000 });
});
beforeEach(async () => {
	await sandbox.reset();
	visitor = new Visitor(sandbox);
});
afterAll(async () => await sandbox.close());

function sent(wanted: EnvelopeFixture = {}) {
	const envelope = sandbox.control.envelope({
		name: 'Contract',
		status: 'sent',
		fields: 'all',
		...wanted,
	});
	const urls = envelope.participants.map(({ ID }) => sandbox.control.signingUrl(envelope.ID, ID));
	return { envelope, signer: envelope.participants[0]!, url: urls[0]!, urls };
}

it('stands at the address that the API hands out', async () => {
	const { envelope, url, urls } = sent({ participants: [{}, {}] });
	const client = new Client(sandbox);
	await client.login();
	const { body } = await client.call<{ items: Array<{ signingUrl: string }> }>(
		`GET /sign/envelopes/${envelope.ID}/participants/signing-urls`,
	);
	expect(body.items.map(({ signingUrl }) => signingUrl)).toEqual(urls);
	expect((await visitor.get(url)).status).toBe(200);
});

it('has a labelled input of its own for every field, in reading order, with its box', async () => {
	const { envelope, signer, url } = sent();
	const { html } = await visitor.get(url);
	const labels = [...html.matchAll(/<label for="(field-[^"]+)"[\s\S]*?<\/label\s*>/g)];
	expect(labels.map(([label]) => readable(label).trim())).toEqual([
		'1 Full name (required)',
		'2 Company (required)',
		'3 Title (optional)',
		'4 Cost centre (required)',
		'5 Checkbox (required)',
		'6 Signature (required)',
		'7 Date (required)',
		'8 Initials (required)',
	]);
	for (const { ID, boundingBox } of fieldsOf(envelope, signer)) {
		expect(html).toMatch(`data-box="${boundingBox.join(' ')}"`);
		expect(html.match(new RegExp(`id="field-${ID}"`, 'g'))).toHaveLength(1);
	}
	expect(html).toMatch(
		`data-pdf="${new URL(url).pathname}/documents/${envelope.documents[0]!.ID}"`,
	);
});

it('takes all eight types and thanks', async () => {
	const { envelope, signer, url } = sent();
	await visitor.get(url);
	const answer = await visitor.post(url, formFor(envelope, signer));
	expect(answer).toMatchObject({ status: 303, location: `${new URL(url).pathname}/done` });
	const values = fieldsOf(envelope, signer).map(({ ID, type }) => [
		type,
		envelope.documents[0]!.values[ID],
	]);
	expect(Object.fromEntries(values)).toEqual({ ...ENTERED, date: '2026-05-04' });
	const done = readable((await visitor.get(answer.location!)).html);
	expect(done).toMatch('Thank you');
	expect(done).toMatch('Everyone has signed.');
});

it('signs nothing while something is missing, says what, and keeps the rest', async () => {
	const { envelope, signer, url } = sent();
	const form = formFor(envelope, signer, { signature: ' ', checkbox: '', title: '' });
	const { status, html } = await visitor.post(url, form);
	expect(status).toBe(422);
	const list = /role="alert"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
	expect([...list.matchAll(/<li>[\s\S]*?<\/li>/g)].map(([item]) => readable(item).trim())).toEqual([
		'Checkbox: tick the box.',
		'Signature: fill in this field.',
	]);
	const signature = fieldsOf(envelope, signer).find(({ type }) => type === 'signature')!;
	expect(list).toMatch(`href="#field-${signature.ID}"`);
	expect(html).toMatch(`aria-describedby="field-${signature.ID}-problem"`);
	expect(html).toMatch('value="Analytical Engines &amp; Co."');
	expect(signer.signedAt).toBeUndefined();
	expect(envelope.documents[0]!.values).toEqual({});
	expect(envelope.status).toBe('sent');
});

it('signs with the optional fields left empty', async () => {
	const { envelope, signer, url } = sent();
	const { status } = await visitor.post(url, formFor(envelope, signer, { title: '' }));
	expect([status, envelope.status]).toEqual([303, 'processing']);
	const details = sandbox.control.auditTrail(envelope.ID).flatMap((event) => event.details ?? []);
	expect(details).toContain('title: (left empty) (document-1.pdf, page 1)');
});

it.each([
	['x'.repeat(201), 'at most 200 characters'],
	['\u5c71\u7530', 'has no font for \u5c71 \u7530'],
	['bell \u0007', 'has no font for'],
])('refuses what cannot stand in the document: %j', async (name, reason) => {
	const { envelope, signer, url } = sent();
	const { status, html } = await visitor.post(url, formFor(envelope, signer, { name }));
	expect(status).toBe(422);
	expect(readable(html)).toMatch(`Full name: `);
	expect(readable(html)).toMatch(reason);
	expect(envelope.status).toBe('sent');
});

describe('a date', () => {
	const dated = (changes: {
		format?: 'DD MMM YYYY' | 'YYYY-MMM-DD hh:mm';
		modifiable?: boolean;
	}) => {
		const made = sent();
		const [document] = made.envelope.documents;
		const date = document!.fields.find((field) => field.type === 'date')!;
		Object.assign(date, changes);
		const value = () => document!.values[date.ID];
		return { ...made, value };
	};

	it('is that of the first opening and cannot be changed', async () => {
		const { envelope, signer, url, value } = dated({ format: 'DD MMM YYYY' });
		const opened = clock;
		expect((await visitor.get(url)).html).toMatch(/readonly\s+value="04 May 2026"/);
		clock += 3 * 24 * 60 * 60 * 1000;
		await visitor.post(url, formFor(envelope, signer, { date: '1999-01-01' }));
		clock = opened;
		expect(value()).toBe('04 May 2026');
	});

	it('can be changed where the sender allows it, and keeps its format', async () => {
		const { envelope, signer, url, value } = dated({ format: 'DD MMM YYYY', modifiable: true });
		expect((await visitor.get(url)).html).toMatch(/type="date"\s+value="2026-05-04"/);
		await visitor.post(url, formFor(envelope, signer, { date: '2025-09-10' }));
		expect(value()).toBe('10 Sep 2025');
	});

	it('has a time where its format has one', async () => {
		const format = 'YYYY-MMM-DD hh:mm';
		const { envelope, signer, url, value } = dated({ format, modifiable: true });
		expect((await visitor.get(url)).html).toMatch(
			/type="datetime-local"\s+value="2026-05-04T10:00"/,
		);
		await visitor.post(url, formFor(envelope, signer, { date: '2025-09-10T14:30' }));
		expect(value()).toBe('2025-Sep-10 14:30');
	});

	it.each(['2025-02-31', 'tomorrow', '2025-09-10T25:00', ''])('is not %j', async (date) => {
		const { envelope, signer, url } = dated({ modifiable: true });
		const { status, html } = await visitor.post(url, formFor(envelope, signer, { date }));
		expect(status).toBe(422);
		expect(readable(html)).toMatch(
			date === '' ? 'Date: choose a date.' : 'Date: enter a date such as',
		);
		expect(envelope.status).toBe('sent');
	});
});

it('keeps the order of a sequential envelope and says whose turn it is', async () => {
	const participants = [{ email: 'first@example.com' }, { email: 'second@example.com' }];
	const { envelope, signer, urls } = sent({ mode: 'sequential', participants });
	const second = envelope.participants[1]!;
	const early = readable((await visitor.get(urls[1]!)).html);
	expect(early).toMatch('It is not your turn yet');
	expect(early).toMatch('Now it is the turn of first@example.com.');
	expect((await visitor.post(urls[1]!, formFor(envelope, second))).status).toBe(409);
	expect(second.signedAt).toBeUndefined();
	await visitor.post(urls[0]!, formFor(envelope, signer));
	const done = (await visitor.get(`${urls[0]!}/done`)).html;
	expect(done).toMatch(`<a href="${new URL(urls[1]!).pathname}">Sign as second@example.com</a>`);
	expect((await visitor.post(urls[1]!, formFor(envelope, second))).status).toBe(303);
	expect(envelope.status).toBe('processing');
});

it('lets nobody sign twice, and shows what has been signed', async () => {
	const { envelope, signer, url } = sent({ participants: [{}, {}] });
	await visitor.post(url, formFor(envelope, signer));
	const { signedAt } = signer;
	clock += 1000;
	expect((await visitor.post(url, formFor(envelope, signer))).status).toBe(409);
	expect(signer.signedAt).toBe(signedAt);
	const { html } = await visitor.get(url);
	expect(readable(html)).toMatch('The others have not all signed yet.');
	expect(html).not.toMatch(/<input|<button/);
});

it('declines with a reason, and not without one', async () => {
	const { envelope, signer, url } = sent({ participants: [{}, {}] });
	const form = formFor(envelope, signer, { signature: 'Half done' });
	const without = await visitor.post(url, { ...form, action: 'decline', reason: '  ' });
	expect(without.status).toBe(422);
	expect(readable(without.html)).toMatch('Reason: say in a few words');
	expect(without.html).toMatch('value="Half done"');
	expect(envelope.status).toBe('sent');

	const declined = await visitor.post(url, { action: 'decline', reason: 'Wrong <b>price</b>' });
	expect(declined.status).toBe(303);
	expect(envelope.status).toBe('rejected');
	expect(sandbox.control.auditTrail(envelope.ID).at(-1)).toMatchObject({
		who: signer.email,
		what: 'Declined: Wrong <b>price</b>',
	});
	expect(readable((await visitor.get(declined.location!)).html)).toMatch('You declined to sign');
	expect(readable((await visitor.get(url)).html)).toMatch('You declined to sign on');
});

it('shows the documents to copy recipients, who cannot sign', async () => {
	const { envelope, urls } = sent({ participants: [{}, { email: 'cc@example.com', role: 'cc' }] });
	const { html } = await visitor.get(urls[1]!);
	expect(readable(html)).toMatch('You receive a copy');
	expect(html).not.toMatch(/<input|<button/);
	expect((await visitor.post(urls[1]!, { action: 'sign' })).status).toBe(409);
	expect((await visitor.post(urls[1]!, { action: 'decline', reason: 'no' })).status).toBe(409);
	await visitor.pdf(`${urls[1]!}/documents/${envelope.documents[0]!.ID}`);
	expect(envelope.status).toBe('sent');
});

it.each([
	['drafted', 'Not sent yet'],
	['processing', 'the documents are being sealed'],
	['sealed', 'the documents are sealed'],
	['rejected', 'You declined to sign on'],
	['cancelled', 'The sender has cancelled this envelope'],
] as const)('has nothing to fill in while %s', async (status, says) => {
	const { envelope, signer, url } = sent({ status });
	const { html } = await visitor.get(url);
	expect(readable(html)).toMatch(says);
	expect(html).not.toMatch(/<input|<button/);
	const before = JSON.stringify(envelope);
	expect((await visitor.post(url, formFor(envelope, signer))).status).toBe(409);
	expect(JSON.stringify(envelope)).toBe(before);
});

it('knows no link but the exact one', async () => {
	const { envelope, signer, url } = sent();
	const { ID, documents } = envelope;
	for (const address of [
		`/signing/${ID}/${signer.ID}`,
		`/signing/${ID}/${NO_SUCH_ID}`,
		`/signing/${NO_SUCH_ID}/${signer.signingKey}`,
		`${url}/documents/${NO_SUCH_ID}`,
		`${url}/elsewhere`,
		`/signing/${ID}`,
	]) {
		expect([address, (await visitor.get(address)).status]).toEqual([address, 404]);
	}
	expect((await visitor.get(`${url}/documents/${documents[0]!.ID}`)).status).toBe(200);
	expect((await visitor.post(url, { action: 'constructor' })).status).toBe(409);
});

it('shows a converted document as the PDF it was made into', async () => {
	const client = new Client(sandbox);
	await client.login();
	const { ID, participants, documents } = sandbox.control.envelope({ documents: 0 });
	const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
	await client.upload(ID, {
		bytes: Buffer.from('not really Word'),
		metadata: { name: 'contract.docx', contentType },
	});
	await sandbox.control.idle();
	await client.call(`POST /sign/envelopes/${ID}:send-for-signing`);
	const url = sandbox.control.signingUrl(ID, participants[0]!.ID);
	expect((await visitor.get(url)).html).toMatch('contract.docx');
	const pdf = await visitor.pdf(`${url}/documents/${documents[0]!.ID}`);
	expect(pdf.toString('latin1')).toMatch('Converted from');
});

it('offers a field on a page that does not exist after the last page', async () => {
	const { envelope, signer, url } = sent();
	const [field] = envelope.documents[0]!.fields;
	field!.page = 9;
	const { html } = await visitor.get(url);
	expect(readable(html)).toMatch('a page that document-1.pdf does not have');
	expect(html.indexOf(`id="field-${field!.ID}"`)).toBeGreaterThan(html.indexOf('does not have'));
	expect((await visitor.post(url, formFor(envelope, signer))).status).toBe(303);
	sandbox.control.seal(envelope.ID);
	await visitor.pdf(`${url}/documents/${envelope.documents[0]!.ID}`);
});
