import { action, chain, manualTrigger, START } from '../../../host/workflows';
import { prepareGround } from '../support/ground';
import { prepareEditor } from './editor';

const ground = prepareGround();
const editor = prepareEditor();

beforeAll(async () => {
	const { ID } = ground.sandbox.control.envelope();
	const half = { __rl: true, mode: 'id', value: ID.slice(0, 12) };
	const { url: baseUrl, clientId } = ground.sandbox;
	const outdated = await ground.host.createCredential('Outdated secret', {
		baseUrl,
		clientId,
		clientSecret: 'outdated',
	});
	const steps = [
		action('Outdated', { resource: 'envelope', operation: 'getAll' }, outdated),
		action('No Envelope', { resource: 'document', operation: 'get' }, ground.credential),
		action(
			'Half an ID',
			{ resource: 'envelope', operation: 'get', envelopeId: half },
			ground.credential,
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
	ground.sandbox.log.clear();
	await editor.openNode('Half an ID');
	await editor.form.execute();
	await editor.page.getByRole('alert').getByText('This is not the ID of an envelope').waitFor();
	expect(ground.sandbox.log.requests).toEqual([]);
});
