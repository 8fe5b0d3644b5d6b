import fc from 'fast-check';

import { DIALECTS } from '../../sandbox';

/** What decides whether a write is recognised: how a service spells, orders and leaves out what it has made. */
const OF_WRITES = [
	/^(role|authentication|access-code|notifier|label)-/,
	/^(bulk|lists|envelopes)-/,
	/^(box|email|key|ids|total|items|send|nothing|problem)-/,
	/^(creations|writes)-\d+$/,
	/^(pages-of-one|pages-empty-between|cursor-behind-whole-lists|next-page-zero)$/,
	/^(absent-as-null|extra-keys|json-pretty|reads-touch-envelope|time-seconds|time-without-zone)$/,
	/^(document-late|document-names-cleaned|envelope-names-tidied|envelope-short-on-create)$/,
	/^(processing-slow|processing-unknown-state)$/,
];

/** By name. `deletes-later` is not among them: it acts when nobody looks, so the ledger could not tell for whom. */
export const OFFERED = DIALECTS.filter(({ name }) => OF_WRITES.some((known) => known.test(name)));

/** In a third of the sequences, one to three that can be spoken at the same time. */
export const spoken: fc.Arbitrary<string[]> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<string[]>([]) },
	{
		weight: 1,
		arbitrary: fc
			.uniqueArray(fc.constantFrom(...OFFERED), {
				minLength: 1,
				maxLength: 3,
				size: 'max',
				selector: ({ group, name }) => group ?? name,
			})
			.map((drawn) => drawn.map(({ name }) => name)),
	},
);

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What a user has from the service bears its spelling of IDs. */
export const asSpelt = <Value>(value: Value, names: readonly string[]): Value =>
	names.some((name) => name.startsWith('ids-upper'))
		? (JSON.parse(JSON.stringify(value).replace(ID, (id) => id.toUpperCase())) as Value)
		: value;
