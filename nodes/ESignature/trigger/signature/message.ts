/** What arrived, as far as a signature can cover it. */
export interface Message {
	method: string;
	/** From `?` on, without a fragment; empty if there is none. */
	query: string;
	/** By lower-case name. */
	headers: Record<string, string | string[] | undefined>;
	content: Buffer;
}

export function headerOf({ headers }: Message, name: string): string | undefined {
	if (!Object.hasOwn(headers, name)) return undefined;
	const value = headers[name];
	return Array.isArray(value) ? value.join(', ') : value;
}
