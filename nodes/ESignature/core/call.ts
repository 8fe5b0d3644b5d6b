import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import { isRead } from '../api/endpoints';
import type { Texts } from '../errors/sentences';
import { Client } from '../transport/client';
import { download, fetchFile } from '../transport/files/download';
import { readAccount } from '../transport/session/account';
import type { Gate } from '../transport/traffic';
import { quoted, quotedList } from '../values/text';
import { canceled, wrongInput } from '../errors/userError';
import { getOrCreate } from '../values/collections';
import { maxFileSize, optionNumber, timeout } from './form';
import { chosenIds, chosenValue, type Locator } from './locator';
import type { Attempts } from './attempts';
import type { Call, Ids, InputFile } from './operation';

/** A binary field of the input, its size known before its content is loaded. */
export async function inputFile(
	host: Pick<IExecuteFunctions, 'helpers' | 'getInputData'>,
	item: number,
	wanted: string,
	input: INodeProperties,
): Promise<InputFile> {
	const { helpers } = host;
	const name = fieldOf(Object.keys(host.getInputData()[item]?.binary ?? {}), wanted, input);
	const binary = helpers.assertBinaryData(item, name);
	const { fileSize } = binary.id
		? await helpers.getBinaryMetadata(binary.id)
		: { fileSize: Buffer.byteLength(binary.data, 'base64') };
	return {
		name: binary.fileName ?? '',
		// A Code node may make a file without one.
		mediaType: binary.mimeType ?? '',
		bytes: fileSize,
		read: async () => await helpers.getBinaryDataBuffer(item, name),
	};
}

/** The binary field to read. The name that stands in the form from the start means the only file there is. */
function fieldOf(
	fields: string[],
	wanted: string,
	{ displayName, default: defaultName }: INodeProperties,
) {
	if (fields.includes(wanted)) return wanted;
	const [only, ...others] = fields;
	if (only !== undefined && others.length === 0 && wanted === defaultName) return only;
	if (only === undefined) {
		throw wrongInput(
			'This item has no file',
			`Connect a step that provides one, such as a form, 'HTTP Request' or 'Read/Write Files from Disk', and enter the name of its binary field in '${displayName}'.`,
		);
	}
	throw wrongInput(
		`There is no file ${quoted(wanted)}`,
		`This item has: ${quotedList(fields)}. Enter ${others.length === 0 ? 'that' : 'one of them'} in '${displayName}'.`,
	);
}

type ReadInput = (name: string, fallback: unknown) => unknown;

/**
 * The inputs of one execution, by item. n8n evaluates an expression anew each time it is asked for its value, which
 * takes about a millisecond: so each is asked for once per item, and what has no expression once per run.
 */
function inputsFor(
	host: Pick<IExecuteFunctions, 'getNodeParameter'>,
	raw: INodeParameters,
): (item: number) => ReadInput {
	const fixed = new Map<string, unknown>();
	return (item) => {
		const own = new Map<string, unknown>();
		return (name, fallback) => {
			// The form hides the input, so there is nothing to evaluate.
			if (raw[name] === undefined) return fallback;
			const values = hasExpression(raw[name]) ? own : fixed;
			if (!values.has(name)) values.set(name, host.getNodeParameter(name, item, fallback));
			return values.get(name);
		};
	};
}

/** As n8n tells it, at any depth: a collection is evaluated with all that is in it. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

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
	// Read once: n8n copies the whole node for each caller.
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
				await fetchFile(client, route, {
					timeout: milliseconds,
					...args,
				}),
		};
	};
	return async (item, locators = []) => {
		const account = readAccount(await host.getCredentials('eSignatureApi', item));
		const open = () => new Client(host, account, texts, gate);
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
