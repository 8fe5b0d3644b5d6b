import { createSandbox, type Sandbox } from '../../../sandbox';
import { localServer, type LocalServer } from '../../support/localServer';
import { launch } from './launch';
import { keepScreenshot } from './screenshots';

let sandbox: Sandbox;
let receiver: LocalServer;
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
	sandbox = await createSandbox();
	receiver = await localServer((_, response) => response.end());
	browser = await launch();
});
afterAll(async () => {
	await browser.close();
	await receiver.close();
	await sandbox.close();
});

it('the administration page shows a delivery when it comes, and keeps what is being typed', async () => {
	const page = await browser.newPage();
	await page.goto(`${sandbox.url}/admin`);
	await page.getByText('Nothing has been delivered yet').waitFor();
	await page.getByLabel('Webhook URL').fill('http://127.0.0.1/half-typed');
	sandbox.control.setWebhook({ url: receiver.url });
	const id = sandbox.control.emit('EnvelopeSealed');
	await page.getByRole('row').filter({ hasText: id }).getByText('Delivered (200)').waitFor();
	expect(await page.getByLabel('Webhook URL').inputValue()).toBe('http://127.0.0.1/half-typed');
	await keepScreenshot(page, 'sandbox-deliveries');
});

it('the inbox says which word is the status, which the signing order and which the last change', async () => {
	sandbox.control.envelope({ status: 'sent', lastModifiedAt: '2026-11-18T05:00:00.000Z' });
	const page = await browser.newPage();
	await page.goto(sandbox.url);
	const facts = await page.getByRole('article').locator('p').first().innerText();
	expect(facts.split(/\s*\n\s*/)).toEqual([
		'Status: sent',
		'Signing: parallel',
		'Modified: 2026-11-18 05:00:00 UTC',
	]);
	await keepScreenshot(page, 'sandbox-inbox');
});
