import { createSandbox, type Sandbox } from '../../../sandbox';
import { Visitor, readable } from './visitor';

let sandbox: Sandbox;
let visitor: Visitor;

beforeAll(async () => {
	sandbox = await createSandbox();
});
beforeEach(async () => {
	await sandbox.reset();
	visitor = new Visitor(sandbox);
});
afterAll(async () => await sandbox.close());

const HOSTILE = `"><script>alert('x')</script>&amp;`;

it('says so when there is no envelope', async () => {
	const { status, html } = await visitor.get('/');
	expect(status).toBe(200);
	expect(readable(html)).toMatch('There is no envelope yet');
});

it('shows each envelope with its state and each participant with what they did', async () => {
	const { lastModifiedAt, participants } = sandbox.control.envelope({
		name: 'Lease 2026',
		status: 'sealed',
		participants: [{ email: 'ada@example.com' }, { email: 'copy@example.com', role: 'cc' }],
	});
	sandbox.control.envelope({ name: 'Offer', participants: [{ email: 'grace@example.com' }] });
	const { html } = await visitor.get('/');
	const text = readable(html);
	const stamp = lastModifiedAt.slice(0, 19).replace('T', ' ');
	expect(text).toMatch(`Lease 2026 sealed parallel Modified ${stamp} UTC`);
	expect(html).toMatch(`datetime="${lastModifiedAt}"`);
	expect(html).toMatch(`datetime="${participants[0]!.signedAt}"`);
	expect(text).toMatch('ada@example.com signer Signed');
	expect(text).toMatch('copy@example.com copy Receives a copy');
	expect(text).toMatch('grace@example.com signer Not sent yet');
	expect(text.indexOf('Offer')).toBeLessThan(text.indexOf('Lease 2026'));
});

it('offers to sign to those whose turn it is, and to nobody else', async () => {
	const people = [{ email: 'first@example.com' }, { email: 'second@example.com' }];
	const signLinks = async () =>
		[...(await visitor.get('/')).html.matchAll(/>Sign as (\S+?)</g)].map(([, email]) => email);
	const sequential = { mode: 'sequential', status: 'sent', participants: people } as const;
	const { ID, participants } = sandbox.control.envelope(sequential);
	expect(await signLinks()).toEqual(['first@example.com']);
	expect(readable((await visitor.get('/')).html)).toMatch('Waits for first@example.com');
	sandbox.control.sign(ID, participants[0]!.ID);
	expect(await signLinks()).toEqual(['second@example.com']);
	sandbox.control.sign(ID, participants[1]!.ID);
	expect(await signLinks()).toEqual([]);
	sandbox.control.envelope({ ...sequential, mode: 'parallel' });
	expect(await signLinks()).toEqual(['first@example.com', 'second@example.com']);
});

it('has more pages when there are many envelopes', async () => {
	for (let i = 1; i <= 23; i += 1) sandbox.control.envelope({ name: `Number ${i}.` });
	const first = (await visitor.get('/')).html;
	expect(first).toMatch('Number 4.');
	expect(first).not.toMatch('Number 3.');
	const older = /href="(\/\?pageAfter=[^"]+)">Older/.exec(first)?.[1];
	const second = (await visitor.get(String(older))).html;
	expect(second).toMatch('Number 3.');
	expect(second).not.toMatch('Older envelopes');
	expect((await visitor.get('/?pageAfter=nonsense')).status).toBe(400);
});

it('escapes whatever names, addresses and reasons contain', async () => {
	const { ID, participants } = sandbox.control.envelope({
		name: HOSTILE,
		status: 'sent',
		documents: [{ name: HOSTILE }],
		participants: [{ email: `${HOSTILE}@example.com` }, {}],
	});
	const pages = [await visitor.get('/')];
	for (const { ID: participantID } of participants) {
		pages.push(await visitor.get(sandbox.control.signingUrl(ID, participantID)));
	}
	sandbox.control.decline(ID, participants[0]!.ID, HOSTILE);
	pages.push(await visitor.get('/'));
	for (const { html } of pages) {
		expect(html).not.toMatch('<script>alert');
		expect(html).toMatch('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;');
	}
});

it('lets a browser load only what the sandbox itself serves', async () => {
	for (const path of ['/', '/admin', '/assets/base.css', '/signing/x/y']) {
		const { headers } = await visitor.get(path);
		expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('cache-control')).toBe('no-store');
	}
	const { html } = await visitor.get('/');
	expect(html).not.toMatch(/<[^>]*\s(style|on\w+)=/);
	expect(html).not.toMatch(/(src|href)="(?!\/|#)/);
});

it('serves the viewer for PDF files, but nothing else of its package', async () => {
	const viewer = await visitor.get('/assets/pdfjs/legacy/build/pdf.min.mjs');
	expect(viewer.headers.get('content-type')).toMatch('text/javascript');
	for (const path of ['pdfjs/package.json', 'pdfjs/build/pdf.mjs', '%2e%2e/index.ts', '']) {
		expect((await visitor.get(`/assets/${path}`)).status).toBe(404);
	}
});

it('is neither logged nor disturbed by planned faults', async () => {
	sandbox.faults.always('*', { kind: 'status', status: 500 });
	for (const path of ['/', '/admin', '/favicon.ico', '/signing/x/y', '/assets/base.css']) {
		expect((await visitor.get(path)).status).not.toBe(500);
	}
	await visitor.post('/admin', { action: 'reveal' });
	expect(sandbox.log.requests).toEqual([]);
	expect(sandbox.log.maxInFlight).toBe(0);
});
