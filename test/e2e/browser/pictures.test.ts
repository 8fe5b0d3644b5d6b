import { prepareGround } from '../support/ground';
import { archivingStep, STEP } from './archivingStep';
import { prepareEditor } from './editor';
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
