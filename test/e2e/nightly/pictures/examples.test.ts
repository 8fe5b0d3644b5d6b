import { exampleNames, readExample, withChoices } from '../../../../host/examples';
import { CREDENTIAL } from '../../../../host/workflows';
import { prepareEditor } from '../../browser/editor';
import { ID } from '../../browser/testIds';
import { prepareHarness } from '../../support/harness';

const harness = prepareHarness();
const editor = prepareEditor();

it.each(exampleNames())('keeps a picture of %s as a whole', async (name) => {
	const credentials = { [CREDENTIAL]: harness.credential };
	await editor.open(withChoices(readExample(name), { credentials }));
	const nodes = editor.page.getByTestId(ID.canvasNode);
	await nodes.last().waitFor();
	await editor.page.keyboard.press('1');
	await editor.page.waitForTimeout(500);
	await editor.keep(`example ${name}`);
});
