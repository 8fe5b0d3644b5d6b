import { chain, trigger } from '../../../host/workflows';
import { prepareGround } from '../support/ground';
import { prepareEditor } from './editor';

const ground = prepareGround();
const editor = prepareEditor();
const NAME = 'E-Signature Trigger';

it('shows the address to register, and what to do with it', async () => {
	await editor.open(chain('Trigger', [trigger(NAME, ground.credential)]));
	await editor.openNode(NAME);
	const panel = editor.page.getByTestId('ndv');
	await panel.getByText('Receive events from the e-signature service').waitFor();
	const notice = panel.getByText('One-time setup: copy the Production URL');
	await notice.waitFor();
	expect(await notice.innerText()).toContain('An application has only one webhook URL');
	await panel.getByText('Webhook URLs').click();
	await panel.getByText('Production URL', { exact: true }).first().click();
	await panel.getByText(/\/webhook\/[0-9a-f-]{36}\/webhook/).waitFor();
});

it('warns when events are not verified', async () => {
	await editor.form.choose('verification', 'None');
	await editor.page
		.getByText('Anyone who knows the URL can start this workflow with made-up events.')
		.waitFor();
	await editor.form.choose('verification', 'HTTP Message Signature (Recommended)');
});

it('shows the test event that the service sends while the node listens', async () => {
	const panel = editor.page.getByTestId('ndv');
	await panel.getByText('Test URL', { exact: true }).first().click();
	const url = (await panel.getByText(/\/webhook-test\//).innerText()).trim();
	await editor.form.execute();
	await panel.getByText('Listening for test event').first().waitFor();
	const { ID } = ground.sandbox.control.envelope({ status: 'sealed' });
	ground.sandbox.control.setWebhook({ url });
	const id = ground.sandbox.control.emit('EnvelopeSealed', { envelopeID: ID });
	await editor.output.success();
	expect(await editor.output.json()).toMatchObject([
		{ id, type: 'EnvelopeSealed', envelopeId: ID },
	]);
});
