import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

import { ARTIFACTS } from '../support/shared';

const SCREENSHOTS = join(ARTIFACTS, 'screenshots');

/** Keeps what a person sees now, named after it. */
export async function keepScreenshot(page: Page, title: string): Promise<void> {
	mkdirSync(SCREENSHOTS, { recursive: true });
	const path = join(SCREENSHOTS, `${fileName(title)}.png`);
	await page.screenshot({ path, animations: 'disabled' });
}

/** The pictures of the README and the docs. */
const DOCS = join(SCREENSHOTS, 'readme');
const SMALL = 120_000;

/** Keeps a picture for the README or the docs, which must be small. */
export async function keepPicture(
	name: string,
	part: Locator | Page,
	options: Pick<PageScreenshotOptions, 'clip' | 'style'> = {},
): Promise<void> {
	mkdirSync(DOCS, { recursive: true });
	const path = join(DOCS, name);
	await part.screenshot({ path, animations: 'disabled', ...options });
	expect(statSync(path).size).toBeLessThan(SMALL);
}

const fileName = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
		.slice(0, 100);
