import { hasEnded } from '../../../host/execution';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';
import { runsOf } from '../support/record';
import { until } from '../support/until';
import { fillContract, sendContract, signContract } from './contract';
import { prepareBrowser } from './editor';

/** The whole way of a contract, seen by those who walk it: each test goes on where the one before it stopped. */
const ground = prepareGround();
const editor = prepareBrowser();
let example: Example;
let folder: string;

beforeAll(async () => {
	folder = newArchive();
	example = await Example.import(ground, 'form-to-archive', {
		storing: { archiveFolder: folder },
	});
	await example.activate();
});

const address = (name: string) => example.addressOf(name);

it('lets an administrator register the address of the trigger', async () => {
	const url = `${ground.host.url}/webhook/${address('Envelope Sealed')}/webhook`;
	await until('the address for events', async () => (await fetch(url)).ok);
	await editor.page.goto(`${ground.sandbox.url}/admin`);
	await editor.page.getByLabel('Webhook URL').fill(url);
	await editor.page.getByRole('button', { name: 'Save webhook' }).click();
	await editor.page.goto(`${ground.sandbox.url}/admin`);
	expect(await editor.page.getByLabel('Webhook URL').inputValue()).toBe(url);
});

it('lets an office manager send a contract from a form', async () => {
	await sendContract(editor.page, `${ground.host.url}/form/${address('Contract Form')}`);
});

it('lets the signer see the contract and sign it', async () => {
	await fillContract(editor.page, ground.sandbox.url);
	await editor.keep('the contract before it is signed');
	await signContract(editor.page);
});

it('ends with an archive that sha256sum accepts', async () => {
	// The newest run first: one archived the contract, one sent it.
	const archiving = await until('the run that archives', async () => {
		const [newest, ...older] = await runsOf(ground.host, example.id);
		return older.length > 0 && newest && hasEnded(newest.status) && newest;
	});
	expect(archiving.status).toBe('success');
	const [ID, ...others] = archivedIn(folder);
	expect(others).toEqual([]);
	expect(ground.sandbox.control.get(String(ID))).toMatchObject({
		name: 'Contract with Ada Lovelace',
		status: 'sealed',
	});
	await editor.page.goto(`${ground.sandbox.url}/admin`);
	await editor.page
		.getByRole('row')
		.filter({ hasText: 'EnvelopeSealed' })
		.filter({ hasText: '200' })
		.waitFor();
});
