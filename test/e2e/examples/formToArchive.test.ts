import { PDF } from '../../support/files';
import { pdf } from '../../support/samples';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { recordedStates } from '../support/record';
import { until } from '../support/until';
import { fetchUnpooled } from '../support/fetchUnpooled';

const harness = prepareHarness();

it('sends a contract from the form and archives it when the service says that it is sealed', async () => {
	const { host, sandbox } = harness;
	const folder = newArchive();
	const example = await Example.import(harness, 'form-to-archive', {
		storing: { archiveFolder: folder },
	});
	await example.activate();
	const form = example.form('Contract Form');
	expect(await form.page()).toContain('Send a contract');

	const contract = new File([new Uint8Array(pdf())], 'contract.pdf', { type: PDF });
	const sent = await example.nextRun(async () => {
		const next = await form.submit(['Ada Lovelace', 'ada@example.com', contract]);
		const page = await form.end(next);
		expect(page).toContain('The contract is on its way');
		expect(page).toContain('ada@example.com has been asked to sign');
	});
	expect([sent.status, sent.error]).toEqual(['success', undefined]);
	const [{ ID }] = sent.json('Create and Send') as [{ ID: string }];
	const envelope = sandbox.control.get(ID);
	expect(envelope).toMatchObject({
		name: 'Contract with Ada Lovelace',
		status: 'sent',
		participants: [{ email: 'ada@example.com', role: 'signer' }],
	});
	expect(envelope.documents[0]?.fields).toMatchObject([{ type: 'signature' }, { type: 'date' }]);

	const url = `${host.url}/webhook/${example.addressOf('Envelope Sealed')}/webhook`;
	await until('the address for events', async () => (await fetchUnpooled(url)).ok);
	sandbox.control.setWebhook({ url });
	const archived = await example.nextRun(async () => {
		sandbox.control.signAll(ID);
		await sandbox.control.idle();
	});
	expect([archived.status, archived.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([ID]);
	expect(await recordedStates(host)).toContainEqual(
		expect.objectContaining({ envelopeId: ID, lastModifiedAt: envelope.lastModifiedAt }),
	);
});

it('tells the person at the form why a contract was not sent, and shows no markup', async () => {
	const { sandbox } = harness;
	await sandbox.reset();
	const example = await Example.import(harness, 'form-to-archive');
	await example.activate();
	const form = example.form('Contract Form');
	await form.page();
	const program = new File(['MZ'], 'contract.exe', { type: 'application/x-msdownload' });
	const refused = await form.end(await form.submit(['Ada', 'ada@example.com', program]));
	expect(refused).toContain('The contract was not sent');
	expect(refused).toContain('The service does not accept this type of file');
	expect(refused).toContain('Nothing was added.');
	expect(sandbox.log.count('POST /sign/envelopes/{envelopeID}:send-for-signing')).toBe(0);
	const contract = new File([new Uint8Array(pdf())], 'contract.pdf', { type: PDF });
	sandbox.faults.next('POST /sign/envelopes', { kind: 'status', status: 403 });
	const failed = await form.end(await form.submit(['Ada', 'ada@example.com', contract]));
	expect(failed).toContain('Please tell the person who manages this form.');

	const markup = '<img src=x onerror=alert(1)>';
	const sent = await form.end(await form.submit([markup, 'ada@example.com', contract]));
	expect(sent).toContain('The contract is on its way');
	expect(sent).not.toContain('<img src=x');
});
