import type { Locator } from 'playwright-core';

import { readExample, withChoices } from '../../../../host/examples';
import { action, chain, CREDENTIAL, manualTrigger, trigger } from '../../../../host/workflows';
import { NODE, prepareHarness } from '../../support/harness';
import { archivingStep, newAccount, STEP } from '../../browser/archivingStep';
import { prepareEditor } from '../../browser/editor';
import { keepPicture } from '../../browser/screenshots';
import { ID } from '../../browser/testIds';

/** The pictures of the README and the docs; `npm run screenshots` puts them there. */
const harness = prepareHarness();
// As narrow as the editor can be without cutting anything off, then scaled to 1200 pixels.
const editor = prepareEditor({
	viewport: { width: 1368, height: 680 },
	deviceScaleFactor: 1200 / 1320,
});

/** Buttons float over the canvas and would hide nodes. */
const ONLY_THE_WORKFLOW = `
	body * { visibility: hidden }
	[data-test-id=${ID.canvas}],
	.vue-flow__transformationpane,
	.vue-flow__transformationpane * { visibility: visible }
`;

const LABEL = 34;
const MARGIN = 14;

async function boxOf(part: Locator) {
	const box = await part.boundingBox();
	if (!box) throw new Error('It is not shown');
	return box;
}

it('shows the node with the files that it fetched', async () => {
	await editor.open(await archivingStep(harness));
	await editor.openNode(STEP);
	await editor.form.execute();
	await editor.output.success();
	await editor.output.files();
	await editor.noMessage();
	await keepPicture('node.png', editor.page.getByTestId(ID.nodeView));
});

it('shows the form that sends a contract', async () => {
	const { page } = editor;
	await page.setViewportSize({ width: 1368, height: 1560 });
	const account = await newAccount(harness);
	await editor.open(
		chain('Contract', [
			manualTrigger,
			action(
				NODE,
				{
					resource: 'envelope',
					operation: 'createAndSend',
					name: 'Lease contract 2026',
					participants: { participant: [{ email: 'ada@example.com', role: 'signer' }] },
					fields: {
						field: [{ type: 'signature', placement: 'atText', text: 'Signature:' }],
					},
				},
				account,
			),
		]),
	);
	await editor.openNode(NODE);
	await editor.form.form.getByText('Placement', { exact: true }).first().waitFor();
	// What a first envelope needs, which fits a screen.
	const form = await boxOf(editor.form.form);
	const from = (await boxOf(editor.form.input('name'))).y - LABEL;
	const last = await boxOf(editor.form.input('text'));
	const clip = { ...form, y: from, height: last.y + last.height + MARGIN - from };
	await keepPicture('create-and-send.png', page, { clip });
	await page.setViewportSize({ width: 1368, height: 680 });
});

it('shows the trigger with the address to register', async () => {
	await editor.open(chain('Trigger', [trigger('E-Signature Trigger', await newAccount(harness))]));
	await editor.openNode('E-Signature Trigger');
	const panel = editor.page.getByTestId(ID.nodeView);
	await panel.getByText('Webhook URLs').click();
	await panel.getByText('Production URL', { exact: true }).first().click();
	await panel.getByText(/\/webhook\/[0-9a-f-]{36}\/webhook/).waitFor();
	await keepPicture('trigger.png', panel);
});

it('shows an example on the canvas', async () => {
	const credentials = { [CREDENTIAL]: harness.credential };
	await editor.open(withChoices(readExample('contract-process'), { credentials }));
	await editor.page.getByTestId(ID.canvasFit).click();
	await keepPicture('example.png', editor.page.getByTestId(ID.canvas), {
		style: ONLY_THE_WORKFLOW,
	});
});

it('shows the page on which a person signs', async () => {
	const { control, url } = harness.sandbox;
	control.envelope({
		name: 'Lease contract 2026',
		status: 'sent',
		documents: [{ name: 'contract.pdf' }],
		participants: [{ email: 'ada@example.com' }],
		fields: 'all',
	});
	await editor.page.goto(url);
	await editor.page.getByRole('link', { name: 'Sign as ada@example.com' }).click();
	await editor.page.locator('.sheet[data-state="shown"]').first().waitFor();
	await keepPicture('signing.png', editor.page);
});
