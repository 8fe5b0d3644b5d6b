import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();

it('sends a copy of the template to the person in the form', async () => {
	const { sandbox } = harness;
	const template = sandbox.control.envelope({
		name: 'Template',
		documents: [{ name: 'lease.pdf', pages: 2 }],
		participants: [{ email: 'somebody@example.com' }],
		fields: true,
	});
	const example = await Example.import(harness, 'contract-from-template', {
		template: template.ID,
	});
	await example.activate();
	const form = example.form('Contract Form');
	await form.page();
	const sent = await example.nextRun(async () => {
		const page = await form.end(await form.submit(['Ada Lovelace', 'ada@example.com']));
		expect(page).toContain('The contract is on its way');
	});
	expect([sent.status, sent.error]).toEqual(['success', undefined]);
	const [{ ID }] = sent.json('Create From Template') as [{ ID: string }];
	const copy = sandbox.control.get(ID);
	expect(copy).toMatchObject({
		name: 'Contract with Ada Lovelace',
		status: 'sent',
		participants: [{ email: 'ada@example.com' }],
		documents: [{ name: 'lease.pdf', numPages: 2 }],
	});
	const boxes = ({ documents }: typeof copy) =>
		documents.flatMap(({ fields }) => fields.map(({ boundingBox }) => boundingBox));
	expect(boxes(copy)).toEqual(boxes(template));
});
