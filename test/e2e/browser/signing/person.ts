import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

import type { EnvelopeFixture, Sandbox, StoredEnvelope } from '../../../../sandbox';
import { newSandbox } from '../../support/ground';
import { prepareBrowser } from '../editor';

/** A sandbox and a person in front of its pages. */
export class Person {
	sandbox!: Sandbox;

	constructor(private readonly browser: { page: Page }) {}

	get page(): Page {
		return this.browser.page;
	}

	async visit(path: string): Promise<void> {
		await this.page.goto(new URL(path, this.sandbox.url).href);
	}

	/** An envelope that waits for its signers, with all eight types of fields for each. */
	receives(wanted: EnvelopeFixture = {}): StoredEnvelope {
		return this.sandbox.control.envelope({ status: 'sent', fields: 'all', ...wanted });
	}

	/** Follows the link of a participant, the first one if not told. */
	async follows({ ID, participants }: StoredEnvelope, which = 0): Promise<void> {
		await this.visit(this.sandbox.control.signingUrl(ID, participants[which]!.ID));
	}

	/** The same up to a signing page whose first document is painted and whose fields are in place. */
	async opens(envelope: StoredEnvelope, which = 0): Promise<void> {
		await this.follows(envelope, which);
		await this.sees('Sign');
		await this.painted();
	}

	async painted(page = 1): Promise<void> {
		const sheet = this.page.locator('.sheet').nth(page - 1);
		await sheet.scrollIntoViewIfNeeded();
		await sheet.and(this.page.locator('[data-state="shown"]')).waitFor();
	}

	/** Waits for a page by its heading. */
	async sees(heading: string): Promise<void> {
		await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
		await this.styled();
	}

	async reads(sentence: string | RegExp): Promise<void> {
		await this.page.getByText(sentence).first().waitFor();
		await this.styled();
	}

	/** The words of a page come before its style sheets. */
	private async styled(): Promise<void> {
		await this.page.waitForLoadState('load');
	}

	button(name: string): Locator {
		return this.page.getByRole('button', { name, exact: true });
	}

	async focusIsOn(control: Locator): Promise<boolean> {
		return await control.evaluate((element) => element === element.ownerDocument.activeElement);
	}

	/** Goes to a control with the Tab key alone. */
	async tabsTo(control: Locator): Promise<void> {
		for (let presses = 0; presses < MOST_STOPS; presses += 1) {
			if (await this.focusIsOn(control)) return;
			await this.page.keyboard.press('Tab');
		}
		throw new Error(`The Tab key does not lead to ${control.toString()}`);
	}

	async types(control: Locator, text: string): Promise<void> {
		await this.tabsTo(control);
		await this.page.keyboard.type(text);
	}

	async presses(control: Locator, key: 'Enter' | 'Space'): Promise<void> {
		await this.tabsTo(control);
		await this.page.keyboard.press(key);
	}
}

const MOST_STOPS = 60;

export function preparePerson(options?: BrowserContextOptions): Person {
	const person = new Person(prepareBrowser({ locale: 'en-US', ...options }));
	beforeAll(async () => {
		person.sandbox = await newSandbox();
	});
	afterAll(async () => await person.sandbox.close());
	return person;
}
