import type { Page } from 'playwright-core';

import { until } from '../support/until';

export const SIGNER = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** Fills in the form of the example contract-process, as an office manager does. */
export async function sendContract(page: Page, form: string, file: string): Promise<void> {
	await page.goto(form);
	await page.getByLabel('Name').fill(SIGNER.name);
	await page.getByLabel('Email').fill(SIGNER.email);
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('Your response has been recorded').waitFor();
}

/** Opens the contract from the inbox of the sandbox and fills in the signature, but does not sign yet. */
export async function fillContract(page: Page, inbox: string): Promise<void> {
	const contract = page.getByRole('article', { name: `Contract with ${SIGNER.name}` });
	const sign = contract.getByRole('link', { name: `Sign as ${SIGNER.email}` });
	// The form is answered before the contract is sent.
	await until('the contract in the inbox', async () => {
		await page.goto(inbox);
		return (await sign.count()) > 0;
	});
	await sign.click();
	await page.locator('.sheet[data-state="shown"]').first().waitFor();
	await page.getByRole('textbox', { name: /Signature/ }).fill(SIGNER.name);
}

export async function signContract(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Sign', exact: true }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}
