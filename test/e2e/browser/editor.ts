import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import type { NewWorkflow } from '../../../host/workflows';
import { sharedHost } from '../support/shared';
import { CredentialForm } from './credentialForm';
import { launch } from './launch';
import { NodesPanel } from './nodesPanel';
import { OutputPanel } from './outputPanel';
import { ParameterForm } from './parameterForm';
import { ResourceLocator } from './resourceLocator';
import { keepScreenshot } from './screenshots';
import { resumeSession } from './signIn';
import { ID } from './testIds';

/** Long enough for a busy machine; usually nothing waits this long. */
const ACTION_TIMEOUT_MS = 120_000;

/** n8n's editor in a browser. */
export class Editor {
	page!: Page;

	get credentials(): CredentialForm {
		return new CredentialForm(this.page);
	}

	get nodes(): NodesPanel {
		return new NodesPanel(this.page);
	}

	get form(): ParameterForm {
		return new ParameterForm(this.page);
	}

	get output(): OutputPanel {
		return new OutputPanel(this.page);
	}

	/** An input of the node that is open, which names one record. */
	record(name: string): ResourceLocator {
		return new ResourceLocator(this.page, this.form.input(name));
	}

	/** Stores a workflow and opens it. */
	async open(workflow: NewWorkflow): Promise<void> {
		const id = await sharedHost().createWorkflow(workflow);
		await this.page.goto(`/workflow/${id}`, { waitUntil: 'commit' });
		await this.page.getByTestId(ID.canvasNode).first().waitFor();
	}

	/** Opens a node of the canvas, as a double click does. */
	async openNode(name: string): Promise<void> {
		await this.page
			.getByTestId(ID.canvasNode)
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.dblclick();
		await this.page.getByTestId(ID.nodeView).waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId(ID.nodeClose).click();
		await this.page.getByTestId(ID.nodeView).waitFor({ state: 'hidden' });
	}

	/** Waits until the message that a step has succeeded has gone from its corner. */
	async noMessage(): Promise<void> {
		const message = this.page.getByRole('alert').filter({ hasText: 'Node executed' });
		await message.waitFor({ state: 'hidden' });
	}

	async keep(title: string): Promise<void> {
		await keepScreenshot(this.page, title);
	}
}

/** A browser without a session; each test leaves a picture of its end, good or bad. */
export function prepareBrowser(options: BrowserContextOptions = {}): Editor {
	const editor = new Editor();
	let browser: Browser | undefined;
	beforeAll(async () => {
		browser = await launch();
		const context = await browser.newContext({
			baseURL: sharedHost().url,
			viewport: { width: 1440, height: 900 },
			reducedMotion: 'reduce',
			...options,
		});
		editor.page = await context.newPage();
		editor.page.setDefaultTimeout(ACTION_TIMEOUT_MS);
		// n8n asks before it leaves a workflow that was not saved.
		editor.page.on('dialog', (dialog) => void dialog.accept());
	});
	afterEach(async () => await editor.keep(expect.getState().currentTestName as string));
	afterAll(async () => await browser?.close());
	return editor;
}

/** The same with the owner signed in. */
export function prepareEditor(options?: BrowserContextOptions): Editor {
	const editor = prepareBrowser(options);
	beforeAll(async () => await resumeSession(editor.page.context()));
	return editor;
}
