import { plainPdf } from '../../../sandbox/files/plainPdf';
import { extentOf, imageOfPng, type Image } from '../../support/image';
import { NODE, prepareHarness } from '../support/harness';
import { fileStep } from '../support/steps';
import { until } from '../support/until';
import { prepareEditor } from './editor';

/** A look at the fields before anything is sent, by mouse: each test goes on where the one before it stopped. */
const harness = prepareHarness();
const editor = prepareEditor({ viewport: { width: 1680, height: 1200 } });

const CONTRACT = [
	['Lease of the harbour office', 'Signature of the landlord:', '', '', 'Signature of the tenant:'],
];
const [LANDLORD, TENANT] = ['landlord@example.com', 'tenant@example.com'];

/** The colors of the first two signers. */
const COLORS = [
	[13, 89, 191],
	[199, 64, 13],
] as const;

/** Whether a picture has this color, but for what the edges of letters mix. */
const shows = (image: Image, [red, green, blue]: (typeof COLORS)[number]): boolean =>
	extentOf(
		image,
		(r, g, b) => Math.abs(r - red) < 9 && Math.abs(g - green) < 9 && Math.abs(b - blue) < 9,
	) !== undefined;

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

it('View shows it', async () => {
	const { page } = editor;
	await page.getByRole('button', { name: 'View', exact: true }).click();
	const file = page.getByTitle('File preview');
	await file.waitFor();
	await editor.noMessage();
	// The browser draws a PDF itself, so there is no text to wait for.
	await until('both signers are seen', async () => {
		const image = imageOfPng(await file.screenshot());
		return COLORS.every((color) => shows(image, color));
	});
});
