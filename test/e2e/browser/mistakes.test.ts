import { action, chain, manualTrigger, START } from '../../../host/workflows';
import { prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';

const harness = prepareHarness();
const editor = prepareEditor();

beforeAll(async () => {
	const { ID } = harness.sandbox.control.envelope();
	const half = { __rl: true, mode: 'id', value: ID.slice(0, 12) };
	const { url: baseUrl, clientId } = harness.sandbox;
	const outdated = await harness.host.createCredential('Outdated secret', {
		baseUrl,
		clientId,
		clientSecret: 'outdated',
	});
	const steps = [
		action('Outdated', { resource: 'envelope', operation: 'getAll' }, outdated),
		action('No Envelope', { resource: 'document', operation: 'get' }, harness.credential),
		action(
			'Half an ID',
			{ resource: 'envelope', operation: 'get', envelopeId: half },
			harness.credential,
		),
	];
	await editor.open({
		...chain('Mistakes', [manualTrigger, ...steps]),
		// Side by side: a mistake in one keeps none of the others from starting.
		connections: {
			[START]: { main: [steps.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		},
	});
});

afterEach(async () => await editor.closeNode());

it('explains a wrong secret where the step is executed', async () => {
	await editor.openNode('Outdated');
	await editor.form.execute();
	const { message, description } = await editor.output.error();
	expect(message).toContain('The service did not accept the Client ID and Client Secret');
	expect(message).toContain('Check both');
	expect(description).toContain('The client ID or the client secret is wrong');
});

it('explains a wrong secret in the list of envelopes', async () => {
	await editor.openNode('Outdated');
	await editor.form.choose('operation', 'Get');
	await editor.record('envelopeId').openList();
	expect(await editor.record('envelopeId').error()).toContain(
		'The service did not accept the Client ID and Client Secret. Check both',
	);
});

it('asks for the envelope before it can list documents', async () => {
	await editor.openNode('No Envelope');
	await editor.record('documentId').openList();
	expect(await editor.record('documentId').error()).toContain('Choose the envelope first');
});

it('does not start with an ID that cannot be one, and says so', async () => {
	harness.sandbox.log.clear();
	await editor.openNode('Half an ID');
	await editor.form.execute();
	await editor.page.getByRole('alert').getByText('This is not the ID of an envelope').waitFor();
	expect(harness.sandbox.log.requests).toEqual([]);
});
