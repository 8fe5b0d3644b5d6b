import { Explained } from '../core';
import { isWhole, type Listed } from './listAll';

const AGAIN =
	'Nothing was changed. Run this step again; if it happens again, ask the operator of the service.';

/** All items, or an error: where a part would look like the rest had been removed. */
export function whole<Item>({ items, missing }: Listed<Item>, what: string): Item[] {
	if (missing === undefined) return items;
	throw new Explained(
		`The service listed only a part of the ${what}`,
		missing === 'unknown'
			? `It returned ${items.length} and points to more. ${AGAIN}`
			: `It counts ${items.length + missing} but returned ${items.length}. ${AGAIN}`,
	);
}

/** What to tell about a list that may lack something, where it is shown and nothing depends on it. */
export const partHint = ({ items, missing }: Listed<unknown>, what: string): string =>
	missing === 'unknown'
		? `The service listed ${items.length} ${what} and points to more, which it does not show.`
		: `The service announces ${items.length + (missing ?? 0)} ${what} but listed ${items.length}.`;

/** The same for several lists, by their names; nothing of those that are whole. */
export const partHints = (lists: Record<string, Listed<unknown>>): string[] =>
	Object.entries(lists)
		.filter(([, list]) => !isWhole(list))
		.map(([what, list]) => partHint(list, what));
