const LONGEST = 2048;

/** Web addresses out of texts; what is none is left out, and so is what stands behind the path. */
export function addressesOf(texts: ReadonlyArray<string | undefined>): URL[] {
	return texts.flatMap((text) => {
		const url = parse(text);
		return url ? [url] : [];
	});
}

function parse(text: string | undefined): URL | undefined {
	if (text === undefined || text.length > LONGEST) return undefined;
	try {
		const url = new URL(text.trim());
		return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
	} catch {
		return undefined;
	}
}

/** The path and the query of a request line, apart. */
export function splitTarget(target: string): { path: string; query: string } {
	const mark = target.indexOf('?');
	return mark < 0
		? { path: target, query: '' }
		: { path: target.slice(0, mark), query: target.slice(mark) };
}
