import { readExample } from '../../../host/examples';
import { Example } from '../support/example';
import { prepareGround } from '../support/ground';
import { openMailbox, smtpFor, type Mailbox } from '../support/mailbox';
import { McpClient } from '../support/mcpClient';
import { runsOf } from '../support/record';
import { until } from '../support/until';

const ground = prepareGround();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const KEY = { 'X-Key': 'a key for the tests' };
let mailbox: Mailbox;
let approval: Example;
let url: string;

beforeAll(async () => {
	const { host } = ground;
	mailbox = await openMailbox();
	const smtp = await smtpFor(host, mailbox);
	const httpHeaderAuth = await host.createCredential(
		'Key',
		{ name: 'X-Key', value: KEY['X-Key'] },
		'httpHeaderAuth',
	);
	approval = await Example.import(ground, 'mcp-approval', { credentials: { smtp } });
	await approval.activate();
	const server = await Example.import(ground, 'mcp-server', {
		credentials: { httpHeaderAuth },
		calls: { 'Ask for Approval': approval.id },
	});
	await server.activate();
	const node = readExample('mcp-server').nodes.find(({ name }) => name === 'MCP Server');
	url = `${host.url}/mcp/${String(node?.parameters.path)}`;
	await until('the server', async () => (await fetch(url, { method: 'POST' })).status !== 404);
});
afterAll(async () => await mailbox.close());

beforeEach(async () => {
	await ground.sandbox.reset();
	mailbox.mails.length = 0;
});

/** Proposes to send a draft; returns what the assistant is told and the links in the email. */
async function propose(ID: string) {
	const client = await McpClient.connect(url, KEY);
	const told = await client.call('Propose_Sending', {
		envelopeId: ID,
		reason: 'It <b>is</b>\n\ndue, &lt;i>now.',
	});
	const mail = await until('the email', () => mailbox.mails[0]);
	const links = [...mail.matchAll(/href="([^"]*approved=(true|false)[^"]*)"/g)];
	const link = (wanted: string) =>
		String(links.find(([, , approved]) => approved === wanted)?.[1]).replaceAll('&amp;', '&');
	return { told, mail, agree: link('true'), decline: link('false') };
}

/** n8n ignores programs that follow the links of a mail. */
const AS_BROWSER = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } };

/** As a person, not at once: the run must be asleep by then. */
const answer = async (link: string) =>
	await until('the answer is taken', async () => (await fetch(link, AS_BROWSER)).ok);

it('lets an assistant look, and nobody without the key', async () => {
	const { ID } = ground.sandbox.control.envelope({ name: 'Lease of the office', status: 'sent' });
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
	const { sandbox } = ground;
	const { ID } = sandbox.control.envelope({
		name: 'Lease of <A & B>',
		participants: [{ email: 'lessee@example.com' }, { email: 'witness@example.com' }],
		fields: true,
	});
	const { told, mail, agree } = await propose(ID);
	expect(told).toContain('a person is being asked');
	// Neither the assistant nor whoever named the envelope may draw buttons into the email; n8n undoes entities.
	expect(mail).toContain('Lease of ‹A & B>');
	expect(mail).toContain('lessee@example.com, witness@example.com');
	expect(mail).toContain('Its reason: It ‹b>is‹/b> due, & lt;i>now.');
	expect(sandbox.log.count(SEND)).toBe(0);
	expect(sandbox.control.get(ID).status).toBe('drafted');

	await answer(agree);
	await until('it is sent', () => sandbox.control.get(ID).status === 'sent');
	await fetch(agree, AS_BROWSER);
	expect(sandbox.log.count(SEND)).toBe(1);
});

it('sends nothing if the person declines', async () => {
	const { sandbox, host } = ground;
	const { ID } = sandbox.control.envelope({ status: 'drafted' });
	const { decline } = await propose(ID);
	await answer(decline);
	const [run] = await until('the run is over', async () => {
		const runs = await runsOf(host, approval.id);
		return runs[0]?.status === 'success' && runs;
	});
	expect((await host.execution(String(run?.id))).json('Not Sent')).toHaveLength(1);
	expect(sandbox.log.count(SEND)).toBe(0);
});
