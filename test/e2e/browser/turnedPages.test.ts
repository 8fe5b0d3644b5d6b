import { corpusFiles } from '../../../checks/corpus/files';
import { referencePages } from '../../../checks/corpus/read';
import { formField } from '../../support/formRows';
import { prepareGround } from '../support/ground';
import { fileStep } from '../support/steps';
import { prepareBrowser } from './editor';

const ground = prepareGround();
const browser = prepareBrowser();

/** Each way of turning a page, as it is, cropped and scaled. */
const TURNED = 'pdflib-turned.pdf';
const TEXT = 'Signature of the tenant:';
/** On the screen, in pixels. */
const NEAR = 2;

/** The box around the text's base line by pdf.js, in shares of the page that is seen. */
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
		};
	});

it('shows a field over its text on pages that are turned, cropped and scaled', async () => {
	const { page } = browser;
	const content = corpusFiles().get(TURNED)?.toString('base64');
	const [sent] = await ground.items(
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: 'Turned pages',
			participants: { participant: [{ email: 'tenant@example.com', role: 'signer' }] },
			fields: {
				field: [formField({ type: 'signature', text: TEXT, occurrence: 'every', place: 'over' })],
			},
		},
		{ items: [{ content, fileName: 'turned.pdf' }], before: [fileStep()] },
	);
	const envelope = ground.sandbox.control.get(String(sent?.ID));
	await page.goto(
		ground.sandbox.control.signingUrl(envelope.ID, String(envelope.participants[0]?.ID)),
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
		const outside = {
			left: shown.x - (left ?? NaN),
			right: (right ?? NaN) - shown.x - shown.width,
			top: shown.y - (top ?? NaN),
			bottom: (bottom ?? NaN) - shown.y - shown.height,
		};
		// The whole line is covered, and the field is as long as it is and about as high as its letters.
		expect({ page: index + 1, off: Math.max(...Object.values(outside)) > NEAR }).toEqual({
			...{ page: index + 1, off: false },
		});
		const long = Math.max((right ?? NaN) - (left ?? NaN), (bottom ?? NaN) - (top ?? NaN));
		const sides = [shown.width, shown.height].sort((a, b) => a - b);
		expect(Math.abs((sides[1] ?? NaN) - long)).toBeLessThan(2 * NEAR);
		expect(sides[0]).toBeLessThan(long / 5);
	}
	await browser.keep('fields over their text on turned pages');
});
