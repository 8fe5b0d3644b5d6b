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
	const folder = newArchive();
	await editor.open(
		chain('First archive', [
			manualTrigger,
			action(
				'Get Many',
				{
					resource: 'envelope',
					operation: 'getAll',
					returnAll: true,
					filters: { status: ['sealed', 'rejected', 'cancelled'] },
				},
				ground.credential,
			),
			action(
				'Download Evidence',
				{
					resource: 'envelope',
					operation: 'downloadEvidence',
					envelopeId: { __rl: true, mode: 'id', value: '={{ $json.ID }}' },
					output: 'file',
				},
				ground.credential,
			),
			{
				name: WRITE,
				type: 'n8n-nodes-base.readWriteFile',
				parameters: { operation: 'write', fileName: `=${folder}/{{ $json.name }}` },
			},
		]),
	);
	await editor.openNode(WRITE);
	await editor.form.execute();
	await editor.output.success();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});
