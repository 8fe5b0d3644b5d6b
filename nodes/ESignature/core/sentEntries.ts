import type { NodeError } from './nodeError';
import type { Call } from './operation';

/**
 * Which entries a refused request held. An operation may leave out those that exist already or occur
 * twice, so that the numbers in the service's answer are not those of the items.
 */
export class SentEntries {
	private readonly sent = new WeakMap<object, unknown[]>();

	/** The call, observed. */
	watching(call: Call): Call {
		const request: Call['request'] = async (route, args) =>
			await call.request(route, args).catch(async (error: Error) => {
				this.sent.set(error, entriesOf(args.body));
				return await Promise.reject(error);
			});
		return { ...call, request };
	}

	/** The entry that the service named: validation errors of a bulk request say `items[3].email`. */
	complained(error: NodeError): unknown {
		const entries = this.sent.get(error) ?? [];
		const { validationErrors } = (error.context.data ?? {}) as { validationErrors?: string[][] };
		const named = validationErrors?.map(
			([field]) => /^items[[.](\d{1,4})\b/.exec(field ?? '')?.[1],
		);
		const first = named?.find((index) => index !== undefined);
		if (first !== undefined) return entries[Number(first)];
		// Alone in its request, it is the one.
		return entries.length === 1 ? entries[0] : undefined;
	}
}

const entriesOf = (body: unknown): unknown[] => {
	const { items } = (body ?? {}) as { items?: unknown };
	return Array.isArray(items) ? items : [body];
};
