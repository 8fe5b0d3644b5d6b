import { createSandbox, type Sandbox } from '../../../sandbox';
import { Client } from '../client';
import { stampsIn } from '../stampsIn';
import { ENTERED, fieldsOf, formFor } from './form';
import { Visitor } from './visitor';

const PAGE_HEIGHT = 842;

let sandbox: Sandbox;
let client: Client;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox({ sealingMs: 1, now: () => Date.parse('2026-05-04T10:00:00Z') });
});
beforeEach(async () => {
	await sandbox.reset();
	client = new Client(sandbox);
	await client.login();
	visitor = new Visitor(sandbox);
});
afterAll(async () => await sandbox.close());

/** Two signers; the first, who has to give a code, fills in the page by hand. */
async function signedByHand() {
	const envelope = sandbox.control.envelope({
		status: 'sent',
		fields: 'all',
		participants: [
			{ email: 'ada@example.com', authentication: { type: 'AccessCode', accessCode: '4711' } },
			{ email: 'grace@example.com' },
		],
	});
	const [ada, grace] = envelope.participants;
	const urlOf = (ID: string) => sandbox.control.signingUrl(envelope.ID, ID);
	const url = urlOf(ada!.ID);
	await visitor.post(url, { action: 'enterCode', code: '0000' });
	await visitor.post(url, { action: 'enterCode', code: '4711' });
	await visitor.get(url);
	const { status } = await visitor.post(url, formFor(envelope, ada!));
	expect(status).toBe(303);
	return { envelope, ada: ada!, grace: grace!, urlOf };
}

/** The fonts of PDF know one byte per letter. */
const asDrawn = (text: string) => text.replace('\u2013', '\x96');

it('shows every value inside the box of its field, signatures in the hand of the signer', async () => {
	const { envelope, ada, grace } = await signedByHand();
	sandbox.control.sign(envelope.ID, grace.ID);
	await sandbox.control.idle();
	const { ID: documentID } = envelope.documents[0]!;
	const path = `GET /sign/envelopes/${envelope.ID}/documents/${documentID}:download-sealed`;
	const stamps = await stampsIn(await client.bytes(path));
	const values: Record<string, string> = { ...ENTERED, date: '2026-05-04' };
	const fonts: Record<string, string> = {};
	for (const { type, boundingBox } of fieldsOf(envelope, ada)) {
		const [x, y, w, h] = boundingBox;
		const found = stamps.filter(
			(stamp) =>
				stamp.x >= x &&
				stamp.x < x + w &&
				PAGE_HEIGHT - stamp.y > y &&
				PAGE_HEIGHT - stamp.y < y + h,
		);
		expect([type, found.map(({ text }) => text)]).toEqual([type, [asDrawn(values[type]!)]]);
		fonts[type] = found[0]!.font.replace(/-\d+$/, '');
	}
	expect(fonts).toMatchObject({ signature: 'Times-Italic', initials: 'Times-Italic' });
	expect(fonts).toMatchObject({ name: 'Helvetica', custom: 'Helvetica', date: 'Helvetica' });
});

it('shows the next signer what those before have entered', async () => {
	const { envelope, grace, urlOf } = await signedByHand();
	const { ID, pdf } = envelope.documents[0]!;
	const seen = await visitor.pdf(`${urlOf(grace.ID)}/documents/${ID}`);
	expect((await stampsIn(seen)).map(({ text }) => text)).toContain('Ada Lovelace');
	const other = sandbox.control.envelope({ status: 'sent' });
	const url = sandbox.control.signingUrl(other.ID, other.participants[0]!.ID);
	const untouched = await visitor.pdf(`${url}/documents/${other.documents[0]!.ID}`);
	expect(untouched.equals(other.documents[0]!.pdf!)).toBe(true);
	expect(seen.equals(pdf!)).toBe(false);
});

it('shows the same sealed file on the page as the API gives', async () => {
	const { envelope, ada, grace, urlOf } = await signedByHand();
	sandbox.control.sign(envelope.ID, grace.ID);
	await sandbox.control.idle();
	const { ID } = envelope.documents[0]!;
	const base = `GET /sign/envelopes/${envelope.ID}`;
	const sealed = await client.bytes(`${base}/documents/${ID}:download-sealed`);
	expect(sealed.equals(await visitor.pdf(`${urlOf(ada.ID)}/documents/${ID}`))).toBe(true);
	const trail = await client.bytes(`${base}:download-audit-trail`);
	expect(trail.equals(await visitor.pdf(`${urlOf(ada.ID)}/audit-trail`))).toBe(true);
});

it('lists in the audit trail how the signer came in and what was entered', async () => {
	const { envelope } = await signedByHand();
	const trail = await client.bytes(`GET /sign/envelopes/${envelope.ID}:download-audit-trail`);
	const text = trail.toString('latin1');
	const lines = [
		'ada@example.com: Authentication failed: wrong access code',
		'ada@example.com: Authentication passed: access code',
		'ada@example.com: Opened the documents',
		'ada@example.com: Signed',
		'    signature: Ada Lovelace \\(document-1.pdf, page 1\\)',
		'    Cost centre: CC-1843 \x96 Gr\xf6\xdfe \\(document-1.pdf, page 1\\)',
		'    checkbox: X \\(document-1.pdf, page 1\\)',
		'    date: 2026-05-04 \\(document-1.pdf, page 1\\)',
	];
	const places = lines.map((line) => text.indexOf(line));
	expect(places.every((place) => place > 0)).toBe(true);
	expect(places.slice(0, 4)).toEqual([...places.slice(0, 4)].sort((a, b) => a - b));
	expect(text).not.toMatch('4711');
});

it.each(['sent', 'processing', 'sealed', 'rejected', 'cancelled'] as const)(
	'offers the audit trail that the API gives to those who look at an envelope that is %s',
	async (status) => {
		const { ID, participants } = sandbox.control.envelope({
			status,
			participants: [{}, { role: 'cc' }],
		});
		const { html } = await visitor.get(sandbox.control.signingUrl(ID, participants[1]!.ID));
		const [, path] = /href="([^"]+)"[^>]*>Open the audit trail as a PDF</.exec(html) ?? [];
		const trail = await client.bytes(`GET /sign/envelopes/${ID}:download-audit-trail`);
		expect(trail.equals(await visitor.pdf(String(path)))).toBe(true);
	},
);

it('lists a decline with its reason, broken into lines that fit on the page', async () => {
	const envelope = sandbox.control.envelope({ status: 'sent' });
	const url = sandbox.control.signingUrl(envelope.ID, envelope.participants[0]!.ID);
	const reason = 'The price is not the one that we agreed on. '.repeat(8).trim();
	await visitor.post(url, { action: 'decline', reason });
	const trail = await client.bytes(`GET /sign/envelopes/${envelope.ID}:download-audit-trail`);
	const shown = [...trail.toString('latin1').matchAll(/^\((.*)\) '$/gm)].map(([, line]) => line!);
	expect(shown.every((line) => line.length <= 88)).toBe(true);
	expect(shown.map((line) => line.trim()).join(' ')).toMatch(`Declined: ${reason}`);
});
