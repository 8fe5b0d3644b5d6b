import type { Locator, Page } from 'playwright-core';

import { ID } from './testIds';

/** The output of the open node. */
export class OutputPanel {
	constructor(private readonly page: Page) {}

	/** Waits until the step has succeeded. */
	async success(): Promise<void> {
		await this.panel.getByTestId(ID.outputGreen).waitFor();
	}

	async json(): Promise<unknown> {
		await this.panel.getByTestId(ID.outputTab('json')).click();
		const data = this.panel.getByTestId(ID.outputData);
		await data.getByText(']', { exact: true }).last().waitFor();
		// Lines are indented with spaces that do not break, which JSON does not know.
		return JSON.parse((await data.innerText()).replace(/\u00a0/g, ' '));
	}

	/** The files tab, for each file of the first item. */
	async files(): Promise<string[]> {
		await this.panel.getByTestId(ID.outputTab('binary')).click();
		const files = this.panel.getByTestId(ID.outputFile(0));
		await files.first().waitFor();
		return await files.allInnerTexts();
	}

	/** Waits until the step has failed. */
	async error(): Promise<{ message: string; description: string }> {
		const message = this.panel.getByTestId(ID.errorMessage);
		const description = this.panel.getByTestId(ID.errorDescription);
		await message.waitFor();
		await description.waitFor();
		return { message: await message.innerText(), description: await description.innerText() };
	}

	private get panel(): Locator {
		return this.page.getByTestId(ID.output);
	}
}
