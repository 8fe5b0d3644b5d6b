/** `structured-headers`, whose types are out of reach of this project's module resolution. */
interface Library {
	parseDictionary(text: string): Map<string, [unknown, Map<string, unknown>]>;
	parseList(text: string): unknown[];
	serializeInnerList(list: unknown): string;
	serializeItem(item: unknown): string;
	serializeList(list: unknown): string;
	serializeDictionary(members: unknown): string;
	Token: new (text: string) => { toString(): string };
	DisplayString: new (text: string) => object;
}

const other = jest.requireActual<Library>('structured-headers');
const { parseDictionary, serializeInnerList, Token, DisplayString } = other;

const isNewer = (value: unknown): boolean =>
	value instanceof Date || value instanceof DisplayString;

class Newer extends Error {}

/** Lists and plain values; bytes as text after a colon. */
function plain(value: unknown): unknown {
	if (isNewer(value)) throw new Newer();
	if (value instanceof ArrayBuffer) return `:${Buffer.from(value).toString('base64')}`;
	if (value instanceof Token) return value.toString();
	if (value instanceof Map) return [...(value as Map<string, unknown>)].map(plain);
	return Array.isArray(value) ? value.map(plain) : value;
}

/** What the other parser reads; null if that is nothing, or a value that only RFC 9651 has. */
export function readByOther(text: string): unknown {
	try {
		return plain(parseDictionary(text));
	} catch {
		return null;
	}
}

/** The first member of a dictionary, a list, as the other one writes it. */
export const listByOther = (text: string): string =>
	serializeInnerList([...parseDictionary(text).values()][0]);

/** The first member of a dictionary, an item. */
export const memberByOther = (text: string): string =>
	other.serializeItem([...parseDictionary(text).values()][0]);

export const listFieldByOther = (text: string): string =>
	other.serializeList(other.parseList(text));

export const dictionaryByOther = (text: string): string =>
	other.serializeDictionary(parseDictionary(text));
