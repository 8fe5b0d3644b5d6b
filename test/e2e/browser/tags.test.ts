import type { Locator } from 'playwright-core';

import { referencePages } from '../../../checks/corpus/read';
import { prepareGround } from '../support/ground';
import { signContract } from './contract';
import { prepareBrowser } from './editor';
import { sendTaggedContract, TAGGED_CONTRACT } from './taggedContract';

const ground = prepareGround();
const browser = prepareBrowser();
/** On the screen, in pixels. */
const NEAR = 2;

/** Where each tag stands by pdf.js, in points: from the first bracket to the last one, and its line. */
function tagsByPdfJs() {
	const [page] = referencePages([TAGGED_CONTRACT]).get(TAGGED_CONTRACT) ?? [];
	if (!page) throw new Error('pdf.js sees no page');
	// A glyph can be several letters.
	const letters = page.glyphs.flatMap((glyph) =>
		[...glyph[0]].map((letter) => ({ letter, glyph })),
	);
	const text = letters.map(({ letter }) => letter).join('');
	const tags = [...text.matchAll(/\[\[(\w+):(\d)[^\]]*\]\]/g)].map((match) => {
		const [tag, type = '', signer] = match;
		const [, left = 0, line = 0] = letters[match.index]?.glyph ?? [];
		const [, , , right = 0] = letters[match.index + tag.length - 1]?.glyph ?? [];
		return { type, signer: Number(signer), left, right, line };
	});
	return { width: page.width, tags };
}

/** What is needed of one: the types of a browser are not there. */
interface Canvas {
	width: number;
	getContext(kind: '2d'): {
		getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
	};
}

/** The highest and the lowest row of the painted page that is not white in a part of it; all are shares of its width. */
const inkIn = async (canvas: Locator, part: { left: number; right: number; line: number }) =>
	await canvas.evaluate((element, { left, right, line }) => {
		const paper = element as unknown as Canvas;
		const { width } = paper;
		const context = paper.getContext('2d');
		const [from, across, top] = [left, right - left, line - 0.045].map((at) =>
			Math.round(at * width),
		);
		const high = Math.round(0.06 * width);
		const pixels = context.getImageData(from ?? 0, top ?? 0, across ?? 1, high).data;
		const rows = new Set<number>();
		for (let at = 0; at < pixels.length; at += 4) {
			if ((pixels[at] ?? 255) < 230) rows.add(Math.floor(at / 4 / (across ?? 1)));
		}
		return [Math.min(...rows), Math.max(...rows) + 1].map((row) => ((top ?? 0) + row) / width);
	}, part);

it('lets two people sign a contract from LibreOffice, with the fields over its tags', async () => {
	const { page } = browser;
	const envelope = await sendTaggedContract(ground);
	const { width, tags } = tagsByPdfJs();
	expect(tags).toHaveLength(5);
	for (const [index, { ID, email }] of envelope.participants.entries()) {
		await page.goto(ground.sandbox.control.signingUrl(envelope.ID, ID));
		await page.locator('.sheet[data-state="shown"]').waitFor();
		const canvas = page.locator('.paper canvas');
		const paper = await canvas.boundingBox();
		const own = tags.filter(({ signer }) => signer === index + 1);
		for (const { type, ...place } of own) {
			const field = await page.locator(`.field-${type}`).boundingBox();
			if (!field || !paper) throw new Error(`No field ${type} is shown`);
			const [left, right, line] = [place.left, place.right, place.line].map((at) => at / width) as [
				number,
				number,
				number,
			];
			const [top = NaN, bottom = NaN] = await inkIn(canvas, { left, right, line });
			const off = {
				left: Math.abs(field.x - paper.x - left * paper.width),
				right: Math.abs(field.x + field.width - paper.x - right * paper.width),
				// Nothing of the letters is outside, and the field is not much higher than they are.
				above: Math.max(0, field.y - paper.y - top * paper.width),
				below: Math.max(0, paper.y + bottom * paper.width - field.y - field.height),
			};
			expect(Math.max(...Object.values(off))).toBeLessThan(NEAR);
			expect(field.height).toBeLessThan(1.5 * (bottom - top) * paper.width);
		}
		expect(await page.locator('.field').count()).toBe(own.length);
		await browser.keep(`the fields of ${email} over their tags`);
		await page.getByRole('textbox', { name: /Signature/ }).fill(String(email.split('@')[0]));
		const keys = page.getByRole('textbox', { name: /Number of keys/ });
		if (await keys.count()) await keys.fill('3');
		await browser.keep(`the contract as ${email} signs it`);
		await signContract(page);
	}
	await ground.sandbox.control.idle();
	expect(['processing', 'sealed']).toContain(envelope.status);
	const types = envelope.documents.flatMap(({ fields }) => fields.map(({ type }) => type));
	expect(types.sort()).toEqual(['custom', 'date', 'date', 'signature', 'signature']);
});
