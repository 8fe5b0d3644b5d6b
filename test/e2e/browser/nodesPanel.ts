import type { Locator, Page } from 'playwright-core';

import { ID } from './testIds';

/** The panel from which a person adds nodes to the canvas. */
export class NodesPanel {
	constructor(private readonly page: Page) {}

	/** From the home page: an empty workflow with a trigger that a person presses. */
	async startWorkflow(): Promise<void> {
		await this.page.getByTestId(ID.homeTabs).getByText('Workflows', { exact: true }).click();
		await this.page.getByTestId(ID.workflowCreate).click();
		await this.page.getByTestId(ID.canvasFirst).first().click();
		await this.entry('Trigger manually').click();
	}

	async open(): Promise<void> {
		await this.page.getByTestId(ID.nodesPanelOpen).click();
	}

	async search(text: string): Promise<void> {
		await this.panel.getByTestId(ID.nodesPanelSearch).fill(text);
	}

	entry(name: string): Locator {
		return this.panel
			.getByTestId(ID.nodesPanelEntry)
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.or(this.panel.getByTestId(ID.nodesPanelEntry).getByText(name, { exact: true }))
			.first();
	}

	private get panel(): Locator {
		return this.page.getByTestId(ID.nodesPanel);
	}
}
