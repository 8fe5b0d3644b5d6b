import { NODE, prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';

/** The options of Create and Send, by mouse: each test goes on where the one before it stopped. */
const harness = prepareHarness();
const editor = prepareEditor({ viewport: { width: 1440, height: 1400 } });

const offered = () => editor.page.getByRole('option').locator('visible=true');
const add = async (button: string, entry: string) => {
	await editor.form.form.getByPlaceholder(button, { exact: true }).click();
	await offered().filter({ hasText: entry }).click();
};
const isOn = async (name: string) => await editor.form.input(name).getByRole('switch').isChecked();

it('what belongs to a wait is offered only once the wait was added, and then the wait is on', async () => {
	await editor.open(harness.workflow({}));
	await editor.openNode(NODE);
	await editor.form.choose('operation', 'Create and Send');
	await editor.form.form.getByPlaceholder('Add option', { exact: true }).click();
	await editor.keep('options of create and send');
	expect(await offered().allInnerTexts()).not.toContain('Check Every (Minutes)');
	await offered().filter({ hasText: 'Wait Until Signed' }).click();
	expect(await isOn('waitUntilSigned')).toBe(true);
	await editor.form.form.getByText('If you stop it, the envelope stays open').waitFor();
	await add('Add option', 'Check Every');
	await editor.form.input('checkEvery').waitFor();
});

it('it goes when the wait is turned off', async () => {
	await editor.form.input('waitUntilSigned').getByRole('switch').locator('..').click();
	await editor.form.input('checkEvery').waitFor({ state: 'hidden' });
});

it('tags are read once that option was added, and the settings of the email are no fields', async () => {
	await add('Add option', 'Fields From Tags');
	expect(await isOn('fieldsFromTags')).toBe(true);
	await editor.form.form.getByText('Email and Signing Order', { exact: true }).waitFor();
	await add('Add setting', 'Signing Mode');
	await editor.form.input('mode').waitFor();
});

it('a step that waits says what happens to the run and to the envelope', async () => {
	await editor.form.choose('operation', 'Wait Until Signed');
	await editor.form.form.getByText('If you stop the run, the envelope stays open.').waitFor();
});
