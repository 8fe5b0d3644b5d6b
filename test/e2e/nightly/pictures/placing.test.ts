import { action, chain, manualTrigger } from '../../../../host/workflows';
import { NODE, prepareHarness } from '../../support/harness';
import { newAccount } from '../../browser/archivingStep';
import { prepareEditor } from '../../browser/editor';
import { keepPicture } from '../../browser/screenshots';
import { sendTaggedContract } from '../../browser/taggedContract';
import { ID } from '../../browser/testIds';

/** The pictures of docs/placing-fields.md; `npm run screenshots` puts them there. */
const harness = prepareHarness();
const editor = prepareEditor({ viewport: { width: 1368, height: 1000 }, deviceScaleFactor: 0.8 });

/** As it is shown after somebody chose it in the list. */
const chosen = (cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value: '7ceb5970-1c52-4f0e-9d8e-3f6a2b1c4d5e',
	cachedResultName,
});
const FIELD = {
	resource: 'field',
	operation: 'create',
	envelopeId: chosen('Lease contract 2026'),
	documentId: chosen('lease.pdf'),
	participantId: chosen('ada@example.com'),
};
const PEOPLE = { participant: [{ email: 'ada@example.com', role: 'signer' }] };

it.each([
	[
		'placing-at-position.png',
		1220,
		{
			...FIELD,
			placement: 'atPosition',
			page: -1,
			x: 20,
			y: 240,
			unit: 'mm',
			width: 60,
			height: 15,
		},
	],
	[
		'placing-at-text.png',
		1500,
		{ ...FIELD, placement: 'atText', text: 'Signature of the tenant:', place: 'rightOf' },
	],
	[
		'placing-by-tags.png',
		1350,
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: 'Lease contract 2026',
			participants: PEOPLE,
			options: { fieldsFromTags: true },
		},
	],
	[
		'placing-from-template.png',
		1215,
		{
			resource: 'envelope',
			operation: 'createFromTemplate',
			templateId: chosen('Template of a lease'),
			name: 'Lease contract 2026',
			participants: PEOPLE,
		},
	],
])('shows in %s how a field is placed', async (name, height, parameters) => {
	await editor.page.setViewportSize({ width: 1368, height });
	const account = await newAccount(harness);
	await editor.open(chain('Placing', [manualTrigger, action(NODE, parameters, account)]));
	await editor.openNode(NODE);
	await editor.form.form.getByText('Operation').first().waitFor();
	// An input under the mouse has further buttons.
	await editor.page.mouse.move(0, 0);
	await keepPicture(name, editor.page.getByTestId(ID.nodeForm));
});

it('shows the fields that tags became, for the one who signs', async () => {
	const envelope = await sendTaggedContract(harness);
	const signer = envelope.participants[1];
	const { page } = editor;
	await page.setViewportSize({ width: 1368, height: 1000 });
	await page.goto(harness.sandbox.control.signingUrl(envelope.ID, String(signer?.ID)));
	const sheet = page.locator('.sheet[data-state="shown"]');
	await sheet.waitFor();
	const box = await sheet.boundingBox();
	if (!box) throw new Error('No page is shown');
	const { x, y, width } = box;
	await keepPicture('placing-signing.png', page, { clip: { x, y, width, height: 0.54 * width } });
});
