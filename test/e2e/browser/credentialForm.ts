import type { Locator, Page } from 'playwright-core';

import { until } from '../support/until';
import { ID } from './testIds';

const REFUSED = /Couldn.t connect with these settings/;

/** The form in which a person enters a credential. n8n tests it whenever it is saved. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	/** From the home page, by the name of the service. */
	async create(service: string): Promise<void> {
		await this.page.getByTestId(ID.homeTabs).getByText('Credentials', { exact: true }).click();
		await this.page.getByTestId(ID.credentialCreate).click();
		await this.page.getByTestId(ID.credentialType).locator('input').fill(service);
		await this.page.getByRole('option', { name: service, exact: true }).click();
		await this.page.getByTestId(ID.credentialTypeChosen).click();
		await this.form.waitFor();
		// n8n asks its server for a name, and refuses to save a credential that has none yet.
		await until('the name of the credential', async () => (await this.name()).trim() !== '');
	}

	get form(): Locator {
		return this.page.getByTestId(ID.credentialForm);
	}

	input(name: string): Locator {
		return this.form.getByTestId(ID.input(name)).locator('input');
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.input(name).fill(value);
	}

	async save(): Promise<void> {
		await this.page.getByTestId(ID.credentialSave).click();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.form.waitFor({ state: 'hidden' });
	}

	async name(): Promise<string> {
		return (await this.page.getByTestId(ID.credentialName).innerText()).split('\n')[0] as string;
	}

	/** Waits until the test has passed. */
	async green(): Promise<string> {
		const banner = this.form.getByTestId(ID.credentialGreen);
		await banner.waitFor();
		return await banner.innerText();
	}

	/** Waits until the test has failed, and opens what is said about it. */
	async refusal(): Promise<string> {
		await this.form.getByText(REFUSED).locator('visible=true').waitFor();
		await this.form.getByText('More details').locator('visible=true').click();
		return await this.form.innerText();
	}
}
