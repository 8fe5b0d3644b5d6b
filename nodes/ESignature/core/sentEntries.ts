import { guiltyEntry, type Complaint } from './guiltyEntry';
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

	/** The entry that the service named, where its answer tells. */
	complained(error: NodeError): unknown {
		const entries = this.sent.get(error) ?? [];
		const guilty = guiltyEntry((error.context.data ?? {}) as Complaint, entries);
		return guilty === undefined ? undefined : entries[guilty];
	}
}

const entriesOf = (body: unknown): unknown[] => {
	const { items } = (body ?? {}) as { items?: unknown };
	return Array.isArray(items) ? items : [body];
};
