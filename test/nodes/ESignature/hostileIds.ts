import fc from 'fast-check';

export const ID = '123e4567-e89b-42d3-a456-426614174000';

/** Values that an expression may yield instead of an ID, one of each kind; `anyIdInput` draws more of them. */
export const HOSTILE_IDS: unknown[] = [
	'',
	'..',
	'%2e%2e%2f',
	`${ID}:cancel`,
	`${ID}/participants`,
	`${ID}\\..`,
	`${ID}?x=1`,
	`${ID}\0`,
	`${ID},${ID}`,
	`${ID}\n${ID}`,
	`urn:uuid:${ID}`,
	ID.replaceAll('-', ''),
	ID.slice(1),
	`${ID}0`,
	`g${ID.slice(1)}`,
	// Signs that only look like the right ones, or that nobody sees.
	ID.replace('-', '\u2010'),
	ID.replace('1', '\u0661'),
	ID.replace('a', '\u0430'),
	`${ID}\u200b`,
	'0'.repeat(36),
	'x'.repeat(1_000_000),
	'[object Object]',
	'={{ $json.id }}',
	'__proto__',
	0,
	NaN,
	10n,
	true,
	null,
	undefined,
	Symbol('id'),
	() => ID,
	[ID],
	{ value: ID },
	Object.create(null),
	{ toString: () => ID },
	Buffer.from(ID),
];

const pieces = fc.oneof(
	fc.constantFrom('', ' ', '\t', '\n', '..', '/', ':cancel', '?', '#', '%2e', '\0', '\\', '\u200b'),
	fc.string({ unit: 'binary', maxLength: 3 }),
);
const uuids = fc.mixedCase(fc.uuid());

/** IDs, IDs with something added, IDs with one character changed, text, and values of every type. */
export const anyIdInput: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 2, arbitrary: uuids },
	{ weight: 4, arbitrary: fc.tuple(pieces, uuids, pieces).map((parts) => parts.join('')) },
	{
		weight: 4,
		arbitrary: fc
			.tuple(uuids, fc.nat(35), fc.string({ unit: 'binary', maxLength: 2 }))
			.map(([id, at, change]) => id.slice(0, at) + change + id.slice(at + 1)),
	},
	{ weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
	{ weight: 1, arbitrary: uuids.map((id) => [id]) },
	{ weight: 1, arbitrary: fc.anything() },
	{ weight: 1, arbitrary: fc.constantFrom(...HOSTILE_IDS) },
);
