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

	/** Chooses an entry of a list that takes several and stays open. */
	async tick(name: string, entry: string): Promise<void> {
		const option = this.page
			.getByRole('option')
			.filter({ has: this.page.getByText(entry, { exact: true }) })
			.locator('visible=true');
		if (!(await option.isVisible())) await this.input(name).click();
		await option.click();
	}

	async chooseOperation(resource: string, operation: string): Promise<void> {
		await this.choose('resource', resource);
		await this.choose('operation', operation);
	}

	async chooseCredential(name: string): Promise<void> {
		await this.form.getByTestId(ID.nodeCredential).click();
		await this.page.getByRole('option').filter({ hasText: name }).locator('visible=true').click();
	}

	/** Types an expression, and waits until n8n has saved it: who executes before runs the old one. */
	async enterExpression(name: string, text: string): Promise<void> {
		const saved = this.page.waitForResponse(
			(answer) => answer.ok() && (answer.request().postData() ?? '').includes(text),
		);
		// It makes an editor of the input, which takes the rest.
		await this.input(name).locator('input, textarea').first().fill('=');
		await this.input(name).locator('[contenteditable=true]').click();
		await this.page.keyboard.insertText(text);
		await saved;
	}

	async toggle(name: string): Promise<void> {
		await this.input(name).getByRole('switch').press('Space');
	}

	/** What stands above the inputs, from top to bottom. */
	async labels(): Promise<string[]> {
		const shown = this.form.getByTestId(ID.inputLabel).locator('label[for]:visible');
		const lines = await shown.allInnerTexts();
		return lines.map((text) => (text.split('\n')[0] as string).replace(/\s*\*$/, '').trim());
	}

	/** The same once they are as wanted, for n8n redraws the form a moment after a choice; else what there is. */
	async settledLabels(wanted: string[]): Promise<string[]> {
		const ends = Date.now() + 15_000;
		let labels = await this.labels();
		while (labels.join() !== wanted.join() && Date.now() < ends) labels = await this.labels();
		return labels;
	}

	async execute(): Promise<void> {
		await this.page.getByTestId(ID.nodeExecute).click();
	}
}
