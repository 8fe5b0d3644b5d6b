import { action, chain, manualTrigger } from '../../../host/workflows';
import { archivedIn } from '../support/archived';
import { newArchive } from '../support/example';
import { prepareGround } from '../support/ground';
import { prepareEditor } from './editor';

const ground = prepareGround();
const editor = prepareEditor();
const WRITE = 'Read/Write Files from Disk';

it('a first archive takes three steps and one expression, and no manifest is lost', async () => {
	await ground.sandbox.reset();
	const finished = (['sealed', 'sealed', 'sealed', 'rejected', 'cancelled', 'sealed'] as const).map(
		(status) => ground.sandbox.control.envelope({ status }).ID,
	);
	ground.sandbox.control.envelope({ status: 'sent' });
	const folder = newArchive();
	await editor.open(
		chain('First archive', [
			manualTrigger,
			action('Get Many', {}, ground.credential),
			action('Download Evidence', {}, ground.credential),
			{ name: WRITE, type: 'n8n-nodes-base.readWriteFile', parameters: { operation: 'write' } },
		]),
	);

	await editor.openNode('Get Many');
	await editor.form.choose('operation', 'Get Many');
	await editor.form.toggle('returnAll');
	await editor.form.form.getByPlaceholder('Add filter').click();
	await editor.page.getByRole('option', { name: 'Status' }).locator('visible=true').click();
	for (const status of ['Sealed', 'Rejected', 'Cancelled'])
		await editor.form.tick('status', status);
	await editor.closeNode();

	await editor.openNode('Download Evidence');
	await editor.form.choose('operation', 'Download Evidence');
	await editor.form.choose('output', 'One Item per File');
	await editor.keep('first archive form');
	await editor.closeNode();

	await editor.openNode(WRITE);
	await editor.form.enterExpression('fileName', `${folder}/{{ $json.name }}`);
	await editor.form.execute();
	await editor.output.success();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});
