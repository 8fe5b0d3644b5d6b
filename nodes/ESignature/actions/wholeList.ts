import { Explained } from '../core';

const AGAIN =
	'Nothing was changed. Run this step again; if it happens again, ask the operator of the service.';

/**
 * All items of a list that has no pages, or an error: a part would look like the rest had been removed.
 * Only some lists have a `total`.
 */
export function wholeList<Item>(reply: { items: Item[] }, what: string): Item[] {
	const { items, total, nextPage }: { items: Item[]; total?: unknown; nextPage?: unknown } = reply;
	const counted = typeof total === 'number' ? total : items.length;
	if (counted === items.length && !nextPage) return items;
	throw new Explained(
		`The service listed only a part of the ${what}`,
		nextPage
			? `It returned ${items.length} and points to more. ${AGAIN}`
			: `It counts ${counted} but returned ${items.length}. ${AGAIN}`,
	);
}
