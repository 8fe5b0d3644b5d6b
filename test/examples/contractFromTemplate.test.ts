import { readExample, withChoices } from '../../host/examples';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness({ sandbox: { seed: true } });

it("copies the draft that 'npm start' brings, with the one person of its form", async () => {
	const { control } = harness.sandbox;
	const draft = control.envelopes().find(({ name }) => name === 'Draft offer');
	const { nodes } = withChoices(readExample('contract-from-template'), {
		credentials: {},
		template: draft?.ID,
	});
	const parameters = nodes.find(({ name }) => name === 'Create From Template')?.parameters ?? {};
	const { items } = await harness.engine.run(parameters, {
		items: [{ json: { Name: 'Ada Lovelace', Email: 'ada.lovelace@example.com' } }],
	});

	expect(items).toMatchObject([
		{ json: { status: 'sent', participants: [{ email: 'ada.lovelace@example.com' }] } },
	]);
});
