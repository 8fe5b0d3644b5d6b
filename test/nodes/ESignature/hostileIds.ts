import fc from 'fast-check';

export const ID = '123e4567-e89b-42d3-a456-426614174000';

/** What an expression may yield instead of an ID, by accident or on purpose. */
export const HOSTILE_IDS: unknown[] = [
	...['', '.', '..', '../..', '%2e%2e', '%2e%2e%2f', '..%2f', '..;/', '...', '/', '//', '\\', '*'],
	...['x:cancel', ':cancel', `${ID}:cancel`, `${ID}%3Acancel`, `${ID}:download-sealed`],
	...[`${ID}/participants`, `${ID}/../${ID}`, 'a/b', `/${ID}`, `${ID}/`, `${ID}\\..`],
	...['?', '#', `${ID}?x=1`, `${ID}#x`, `${ID}&x`, `${ID};x`, `${ID}%00`, `${ID}\0`, `\0${ID}`],
	...[`${ID},${ID}`, `${ID} ${ID}`, `${ID}\n${ID}`, `"${ID}"`, `{${ID}}`, `urn:uuid:${ID}`],
	...[ID.replaceAll('-', ''), ID.slice(1), `${ID}0`, `g${ID.slice(1)}`, ID.replace('-', '\u2010')],
	// Digits and letters that only look like ASCII ones.
	...[ID.replace('1', '\u0661'), ID.replace('1', '\uff11'), ID.replace('a', '\u0430')],
	...[`${ID}\u200b`, `\u202e${ID}`, ID.replace('-', '\u00ad-'), ID.replaceAll('-', '%2d')],
	...['0'.repeat(36), '-'.repeat(36), 'x'.repeat(1_000_000), ID.repeat(10_000)],
	...['undefined', 'null', 'NaN', '[object Object]', '={{ $json.id }}', '__proto__', 'constructor'],
	...[0, 1, -1, NaN, 1e36, 10n, true, false, null, undefined, Symbol('id'), () => ID],
	...[[], [ID], [[ID]], {}, { value: ID }, { ID }, Object.create(null), new Date(0)],
	...[{ toString: () => ID }, { valueOf: () => ID }, { toJSON: () => ID, length: 36 }, Object(ID)],
	...[{ [Symbol.toPrimitive]: () => ID }, Buffer.from(ID), new Map([[ID, ID]]), new Set([ID])],
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
