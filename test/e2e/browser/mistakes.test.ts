import { action, chain, manualTrigger } from '../../../host/workflows';
import { NODE, prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';

const harness = prepareHarness();
const editor = prepareEditor();

it('does not start with an ID that cannot be one, and says so', async () => {
	const { ID } = harness.sandbox.control.envelope();
	const envelopeId = { __rl: true, mode: 'id', value: ID.slice(0, 12) };
	const get = { resource: 'envelope', operation: 'get', envelopeId };
	await editor.open(chain('Half an ID', [manualTrigger, action(NODE, get, harness.credential)]));
	await editor.openNode(NODE);
	await editor.form.execute();
	await editor.page.getByRole('alert').getByText('This is not the ID of an envelope').waitFor();
	expect(harness.sandbox.log.requests).toEqual([]);
});
