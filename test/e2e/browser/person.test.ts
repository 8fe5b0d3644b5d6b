import { prepareHarness } from '../support/harness';
import { prepareBrowser } from './editor';
import { signIn } from './signIn';
import { ID } from './testIds';

/** One person's first hour: each test goes on where the one before it stopped. */
const harness = prepareHarness();
const editor = prepareBrowser();

const envelopes = () => editor.record('envelopeId');

let credential: string;
let envelope: { ID: string; name: string };

beforeAll(() => {
	harness.sandbox.control.envelope({ name: 'Draft offer', status: 'drafted' });
	envelope = harness.sandbox.control.envelope({
		name: 'Lease of the harbor office',
		status: 'sealed',
	});
	harness.sandbox.control.envelope({ name: 'Canceled contract', status: 'cancelled' });
});

it('lets a person sign in', async () => {
	await signIn(editor.page);
	await editor.page.getByTestId(ID.homeTabs).waitFor();
	expect(new URL(editor.page.url()).pathname).toMatch(/^\/home/);
});

it('tells a person who mistypes the secret what to check', async () => {
	await editor.credentials.create('E-Signature API');
	await editor.credentials.fill({
		baseUrl: harness.sandbox.url,
		clientId: harness.sandbox.clientId,
		clientSecret: 'mistyped',
	});
	await editor.credentials.save();
	expect(await editor.credentials.refusal()).toContain(
		'The service did not accept the Client ID and Client Secret. Check both',
	);
});

it('says where n8n may send the credential', async () => {
	const { form } = editor.credentials;
	await form.getByText('Allowed HTTP Request Domains').waitFor();
	expect(await editor.credentials.input('allowedHttpRequestDomains').inputValue()).toBe(
		'Base URL Only',
	);
});

it('turns green once the secret is right', async () => {
	await editor.credentials.fill({ clientSecret: harness.sandbox.clientSecret });
	await editor.credentials.save();
	expect(await editor.credentials.green()).toContain('Connection tested successfully');
	credential = await editor.credentials.name();
	expect(credential).toMatch(/^E-Signature account/);
	await editor.keep('credential form with a green test');
	await editor.credentials.close();
});

it('is found in the panel of nodes, with its description and its actions', async () => {
	await editor.nodes.startWorkflow();
	await editor.nodes.open();
	const words = ['sign', 'pdf', 'remind', 'reminder', 'agreement', 'audit trail'];
	for (const word of [...words, 'sign contract', 'sign pdf', 'Nitro Sign']) {
		// Until the list has changed, it shows the results of the word before.
		await editor.nodes.search('zzqqxxyy');
		await editor.nodes.entry('E-Signature').waitFor({ state: 'hidden' });
		await editor.nodes.search(word);
		await editor.nodes.entry('E-Signature').waitFor();
	}
	await editor.nodes.search('e-signature');
	await editor.nodes.entry('E-Signature').waitFor();
	await editor.keep('node found in the panel');
	await editor.nodes.entry('E-Signature').click();
	await editor.nodes.entry('Download audit trail of envelope').waitFor();
});

it('offers the envelopes of the account in a list that can be searched', async () => {
	await editor.nodes.entry('Create envelope').click();
	await editor.form.chooseCredential(credential);
	await editor.form.chooseOperation('Envelope', 'Get');
	await envelopes().openList();
	await envelopes().entry('Draft offer').waitFor();
	const entries = await envelopes().entries.allInnerTexts();
	expect(entries.map((entry) => entry.replace(/, \d{4}-\d\d-\d\d\)$/, ')'))).toEqual([
		'Canceled contract (cancelled)',
		'Lease of the harbor office (sealed)',
		'Draft offer (drafted)',
	]);
	await editor.keep('list of envelopes');
	await envelopes().search('HARBOR');
	await envelopes().entry('Draft offer').waitFor({ state: 'hidden' });
	await envelopes().entry('harbor').waitFor();
	expect(await envelopes().entries.count()).toBe(1);
});

it('shows the envelope that was picked as JSON', async () => {
	await envelopes().entry('harbor').click();
	await editor.form.execute();
	await editor.output.success();
	expect(await editor.output.json()).toEqual([
		expect.objectContaining({ ID: envelope.ID, name: envelope.name, status: 'sealed' }),
	]);
});

it('shows a downloaded file with its name, type and size', async () => {
	await editor.form.choose('operation', 'Download Audit Trail');
	await editor.form.execute();
	const [file] = await editor.output.files();
	expect(file).toContain(`${envelope.ID}-audit-trail.pdf`);
	expect(file).toContain('application/pdf');
	expect(file).toMatch(/File Size:\s+[1-9]/);
});

it('says in the panel what went wrong and what to do about an ID that the service does not know', async () => {
	const unknown = '123e4567-e89b-42d3-a456-426614174000';
	await editor.form.choose('operation', 'Get');
	await envelopes().enterId(unknown);
	await editor.form.execute();
	const { message, description } = await editor.output.error();
	expect(message).toContain('The envelope was not found');
	expect(description).toContain(`Envelope ${unknown} was not found`);
	expect(description).toContain('Check the envelope ID');
});
