import type { Page } from 'playwright-core';

import { tooFaint, type Paint } from './contrast';

/** Where the Tab key stops, and the ring that shows it. */
export interface Stop extends Paint {
	/** Pixels; 0 where there is no ring. */
	ring: number;
	/** Whether the middle of it is to be seen and not behind something else. */
	isInView: boolean;
}

/** Goes once through the page with the Tab key, from its beginning to its end. */
export async function focusStops(page: Page): Promise<Stop[]> {
	await page.locator('a').first().focus();
	// To and fro: the ring is for those who come by key.
	await page.keyboard.press('Tab');
	await page.keyboard.press('Shift+Tab');
	const stops: Stop[] = [];
	for (;;) {
		const stop = await stopOn(page);
		if (!stop) return stops;
		stops.push(stop);
		await page.keyboard.press('Tab');
	}
}

/** For the function below, which runs in the page. */
declare const getComputedStyle: (element: unknown) => Record<string, string>;

const stopOn = async (page: Page): Promise<Stop | undefined> =>
	await page.locator('body').evaluate((body): Stop | undefined => {
		// Not `:focus`, which does not match an input while its calendar button has the focus.
		const element = body.ownerDocument.activeElement;
		if (element === body) return undefined;
		const style = getComputedStyle(element);
		const behind: string[] = [];
		for (let each = element.parentElement; each; each = each.parentElement) {
			behind.push(String(getComputedStyle(each).backgroundColor));
		}
		// The first of its lines, where a link is broken.
		const { x, y, width, height } = element.getClientRects()[0];
		const onTop = body.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
		const text = (element.labels?.[0] ?? element).textContent.replace(/\s+/g, ' ').trim();
		return {
			what: `${element.localName} "${text}"`,
			colour: String(style['outline-color']),
			behind,
			ring: style['outline-style'] === 'none' ? 0 : parseFloat(String(style['outline-width'])),
			isInView: element.contains(onTop),
		};
	});

/** What is wrong with the rings, in words. WCAG 2.2: 2.4.7, 2.4.11 and 1.4.11. */
export const hardToSee = (stops: Stop[]): string[] => [
	...stops.filter(({ ring }) => ring < 2).map(({ what }) => `${what}: no ring`),
	...stops.filter(({ isInView }) => !isInView).map(({ what }) => `${what}: out of view`),
	...tooFaint(stops, 3),
];
