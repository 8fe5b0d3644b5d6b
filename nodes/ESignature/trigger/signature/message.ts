/** What arrived, as far as a signature can cover it. */
export interface Message {
	method: string;
	/** From `?` on, without a fragment; empty if there is none. */
	query: string;
	/** By lower-case name. */
	headers: Record<string, string | string[] | undefined>;
	/** Names and values in turn, as they came: by name, Node drops some of the repeated ones. */
	rawHeaders?: readonly string[];
	content: Buffer;
}

/** The lines of a field in their order, each without the blanks around it (RFC 9421, 2.1). */
export function linesOf({ headers, rawHeaders }: Message, name: string): string[] {
	if (rawHeaders) {
		return rawHeaders
			.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
			.map(unpadded);
	}
	// Joined already: a blank at the end may stand behind the comma before an empty line.
	return Object.hasOwn(headers, name) ? [headers[name] ?? []].flat() : [];
}

/** The value of a field. An empty line counts: its comma was signed, too. */
export function headerOf(message: Message, name: string): string | undefined {
	const lines = linesOf(message, name);
	return lines.length === 0 ? undefined : lines.join(', ');
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** By hand: the patterns for this take time that grows with the square of the blanks. */
function unpadded(line: string): string {
	let start = 0;
	let end = line.length;
	while (start < end && isBlank(line[start])) start++;
	while (end > start && isBlank(line[end - 1])) end--;
	return line.slice(start, end);
}
