import type { BrowserContext, Page } from 'playwright-core';

import { OWNER } from '../../../host/rest';
import { sharedHost } from '../support/shared';
import { ID } from './testIds';

/** As a person does, in the form. */
export async function signIn(page: Page): Promise<void> {
	await page.goto('/signin', { waitUntil: 'commit' });
	await page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
	await page.locator('input[name=password]').fill(OWNER.password);
	await page.getByTestId(ID.signIn).click();
	await page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
}

/** Uses the session of the tests, which saves a page load in tests that are not about signing in. */
export async function resumeSession(context: BrowserContext): Promise<void> {
	const { url, cookie, browser } = sharedHost().state.session;
	const [name, value] = cookie.split('=') as [string, string];
	await context.addCookies([{ name, value, url }]);
	await context.addInitScript((id) => localStorage.setItem('n8n-browserId', id), browser);
}
