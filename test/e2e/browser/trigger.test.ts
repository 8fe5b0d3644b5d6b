import { chain, trigger } from '../../../host/workflows';
import { prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';
import { keepScreenshot } from './screenshots';
import { fetchUnpooled } from '../support/fetchUnpooled';

const harness = prepareHarness();
const editor = prepareEditor();
const NAME = 'E-Signature Trigger';

it('shows the address to register', async () => {
	await editor.open(chain('Trigger', [trigger(NAME, harness.credential)]));
	await editor.openNode(NAME);
	const panel = editor.page.getByTestId('ndv');
	await panel.getByText('Webhook URLs').click();
	await panel.getByText('Production URL', { exact: true }).first().click();
	await panel.getByText(/\/webhook\/[0-9a-f-]{36}\/webhook/).waitFor();
});

async function listen(): Promise<string> {
	const panel = editor.page.getByTestId('ndv');
	await panel.getByText('Test URL', { exact: true }).first().click();
	const url = (await panel.getByText(/\/webhook-test\//).innerText()).trim();
	await editor.form.execute();
	await panel.getByText('Listening for test event').first().waitFor();
	return url;
}

it('shows the test event that the service sends while the node listens', async () => {
	const url = await listen();
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
	harness.sandbox.control.setWebhook({ url });
	const id = harness.sandbox.control.emit('EnvelopeSealed', { envelopeID: ID });
	await editor.output.success();
	expect(await editor.output.json()).toMatchObject([
		{ id, type: 'EnvelopeSealed', envelopeId: ID },
	]);
});

describe('while the node listens', () => {
	const events = (type: string[]) =>
		chain('Filtered', [trigger(NAME, harness.credential, { events: type })]);

	beforeEach(async () => {
		await editor.open(events(['EnvelopeSentForSignature']));
		await editor.openNode(NAME);
		await editor.page.getByTestId('ndv').getByText('Webhook URLs').click();
	});

	it("an event that 'Trigger On' leaves out is shown, with a note that production ignores it", async () => {
		const url = await listen();
		const { ID } = harness.sandbox.control.envelope({ status: 'sealed' });
		harness.sandbox.control.setWebhook({ url });
		harness.sandbox.control.emit('EnvelopeSealed', { envelopeID: ID });
		await editor.output.success();
		expect(await editor.output.json()).toMatchObject([
			{ type: 'EnvelopeSealed', envelopeId: ID, testNote: expect.stringContaining('ignores') },
		]);
		await keepScreenshot(editor.page, 'listening-left-out');
	});

	it('an event that is not signed shows why it was refused', async () => {
		const url = await listen();
		await fetchUnpooled(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: '{"id":"1","type":"EnvelopeSealed"}',
		});
		const panel = editor.page.getByTestId('ndv');
		await panel.getByText('Event rejected').first().waitFor();
		await panel
			.getByText(/The request is not signed/)
			.first()
			.waitFor();
		await keepScreenshot(editor.page, 'listening-refused');
	});
});
