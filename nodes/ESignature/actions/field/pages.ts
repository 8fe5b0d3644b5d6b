import type { BoundingBox } from '../../api';
import { wrongInput } from '../../core';
import type { PageSize } from '../../lib/pdf-text';
import { quantity, quoted } from '../../values/text';

/** The number of a page that exists; -1 is the last page. `document`: its name in errors. */
export function pageIn(
	count: number,
	page: number,
	document: string,
	advice = 'Enter a page that exists. The last one is -1.',
): number {
	const number = page < 0 ? count + 1 + page : page;
	if (number >= 1 && number <= count) return number;
	throw wrongInput(`There is no page ${page}: ${document} has ${quantity(count, 'pages')}`, advice);
}

/** How far a box may reach over an edge, in points: pages have odd sizes, and people round. */
const EDGE_TOLERANCE = 1;

export const isWithin = (
	[x, y, width, height]: BoundingBox,
	page: Pick<PageSize, 'width' | 'height'>,
): boolean =>
	x >= -EDGE_TOLERANCE &&
	y >= -EDGE_TOLERANCE &&
	x + width <= page.width + EDGE_TOLERANCE &&
	y + height <= page.height + EDGE_TOLERANCE;

const MM = 25.4 / 72;

/** The error for a field that does not lie on its page. */
export const outsidePageError = (
	subject: string,
	{ width, height }: PageSize,
	page: number,
	name: string,
	advice: string,
) =>
	wrongInput(
		`${subject} page ${page} of ${quoted(name)}, which is ${Math.round(width * MM)} x ${Math.round(height * MM)} mm`,
		`${advice} so that the whole field lies on the page. In points the page is ${Math.round(width)} x ${Math.round(height)}, in inches ${inches(width)} x ${inches(height)}.`,
	);

const inches = (points: number): number => Math.round((points / 72) * 100) / 100;
