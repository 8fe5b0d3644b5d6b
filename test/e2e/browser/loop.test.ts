import { hasEnded } from '../../../host/execution';
import { samplePdf, PDF } from '../../support/files';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';
import { runsOf } from '../support/record';
import { until } from '../support/until';
import { prepareBrowser } from './editor';

/** The whole way of a contract, seen by those who walk it: each test goes on where the one before it stopped. */
const ground = prepareGround();
const editor = prepareBrowser();
const SIGNER = 'ada@example.com';
let example: Example;
let folder: string;

beforeAll(async () => {
	folder = newArchive();
	example = await Example.import(ground, 'form-to-archive', {
		settings: { archiveFolder: folder },
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
	await editor.page.goto(`${ground.host.url}/form/${address('Contract Form')}`);
	await editor.page.getByLabel('Name').fill('Ada Lovelace');
	await editor.page.getByLabel('Email').fill(SIGNER);
	await editor.page.locator('input[type=file]').setInputFiles({
		name: 'contract.pdf',
		mimeType: PDF,
		buffer: await samplePdf('A contract between friends'),
	});
	await editor.page.getByRole('button', { name: 'Submit' }).click();
	await editor.page.getByText('The contract is on its way').waitFor();
	await editor.page.getByText(`${SIGNER} has been asked to sign`).waitFor();
});

it('lets the signer see the contract and sign it', async () => {
	await editor.page.goto(ground.sandbox.url);
	await editor.page.getByRole('link', { name: `Sign as ${SIGNER}` }).click();
	await editor.page.locator('.sheet[data-state="shown"]').first().waitFor();
	await editor.page.getByRole('textbox', { name: /Signature/ }).fill('Ada Lovelace');
	await editor.keep('the contract before it is signed');
	await editor.page.getByRole('button', { name: 'Sign', exact: true }).click();
	await editor.page.getByRole('heading', { name: 'Thank you' }).waitFor();
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
