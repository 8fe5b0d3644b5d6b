/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { ARTIFACTS } from '../support/shared';

export const SCREENSHOTS = join(ARTIFACTS, 'screenshots');

/** Keeps what a person sees now, named after it. */
export async function keepScreenshot(page: Page, title: string): Promise<void> {
	mkdirSync(SCREENSHOTS, { recursive: true });
	const path = join(SCREENSHOTS, `${fileName(title)}.png`);
	await page.screenshot({ path, animations: 'disabled' });
}

const fileName = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
		.slice(0, 100);
