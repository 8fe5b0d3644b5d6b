import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRead } from '../api/endpoints';
import type { Texts } from '../errors/sentences';
import { Client } from '../transport/client';
import { download, fetchContent } from '../transport/files/download';
import { readAccount } from '../transport/session/account';
import type { Gate } from '../transport/traffic';
import { canceled } from '../errors/userError';
import { getOrCreate } from '../values/collections';
import type { Attempts } from './attempts';
import { maxFileSize, optionNumber, timeout } from './form';
import { inputFile } from './inputFile';
import { inputsFor, type ReadInput } from './inputs';
import { chosenIds, chosenValue, type Locator } from './locator';
import type { Call, Ids } from './operation';

/** Long enough for a few attempts. */
const CLEANUP_TIMEOUT_MS = 60_000;

/**
 * Opens the calls of one execution, each with the credential of its item: an expression in it may give each item
 * another account. Those for the same account share a client and what was made once. Throws if an ID input is wrong.
 */
export function callsOf(
	host: IExecuteFunctions,
	attempts: Attempts,
	texts: Texts = {},
	gate?: Gate,
): (item: number, locators?: readonly Locator[]) => Promise<Call> {
	// Read once: n8n copies the whole node each time (n8n-core, node-execution-context.ts).
	const raw = host.getNode().parameters;
	const inputsOf = inputsFor(host, raw);
	const clients = new Map<string, Client>();
	const made = new Map<string, Promise<unknown>>();

	const cached = async <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
		const known = getOrCreate(made, key, make) as Promise<Value>;
		// What failed for one item may work for the next.
		known.catch(() => made.delete(key));
		return await known;
	};

	const jsonOf = (item: number) => host.getInputData()[item]?.json ?? {};

	const callOf = (item: number, input: ReadInput, client: Client, ids: Ids): Call => {
		const account = client.account.key;
		const param = <Value>(name: string, fallback?: Value) =>
			chosenValue(input(name, fallback)) as Value;
		const option = <Value>(name: string, fallback: Value) =>
			((input('options', {}) as IDataObject)[name] ?? fallback) as Value;
		const milliseconds = optionNumber({ option }, timeout) * 1000;
		let hasWritten = false;
		return {
			item,
			param,
			option,
			history: attempts.of(item),
			ids,
			json: () => jsonOf(item),
			timezone: () => host.getTimezone(),
			account,
			request: async (route, args) => {
				hasWritten ||= !isRead(route);
				return await client.request(route, { timeout: milliseconds, ...args });
			},
			hasWritten: () => hasWritten,
			pause: async (wait) => await client.traffic.pause(wait),
			detached: () => callOf(item, input, client.detached(CLEANUP_TIMEOUT_MS), ids),
			cached: async (key, make) => await cached(`${account} ${key}`, make),
			file: async (name, property) => await inputFile(host, item, name, property),
			assertNotCanceled: () => {
				if (host.getExecutionCancelSignal()?.aborted) throw canceled();
			},
			redact: (text) => client.redact(text),
			storeFile: async (fileName, mediaType, content) =>
				await host.helpers.prepareBinaryData(Buffer.from(content), fileName, mediaType),
			download: async (route, args) =>
				await download(client, host.helpers, route, {
					timeout: milliseconds,
					maxBytes: optionNumber({ option }, maxFileSize) * 1024 ** 2,
					...args,
				}),
			content: async (route, args) =>
				await fetchContent(client, route, { timeout: milliseconds, ...args }),
		};
	};
	return async (item, locators = []) => {
		const account = readAccount(await host.getCredentials('eSignatureApi', item));
		const open = () => new Client(host, account, { texts, gate });
		const client = getOrCreate(clients, account.key, open);
		const input = inputsOf(item);
		const ids = chosenIds(locators, {
			raw,
			param: (name) => chosenValue(input(name, undefined)),
			json: () => jsonOf(item),
		});
		return callOf(item, input, client, ids);
	};
}
