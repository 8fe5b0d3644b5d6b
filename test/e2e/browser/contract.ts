import type { Page } from 'playwright-core';

import { samplePdf, PDF } from '../../support/files';

export const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Fills in the form of the example form-to-archive, as an office manager does. */
export async function sendContract(page: Page, form: string): Promise<void> {
	await page.goto(form);
	await page.getByLabel('Name').fill(SIGNER.name);
	await page.getByLabel('Email').fill(SIGNER.email);
	await page.locator('input[type=file]').setInputFiles({
		name: 'contract.pdf',
		mimeType: PDF,
		buffer: await samplePdf('A contract between friends'),
	});
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('The contract is on its way').waitFor();
	await page.getByText(`${SIGNER.email} has been asked to sign`).waitFor();
}

/** Opens the contract from the inbox of the sandbox and fills in the signature, but does not sign yet. */
export async function fillContract(page: Page, inbox: string): Promise<void> {
	await page.goto(inbox);
	const contract = page.getByRole('article', { name: `Contract with ${SIGNER.name}` });
	await contract.getByRole('link', { name: `Sign as ${SIGNER.email}` }).click();
	await page.locator('.sheet[data-state="shown"]').first().waitFor();
	await page.getByRole('textbox', { name: /Signature/ }).fill(SIGNER.name);
}

export async function signContract(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}
