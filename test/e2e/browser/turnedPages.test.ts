import { corpusFiles } from '../../../checks/corpus/files';
import { referencePages } from '../../../checks/corpus/read';
import { formField } from '../../support/formRows';
import { prepareHarness } from '../support/harness';
import { fileStep } from '../support/steps';
import { prepareBrowser } from './editor';

const harness = prepareHarness();
const browser = prepareBrowser();

/** Each way of turning a page, as it is, cropped and scaled. */
const TURNED = 'pdflib-turned.pdf';
const TEXT = 'Signature of the tenant:';
/** In points, as the page is seen: a field over a text has its lower left corner, and the size that is asked for. */
const SIZE = { width: 120, height: 30 };
/** On the screen, in pixels. */
const NEAR = 2;

/** The box around the text's base line by pdf.js, in shares of the page that is seen, and that page in points. */
const linesByPdfJs = () =>
	(referencePages([TURNED]).get(TURNED) ?? []).map(({ width, height, glyphs }) => {
		const from = glyphs
			.map(([letter]) => letter)
			.join('')
			.indexOf(TEXT);
		const line = glyphs.slice(from, from + TEXT.length);
		const across = line.flatMap(([, x, , toX]) => [x / width, toX / width]);
		const down = line.flatMap(([, , y, , toY]) => [y / height, toY / height]);
		return {
			left: Math.min(...across),
			right: Math.max(...across),
			top: Math.min(...down),
			bottom: Math.max(...down),
			width,
			height,
		};
	});

it('shows a field over its text on pages that are turned, cropped and scaled', async () => {
	const { page } = browser;
	const content = corpusFiles().get(TURNED)?.toString('base64');
	const [sent] = await harness.items(
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: 'Turned pages',
			participants: { participant: [{ email: 'tenant@example.com', role: 'signer' }] },
			fields: {
				field: [
					formField({
						type: 'signature',
						text: TEXT,
						occurrence: 'every',
						place: 'over',
						...SIZE,
					}),
				],
			},
		},
		{ items: [{ content, fileName: 'turned.pdf' }], before: [fileStep()] },
	);
	const envelope = harness.sandbox.control.get(String(sent?.ID));
	await page.goto(
		harness.sandbox.control.signingUrl(envelope.ID, String(envelope.participants[0]?.ID)),
	);
	const lines = linesByPdfJs();
	expect(lines).toHaveLength(15);
	for (const [index, line] of lines.entries()) {
		const sheet = page.locator(`.sheet[data-page="${index + 1}"]`);
		await sheet.scrollIntoViewIfNeeded();
		await page.locator(`.sheet[data-page="${index + 1}"][data-state="shown"]`).waitFor();
		const paper = await sheet.locator('canvas').boundingBox();
		const shown = await sheet.locator('.field-signature').boundingBox();
		if (!paper || !shown) throw new Error(`No field is shown on page ${index + 1}`);
		const [left, right] = [line.left, line.right].map((at) => paper.x + at * paper.width);
		const [top, bottom] = [line.top, line.bottom].map((at) => paper.y + at * paper.height);
		const long = Math.max((right ?? NaN) - (left ?? NaN), (bottom ?? NaN) - (top ?? NaN));
		// From the line that letters stand on to the edge of their box it is less than their height.
		const letter = long / 8;
		expect({
			page: index + 1,
			left: Math.abs(shown.x - (left ?? NaN)) < letter,
			bottom: Math.abs(shown.y + shown.height - (bottom ?? NaN)) < letter,
			// The page to sign on shows no field smaller than a finger can touch.
			across: shown.width > (SIZE.width / line.width) * paper.width - NEAR,
			down: shown.height > (SIZE.height / line.height) * paper.height - NEAR,
		}).toEqual({ page: index + 1, left: true, bottom: true, across: true, down: true });
	}
	await browser.keep('fields over their text on turned pages');
});
