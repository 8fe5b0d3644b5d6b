import type { Locator, Page } from 'playwright-core';

import { ID } from './testIds';

/** An input that names one record: picked from a list, or given by its ID. */
export class ResourceLocator {
	constructor(
		private readonly page: Page,
		private readonly input: Locator,
	) {}

	async mode(name: 'From List' | 'By ID'): Promise<void> {
		await this.input.getByTestId(ID.locatorMode).click();
		await this.page.getByRole('option', { name, exact: true }).locator('visible=true').click();
	}

	async openList(): Promise<void> {
		await this.input.getByTestId(ID.locatorValue).click();
	}

	/** Types into the list's search; call it when the list is open. */
	async search(text: string): Promise<void> {
		await this.page.getByTestId(ID.locatorSearch).locator('visible=true').fill(text);
	}

	entry(text: string): Locator {
		return this.entries.filter({ hasText: text });
	}

	get entries(): Locator {
		return this.page.getByTestId(ID.locatorEntry).locator('visible=true');
	}

	/** Waits for what is shown instead of the entries. */
	async error(): Promise<string> {
		const shown = this.page.getByTestId(ID.locatorError).locator('visible=true');
		await shown.waitFor();
		return await shown.innerText();
	}

	/** n8n takes over what was typed a moment later, and then saves the workflow: who executes before runs the old one. */
	async enterId(id: string): Promise<void> {
		await this.mode('By ID');
		const saved = this.page.waitForResponse(
			(answer) => answer.ok() && (answer.request().postData() ?? '').includes(id),
		);
		await this.input.locator('input').last().fill(id);
		await saved;
	}
}
