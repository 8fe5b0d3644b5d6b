import type { Locator } from 'playwright-core';

import type { BoundingBox } from '../../../../nodes/ESignature/api';

/** A4 in points, in which the boxes of fields are counted. */
const PAPER = { width: 595, height: 842 };

/** By how many pixels something is off the place of a field on the painted page, at its worst side. */
export async function offPlace(
	shown: Locator,
	page: Locator,
	[x, y, w, h]: BoundingBox,
): Promise<number> {
	const box = await shown.boundingBox();
	const paper = await page.boundingBox();
	if (!box || !paper) throw new Error('Nothing is shown there');
	const scale = paper.width / PAPER.width;
	expect(paper.height).toBeCloseTo(PAPER.height * scale, 0);
	return Math.max(
		Math.abs(box.x - (paper.x + x * scale)),
		Math.abs(box.y - (paper.y + y * scale)),
		Math.abs(box.width - w * scale),
		Math.abs(box.height - h * scale),
	);
}
