/** `structured-headers`, whose types are out of reach of this project's module resolution. */
interface Library {
	parseDictionary(text: string): Map<string, [unknown, Map<string, unknown>]>;
	serializeInnerList(list: unknown): string;
	Token: new (text: string) => { toString(): string };
	DisplayString: new (text: string) => object;
}

const { parseDictionary, serializeInnerList, Token, DisplayString } =
	jest.requireActual<Library>('structured-headers');

/** Types that RFC 8941 does not have. */
const isNewer = (value: unknown): boolean =>
	value instanceof Date || value instanceof DisplayString;

/** Lists and plain values; bytes as text after a colon. */
function plain(value: unknown): unknown {
	if (isNewer(value)) throw new Error('Of a newer standard');
	if (value instanceof ArrayBuffer) return `:${Buffer.from(value).toString('base64')}`;
	if (value instanceof Token) return value.toString();
	if (value instanceof Map) return [...(value as Map<string, unknown>)].map(plain);
	return Array.isArray(value) ? value.map(plain) : value;
}

/** The result of the other parser; null if it cannot read the text. */
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
