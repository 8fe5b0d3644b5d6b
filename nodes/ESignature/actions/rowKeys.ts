import { InputError } from '../core';

/** Keys are compared by their letters: `access_code`, `AccessCode` and `access code` are one key. */
export const plain = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '');

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/**
 * A row from elsewhere under the names that are known here. A table may have columns that are of no
 * concern; but what looks like one of these names is not passed over: the row would lose what its
 * author wanted to say, and a signer their code or a field its place.
 */
export function knownKeys<Key extends string>(
	row: object,
	known: readonly Key[],
	harmless: readonly string[] = [],
): Partial<Record<Key, unknown>> {
	const names = new Map(known.map((key) => [plain(key), key]));
	const entries = Object.entries(row);
	const found: Partial<Record<Key, unknown>> = {};
	for (const [key, value] of entries) {
		const name = names.get(plain(key));
		if (!name) continue;
		if (isGiven(found[name]) && isGiven(value) && found[name] !== value) {
			throw refused(`'${name}' is given twice`, 'Give it once.', known);
		}
		if (!isGiven(found[name])) found[name] = value;
	}
	const passed = new Set(harmless.map(plain));
	for (const [key, value] of entries) {
		if (!isGiven(value) || names.has(plain(key)) || passed.has(plain(key))) continue;
		const meant = known.find((name) => isAlike(key, name, isGiven(found[name])));
		if (meant) throw refused(`'${shown(key)}' is not known`, `Did you mean '${meant}'?`, known);
	}
	return found;
}

/** A key of the user's, which may be anything, in a message. */
export const shown = (key: string): string => key.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);

/** A typing error, or a longer name (`pageNumber`) for what the row otherwise lacks. */
function isAlike(key: string, name: string, isThere: boolean): boolean {
	const [given, wanted] = [plain(key), plain(name)];
	const slips = wanted.length >= 7 ? 2 : wanted.length >= 4 ? 1 : 0;
	if (slips > 0 && distance(given, wanted, slips) <= slips) return true;
	return !isThere && wanted.length >= 4 && wordsOf(key).includes(wanted);
}

const wordsOf = (key: string): string[] =>
	key
		.slice(0, 100)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[\s_-]/);

/** How many letters are wrong, missing, too many or swapped with their neighbour; beyond `most` it does not matter. */
function distance(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return most + 1;
	let before: number[] = [];
	let above = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let i = 1; i <= one.length; i++) {
		const row = [i];
		for (let j = 1; j <= other.length; j++) {
			const same = one[i - 1] === other[j - 1] ? 0 : 1;
			let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
			const isSwapped =
				i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
			if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
			row.push(least);
		}
		[before, above] = [above, row];
	}
	return above[other.length] ?? 0;
}

const refused = (message: string, advice: string, known: readonly string[]) =>
	new InputError(message, `${advice} A row has these keys: ${known.join(', ')}. Nothing was sent.`);
