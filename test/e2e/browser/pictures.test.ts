/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { prepareGround } from '../support/ground';
import { archivingStep, STEP } from './archivingStep';
import { prepareEditor } from './editor';
import { SCREENSHOTS } from './screenshots';
import { ID } from './testIds';

const ground = prepareGround();

describe.each([
	{ colorScheme: 'light', icon: '/esignature.svg' },
	{ colorScheme: 'dark', icon: '/esignature.dark.svg' },
] as const)('in the $colorScheme theme', ({ colorScheme, icon }) => {
	const editor = prepareEditor({ colorScheme });

	it('stands on the canvas with the icon that was drawn for it', async () => {
		await editor.open(await archivingStep(ground));
		const image = editor.page.getByTestId(ID.canvasNode).locator('img').last();
		await image.waitFor();
		expect(await image.getAttribute('src')).toContain(icon);
	});

	it('shows its form and an archive with its files', async () => {
		await editor.openNode(STEP);
		await editor.form.execute();
		await editor.output.success();
		const names = (await editor.output.files()).map((file) => file.split('\n')[0]);
		expect(names).toEqual(['sealed', 'auditTrail', 'manifest']);
	});
});

describe('for the README', () => {
	// As narrow as the editor can be without cutting anything off, then scaled to 1200 pixels.
	const editor = prepareEditor({
		viewport: { width: 1368, height: 680 },
		deviceScaleFactor: 1200 / 1320,
	});

	it('leaves a picture of the node that is small enough for it', async () => {
		await editor.open(await archivingStep(ground));
		await editor.openNode(STEP);
		await editor.form.execute();
		await editor.output.success();
		await editor.output.files();
		await editor.noMessage();
		const path = join(SCREENSHOTS, 'readme.png');
		await editor.page.getByTestId(ID.nodeView).screenshot({ path, animations: 'disabled' });
		expect(statSync(path).size).toBeLessThan(120_000);
	});
});
