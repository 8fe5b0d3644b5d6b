import { plainPdf } from '../../../sandbox/files/plainPdf';
import { PDF } from '../../support/files';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { allRunsOf } from '../support/record';
import { until } from '../support/until';

const harness = prepareHarness();

it(
	'sends a contract from the form, sleeps until it is signed, and stores its evidence',
	async () => {
		const { host, sandbox } = harness;
		const folder = newArchive();
		const example = await Example.import(harness, 'contract-process', {
			settings: { archiveFolder: folder },
			entered: { 'Create and Send': { options: { waitUntilSigned: true, checkEvery: 2 } } },
		});
		await example.activate();
		const form = example.form('Contract Form');
		await form.page();
		const contract = new File(
			[new Uint8Array(plainPdf([['A contract', '', '', '', 'Signature:']]))],
			'contract.pdf',
			{ type: PDF },
		);
		await form.submit(['Ada Lovelace', 'ada@example.com', contract]);
		const run = await until('it sleeps', async () =>
			(await allRunsOf(host, example.id)).find(
				({ mode, status }) => mode === 'webhook' && status === 'waiting',
			),
		);
		const [envelope] = sandbox.control.envelopes();
		const ID = envelope?.ID ?? '';
		sandbox.control.signAll(ID);

		const { status, error } = await host.ended(run.id);
		expect([status, error]).toEqual(['success', undefined]);
		expect(archivedIn(folder)).toEqual([ID]);
	},
	15 * 60_000,
);
