import type { Locator, Page } from 'playwright-core';

import { ID } from './testIds';

/** The inputs of the node that is open. */
export class ParameterForm {
	constructor(private readonly page: Page) {}

	get form(): Locator {
		return this.page.getByTestId(ID.nodeForm);
	}

	input(name: string): Locator {
		return this.form.getByTestId(ID.input(name));
	}

	/** Chooses an entry of a list by the name that a person reads; of several rows, in the one that is meant. */
	async choose(name: string, entry: string, row = 0): Promise<void> {
		await this.input(name).nth(row).click();
		await this.page
			.getByTestId(ID.inputOption)
			.filter({ has: this.page.getByText(entry, { exact: true }) })
			.locator('visible=true')
			.click();
		// The list folds away slowly, and would cover the next input.
		await this.page
			.getByTestId(ID.inputOption)
			.locator('visible=true')
			.first()
			.waitFor({ state: 'hidden' });
	}

	async chooseOperation(resource: string, operation: string): Promise<void> {
		await this.choose('resource', resource);
		await this.choose('operation', operation);
	}

	async chooseCredential(name: string): Promise<void> {
		await this.form.getByTestId(ID.nodeCredential).click();
		await this.page
			.getByRole('option')
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.locator('visible=true')
			.click();
	}

	async execute(): Promise<void> {
		await this.page.getByTestId(ID.nodeExecute).click();
	}
}
