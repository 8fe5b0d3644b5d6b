import { pdf } from '../../support/samples';
import { NODE, prepareHarness } from '../support/harness';
import { fileStep } from '../support/steps';
import { prepareEditor } from './editor';

/** A first contract, by mouse and keyboard: each test goes on where the one before it stopped. */
const harness = prepareHarness();
const editor = prepareEditor();

const EMAIL = 'ada@example.com';
const NAME = 'Contract with Ada Lovelace';

const fill = async (name: string, text: string, which = 0) =>
	await editor.form.input(name).nth(which).locator('input, textarea').first().fill(text);
const add = async (button: string, which = 0) =>
	await editor.form.form.getByText(button, { exact: true }).nth(which).click();

it('a contract with a signer and two fields is entered and sent', async () => {
	const content = pdf(1, 'A contract between friends').toString('base64');
	await editor.open(
		harness.workflow({}, { items: [{ content, fileName: 'contract.pdf' }], before: [fileStep()] }),
	);
	await editor.openNode(NODE);
	await editor.form.choose('operation', 'Create and Send');
	await fill('name', NAME);
	await add('Add participant');
	await fill('email', EMAIL);
	await add('Add signature field');
	await add('Add signature field');
	await editor.form.choose('type', 'Date', 1);
	await editor.form.choose('placement', 'At Position', 0);
	await editor.form.choose('placement', 'At Position', 1);
	await fill('y', '200', 1);
	await editor.keep('first send form');
	await editor.form.execute();
	await editor.output.success();
	const [envelope] = await harness.items({ resource: 'envelope', operation: 'getAll' });
	expect(envelope).toMatchObject({ name: NAME, status: 'sent' });
	const { documents } = harness.sandbox.control.get(String(envelope?.ID));
	expect(documents[0]?.fields).toMatchObject([
		{ type: 'signature', page: 1, boundingBox: [72, 72, 150, 40] },
		{ type: 'date', page: 1, boundingBox: [72, 200, 150, 40] },
	]);
});

it('it is signed', async () => {
	const { page } = editor;
	await page.goto(harness.sandbox.url);
	const contract = page.getByRole('article', { name: NAME });
	await contract.getByRole('link', { name: `Sign as ${EMAIL}` }).click();
	await page.locator('.sheet[data-state="shown"]').first().waitFor();
	await page.getByRole('textbox', { name: /Signature/ }).fill('Ada Lovelace');
	await editor.keep('first send signing page');
	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	const [envelope] = await harness.items({ resource: 'envelope', operation: 'getAll' });
	expect(['signed', 'processing', 'sealed']).toContain(envelope?.status);
});
