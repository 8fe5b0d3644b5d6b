import type { Locator } from 'playwright-core';

/** By how many pixels a page, or a part of it, is wider than the room it has. */
export const sidewaysOf = async (part: Locator): Promise<number> =>
	await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
