import { plainPdf } from '../../../sandbox/files/plainPdf';
import { NODE, prepareHarness } from '../support/harness';
import { fileStep } from '../support/steps';
import { prepareEditor } from './editor';

/** A look at the fields before anything is sent, by mouse. */
const harness = prepareHarness();
const editor = prepareEditor({ viewport: { width: 1680, height: 1200 } });

const CONTRACT = [
	['Lease of the harbour office', 'Signature of the landlord:', '', '', 'Signature of the tenant:'],
];
const [LANDLORD, TENANT] = ['landlord@example.com', 'tenant@example.com'];

it('a switch beside Send gives a PDF with the fields of both signers', async () => {
	const content = Buffer.from(plainPdf(CONTRACT)).toString('base64');
	const people = [LANDLORD, TENANT].map((email) => ({ email, role: 'signer' }));
	const parameters = {
		resource: 'envelope',
		operation: 'createAndSend',
		name: 'Lease contract 2026',
		inputMode: 'json',
		participantsJson: JSON.stringify(people),
		fieldsJson: JSON.stringify([
			{ type: 'signature', participantEmail: LANDLORD, text: 'Signature of the landlord:' },
			{ type: 'signature', participantEmail: TENANT, text: 'Signature of the tenant:' },
			{ type: 'checkbox', participantEmail: TENANT, x: 60, y: 300, width: 12, height: 12 },
		]),
	};
	await editor.open(
		harness.workflow(parameters, {
			items: [{ content, fileName: 'lease.pdf' }],
			before: [fileStep()],
		}),
	);
	await editor.openNode(NODE);
	await editor.keep('preview before it is turned on');
	await editor.form.input('previewOnly').getByRole('switch').locator('..').click();
	await editor.form.execute();
	await editor.output.success();

	expect(await editor.output.files()).toEqual([
		expect.stringMatching(/^preview\s[^]*lease-preview\.pdf/),
	]);
	expect(harness.sandbox.log.count()).toBe(0);
	await editor.page.getByText('This is a preview: nothing was created or sent.').waitFor();
});
