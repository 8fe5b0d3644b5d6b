import { readExample } from '../../../host/examples';
import { openMailbox, smtpFor, type Mailbox } from '../../../host/mailbox';
import { Example } from '../support/example';
import { WebForm } from '../support/form';
import { prepareHarness } from '../support/harness';
import { McpClient } from '../support/mcpClient';
import { allRunsOf } from '../support/record';
import { until } from '../support/until';
import { fetchUnpooled } from '../support/fetchUnpooled';

const harness = prepareHarness();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const KEY = { 'X-Key': 'a key for the tests' };
let mailbox: Mailbox;
let approval: Example;
let url: string;

beforeAll(async () => {
	const { host } = harness;
	mailbox = await openMailbox();
	const smtp = await smtpFor(host, mailbox);
	const httpHeaderAuth = await host.createCredential(
		'Key',
		{ name: 'X-Key', value: KEY['X-Key'] },
		'httpHeaderAuth',
	);
	approval = await Example.import(harness, 'mcp-approval', { credentials: { smtp } });
	await approval.activate();
	const server = await Example.import(harness, 'mcp-server', {
		credentials: { httpHeaderAuth },
		workflows: { '15 MCP approval': approval.id },
	});
	await server.activate();
	const node = readExample('mcp-server').nodes.find(({ name }) => name === 'MCP Server');
	url = `${host.url}/mcp/${String(node?.parameters.path)}`;
	await until(
		'the server',
		async () => (await fetchUnpooled(url, { method: 'POST' })).status !== 404,
	);
});
afterAll(async () => await mailbox.close());

beforeEach(async () => {
	await harness.sandbox.reset();
	mailbox.mails.length = 0;
});

/** Proposes to send a draft; returns what the assistant is told, and the email with the link to the form. */
async function propose(ID: string) {
	const client = await McpClient.connect(url, KEY);
	const told = await client.call('Propose_Sending', {
		envelopeId: ID,
		reason: 'It <b>is</b>\n\ndue, &lt;i>now.',
	});
	const mail = await until('the email', () => mailbox.mails[0]);
	const links = [...mail.matchAll(/href="([^"]*)"/g)].map(([, link]) => String(link));
	expect(links).toHaveLength(1);
	return { told, mail, link: String(links[0]).replaceAll('&amp;', '&') };
}

/** As a person, not at once: the run must be asleep by then. */
const pageOf = async (link: string) => await new WebForm(link).page();

/** As the form does it: what is chosen of several comes as a list. */
async function confirm(link: string, ...chosen: string[]): Promise<Response> {
	const body = new FormData();
	body.append('field-0', JSON.stringify(chosen));
	return await fetchUnpooled(link, { method: 'POST', body });
}

it('lets an assistant read, but no client without the key', async () => {
	const { ID } = harness.sandbox.control.envelope({ name: 'Lease of the office', status: 'sent' });
	const client = await McpClient.connect(url, KEY);

	expect((await client.tools()).sort()).toEqual([
		'Get_Envelope',
		'List_Envelopes',
		'Propose_Sending',
	]);
	expect(await client.call('List_Envelopes', { nameContains: 'lease', status: '' })).toContain(ID);
	expect(await client.call('Get_Envelope', { envelopeId: ID })).toContain('Lease of the office');
	await expect(McpClient.connect(url, {})).rejects.toThrow('403');
});

it('sends nothing before a person agrees, and then sends it once', async () => {
	const { sandbox } = harness;
	const { ID } = sandbox.control.envelope({
		name: 'Lease of <A & B>',
		participants: [{ email: 'lessee@example.com' }, { email: 'witness@example.com' }],
		fields: true,
	});
	const { told, mail, link } = await propose(ID);
	const page = await pageOf(link);
	expect(told).toContain('a person is being asked');
	// Neither the assistant nor an envelope's name may draw buttons; n8n undoes entities.
	for (const text of [mail, page]) {
		expect(text).toContain('Lease of ‹A & B>');
		expect(text).toContain('lessee@example.com, witness@example.com');
		expect(text).toContain('Its reason: It ‹b>is‹/b> due, & lt;i>now.');
	}
	expect(sandbox.log.count(SEND)).toBe(0);
	expect(sandbox.control.get(ID).status).toBe('drafted');

	expect((await confirm(link, 'Send it')).ok).toBe(true);
	await until('it is sent', () => sandbox.control.get(ID).status === 'sent');
	await confirm(link, 'Send it');
	expect(sandbox.log.count(SEND)).toBe(1);
});

it('takes no visit of the link for a decision, as programs that check emails visit it', async () => {
	const { sandbox } = harness;
	const { ID } = sandbox.control.envelope({
		participants: [{ email: 'lessee@example.com' }],
		fields: true,
	});
	const { link } = await propose(ID);
	await pageOf(link);
	for (const method of ['GET', 'HEAD', 'OPTIONS'])
		for (const agent of ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Googlebot/2.1', ''])
			await fetchUnpooled(link, { method, headers: { 'user-agent': agent } });
	expect(await pageOf(link)).toContain('Do not send it');
	expect(sandbox.log.count(SEND)).toBe(0);

	// The run still waits for the person.
	expect((await confirm(link, 'Send it')).ok).toBe(true);
	await until('it is sent', () => sandbox.control.get(ID).status === 'sent');
	expect(sandbox.log.count(SEND)).toBe(1);
});

it.each<[string, string[]]>([
	['declines', ['Do not send it']],
	['chooses nothing', []],
])('sends nothing if the person %s', async (_, chosen) => {
	const { sandbox, host } = harness;
	const { ID } = sandbox.control.envelope({ status: 'drafted' });
	const { link } = await propose(ID);
	await pageOf(link);
	const run = await until('the run that waits', async () =>
		(await allRunsOf(host, approval.id)).find(({ status }) => status === 'waiting'),
	);
	expect((await confirm(link, ...chosen)).ok).toBe(true);
	expect((await host.ended(run.id)).json('Not Sent')).toHaveLength(1);
	expect(sandbox.log.count(SEND)).toBe(0);
});
