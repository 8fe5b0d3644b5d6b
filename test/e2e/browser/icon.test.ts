import { chain, manualTrigger, action } from '../../../host/workflows';
import { NODE, prepareHarness } from '../support/harness';
import { prepareEditor } from './editor';
import { ID } from './testIds';

const harness = prepareHarness();

describe.each([
	{ colorScheme: 'light', icon: '/esignature.svg' },
	{ colorScheme: 'dark', icon: '/esignature.dark.svg' },
] as const)('in the $colorScheme theme', ({ colorScheme, icon }) => {
	const editor = prepareEditor({ colorScheme });

	it('stands on the canvas with the icon that was drawn for it', async () => {
		await editor.open(chain('Icon', [manualTrigger, action(NODE, {}, harness.credential)]));
		const image = editor.page.getByTestId(ID.canvasNode).locator('img').last();
		await image.waitFor();
		expect(await image.getAttribute('src')).toContain(icon);
	});
});
