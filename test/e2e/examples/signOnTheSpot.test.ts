import { plainPdf } from '../../../sandbox/files/plainPdf';
import { PDF } from '../../support/files';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { allRunsOf } from '../support/record';
import { until } from '../support/until';
import { itWaits } from '../support/waiting';

const harness = prepareHarness();
const MAX_MINUTES = 12;

const folder = newArchive();
let example: Example;
beforeAll(async () => {
	example = await Example.import(harness, 'sign-on-the-spot', {
		storing: { archiveFolder: folder },
	});
	await example.activate();
});

/** Fills in the form; returns what it shows at the end. */
async function submit(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
	const form = example.form('Contract Form');
	await form.page();
	const contract = new File([content], 'contract.pdf', { type: PDF });
	return await form.end(await form.submit(['Ada Lovelace', 'ada@example.com', contract]));
}

itWaits(
	'leads from the form to the signing page, archives what is signed, and keeps no signing URL',
	async () => {
		const { host, sandbox } = harness;
		const page = await submit(new Uint8Array(plainPdf([['A contract', '', '', '', 'Signature:']])));
		const [envelope] = sandbox.control.envelopes();
		const { ID = '', participants: [signer] = [] } = envelope ?? {};
		expect(envelope).toMatchObject({ status: 'sent', notificationsManagedBy: 'sender' });
		const url = sandbox.control.signingUrl(ID, String(signer?.ID));
		expect(page).toContain(`href='${url}'`);

		/** Of the runs that n8n has stored, with their helpers, those in which the URL can be read. */
		const readable = async () => {
			const runs = await allRunsOf(host, example.id);
			const texts = await Promise.all(
				runs.map(async ({ id }) =>
					JSON.stringify(await host.rest('GET', `/rest/executions/${id}`)),
				),
			);
			return texts.filter((text) => text.includes(String(signer?.signingKey))).length;
		};
		expect(await readable()).toBe(1);
		sandbox.control.signAll(ID);
		await until('the archive', () => archivedIn(folder).includes(ID), MAX_MINUTES);
		await until('the end of the run', async () => (await readable()) === 0);
	},
	15 * 60_000,
);

it('says on the form why there is nothing to sign', async () => {
	const page = await submit('not a PDF');
	expect(page).toContain('The contract cannot be signed now');
	expect(page).toContain('Nothing was sent.');
});
