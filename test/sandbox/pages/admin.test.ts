import { createSandbox, type Sandbox } from '../../../sandbox';
import { EVENT_TYPES } from '../../../sandbox/webhooks/options';
import { Client } from '../client';
import { isAuthentic, listen } from '../receiver';
import { Visitor, readable } from './visitor';

let sandbox: Sandbox;
let visitor: Visitor;
let receiver: Awaited<ReturnType<typeof listen>>;

beforeEach(async () => {
	receiver = await listen();
	sandbox = await createSandbox({ sealingMs: 1 });
	visitor = new Visitor(sandbox);
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const save = async (url: string, events: readonly string[] = EVENT_TYPES) =>
	await visitor.post('/admin', { action: 'save', url, events: [...events] });

const checked = (html: string) =>
	[...html.matchAll(/value="(\w+)"\s+checked/g)].map(([, type]) => type);

it('offers all known events, and no test before there is a URL', async () => {
	const { html } = await visitor.get('/admin');
	expect(checked(html)).toEqual([...EVENT_TYPES]);
	expect(html).toMatch(/value="test"\s+disabled/);
	expect((await visitor.post('/admin', { action: 'test' })).status).toBe(409);
});

it('sets the URL and sends a signed test event to it', async () => {
	const saved = await save(receiver.url);
	expect(saved.status).toBe(200);
	expect(readable(saved.html)).toMatch('The webhook was saved.');
	expect(saved.html).toMatch(`value="${receiver.url}"`);
	const sent = readable((await visitor.post('/admin', { action: 'test' })).html);
	await sandbox.control.idle();
	const [message] = receiver.received;
	expect(message!.event).toMatchObject({ type: 'TestEvent', data: {} });
	expect(sent).toMatch(`Test event ${message!.event.id} was sent`);
	const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
	expect(await isAuthentic(message!, key)).toBe(true);
});

it('sends the chosen events only, but the test event always', async () => {
	const saved = await save(receiver.url, ['EnvelopeSealed', 'NoSuchEvent']);
	expect(checked(saved.html)).toEqual(['EnvelopeSealed']);
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	sandbox.control.signAll(ID);
	await sandbox.control.idle();
	sandbox.control.sendTestEvent();
	await sandbox.control.idle();
	expect(receiver.received.map(({ event }) => event.type)).toEqual(['EnvelopeSealed', 'TestEvent']);
});

it('sends events of any type again once all are chosen', async () => {
	await save(receiver.url, []);
	await save(receiver.url);
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	sandbox.control.signAll(ID);
	await sandbox.control.idle();
	expect(receiver.received).toHaveLength(3);
});

it.each(['https://127.0.0.1/x', 'http://example.com/hook', 'nonsense'])(
	'refuses %s and keeps the URL that was set',
	async (url) => {
		await save(receiver.url);
		const refused = await save(url, ['EnvelopeSealed']);
		expect(refused.status).toBe(422);
		expect(readable(refused.html)).toMatch('Webhook URL: enter an http:// address');
		expect(refused.html).toMatch(`value="${url}"`);
		expect(checked(refused.html)).toEqual(['EnvelopeSealed']);
		sandbox.control.sendTestEvent();
		await sandbox.control.idle();
		expect(receiver.received).toHaveLength(1);
	},
);

it('switches the webhook off with an empty URL', async () => {
	await save(receiver.url);
	expect((await save(' ')).status).toBe(200);
	sandbox.control.sendTestEvent();
	await sandbox.control.idle();
	expect(receiver.received).toEqual([]);
});

it('logs each attempt with its result and the time of the next', async () => {
	sandbox.control.setWebhook({ url: receiver.url, retryDelaysMs: [1] });
	receiver.answers.push(503, 'hang up', 404);
	sandbox.control.sendTestEvent();
	await sandbox.control.idle();
	sandbox.control.emit('<img src=x>');
	await sandbox.control.idle();
	const { html } = await visitor.get('/admin');
	const rows = [...html.matchAll(/<tr>\s*<td>[\s\S]*?<\/tr>/g)].map(([row]) => readable(row));
	expect(rows).toHaveLength(3);
	expect(rows[0]).toMatch(/<img src=x>.* 1 Refused \(404\) None/);
	expect(rows[1]).toMatch(/TestEvent.* 2 No answer: .* None/);
	expect(rows[2]).toMatch(/TestEvent.* 1 Refused \(503\) \d{4}-\d\d-\d\d /);
	const { at, retryAt } = sandbox.control.deliveries[0]!;
	expect(retryAt).toBe(at + 1);
	expect(html).not.toMatch('<img');
});

it('shows the key ID, and the secret only on demand', async () => {
	const page = await visitor.get('/admin');
	expect(page.html).toMatch(`<code>${sandbox.clientId}</code>`);
	expect(page.html).not.toMatch(sandbox.clientSecret);
	const revealed = await visitor.post('/admin', { action: 'reveal' });
	expect(revealed.html).toMatch(`<code id="secret">${sandbox.clientSecret}</code>`);
});

it('rotates the secret: the old one opens nothing and signs nothing, until a reset', async () => {
	const old = sandbox.clientSecret;
	const asBefore = { clientID: sandbox.clientId, clientSecret: old };
	await save(receiver.url);
	const { html } = await visitor.post('/admin', { action: 'rotate' });
	expect(html).not.toMatch(sandbox.clientSecret);
	expect(sandbox.clientSecret).not.toBe(old);
	const client = new Client(sandbox);
	expect((await client.call('POST /oauth/token', asBefore)).status).toBe(401);
	expect((await client.login()).accessToken).toEqual(expect.any(String));
	sandbox.control.sendTestEvent();
	await sandbox.control.idle();
	const id = sandbox.clientId;
	const [message] = receiver.received;
	expect(await isAuthentic(message!, { id, secret: sandbox.clientSecret })).toBe(true);
	expect(await isAuthentic(message!, { id, secret: old })).toBe(false);
	await sandbox.reset();
	expect(sandbox.clientSecret).toBe(old);
});

it('does nothing with a button it does not know', async () => {
	expect((await visitor.post('/admin', { action: 'destroy' })).status).toBe(400);
	expect((await visitor.post('/admin', {})).status).toBe(400);
});
