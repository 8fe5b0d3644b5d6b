/** Reads these, one after the other; the last one stays. */
export function reading<Value>(...values: Array<Value | Error>) {
	let reads = 0;
	return jest.fn(async () => {
		const value = values[Math.min(reads++, values.length - 1)] as Value | Error;
		return value instanceof Error ? await Promise.reject(value) : value;
	});
}
