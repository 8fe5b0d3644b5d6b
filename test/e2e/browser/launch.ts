import { chromium, selectors, type Browser } from 'playwright-core';

import { findChromium } from './chromium';

/** No sandbox, since containers forbid it; no service of the browser's maker. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** A browser with a profile of its own, which goes when it is closed. */
export async function launch(): Promise<Browser> {
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath: findChromium(), headless: true, args: FLAGS });
}
