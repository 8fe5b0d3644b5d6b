import { isObject, onBulk, onLists, shuffled } from '../changes';
import type { Dialect } from '../dialect';

const BULK =
	'Create Field(s), Create Participant(s): "{ items: [...] }"; that the order is the one of the request is not said';
const LISTS = 'General gaps: "Pagination, filtering and ordering of list endpoints: not shown."';
const WHOLE_LISTS = LISTS;

const oldestFirst = (items: unknown[]) =>
	// Reversed first, for those of the same millisecond.
	[...items].reverse().sort((a, b) => createdAt(a).localeCompare(createdAt(b)));

const createdAt = (item: unknown) => String(isObject(item) ? item.createdAt : '');

/** The list of envelopes has pages, so its order is a matter of the whole list. */
const onWholeLists = (change: <Item>(items: Item[]) => Item[]) =>
	onLists((list, { route }) =>
		route === 'GET /sign/envelopes' ? list : { ...list, items: change(list.items) },
	);

export const order: Dialect[] = [
	{
		name: 'bulk-reversed',
		changes: 'Bulk creations answer in the reverse order',
		leftOpenBy: BULK,
		group: 'bulk order',
		answer: onBulk((items) => [...items].reverse()),
	},
	{
		name: 'bulk-shuffled',
		changes: 'Bulk creations answer in no order',
		leftOpenBy: BULK,
		group: 'bulk order',
		answer: onBulk(shuffled),
	},
	{
		name: 'lists-reversed',
		changes: 'Participants, documents, fields and signing links are listed newest first',
		leftOpenBy: WHOLE_LISTS,
		group: 'list order',
		answer: onWholeLists((items) => [...items].reverse()),
	},
	{
		name: 'lists-shuffled',
		changes: 'Participants, documents, fields and signing links are listed in no order',
		leftOpenBy: WHOLE_LISTS,
		group: 'list order',
		answer: onWholeLists(shuffled),
	},
	{
		name: 'envelopes-oldest-first',
		changes: 'The list of envelopes begins with the oldest',
		leftOpenBy: LISTS,
		group: 'envelope order',
		listing: { order: oldestFirst },
	},
	{
		name: 'envelopes-shuffled',
		changes: 'The list of envelopes has no order',
		leftOpenBy: LISTS,
		group: 'envelope order',
		listing: { order: shuffled },
	},
];
