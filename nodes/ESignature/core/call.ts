import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import { isRead, sameId } from '../api';
import {
	accessCodes,
	Client,
	download,
	fetchFile,
	fingerprint,
	type Gate,
	readAccount,
	type Texts,
} from '../transport';
import { printable } from '../errors/printable';
import { wrongInput } from '../errors/userError';
import { maxFileSize, optionNumber, timeout } from './form';
import { chosenId, chosenValue } from './locator';
import { Looks } from './lostWrites';
import { doubtsOf, type RunMemory } from './memory';
import type { Call, InputFile } from './operation';

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

const MOST_NAMED = 10;

/** The binary field to read. The name that stands in the form from the start means the only file there is. */
function fieldOf(
	fields: string[],
	wanted: string,
	{ displayName, default: usual }: INodeProperties,
) {
	if (fields.includes(wanted)) return wanted;
	const [only, ...others] = fields;
	if (only !== undefined && others.length === 0 && wanted === usual) return only;
	if (only === undefined) {
		throw wrongInput(
			'This item has no file',
			`Connect a step that provides one, such as a form, 'HTTP Request' or 'Read/Write Files from Disk', and enter the name of its binary field in '${displayName}'.`,
		);
	}
	const named = fields.slice(0, MOST_NAMED).map((field) => printable(field, 60));
	throw wrongInput(
		`There is no file '${printable(wanted, 60)}'`,
		`This item has: ${named.join(', ')}${fields.length > MOST_NAMED ? ', ...' : ''}. Enter ${others.length === 0 ? 'that' : 'one of them'} in '${displayName}'.`,
	);
}

/**
 * The clients of one execution, one per account: an expression in the credential may give each item
 * another one. All items are read for when the first one needs it, without waiting for requests, so that
 * an edit during the run does not change where the later ones go.
 */
export class Clients {
	private readonly byAccount = new Map<string, Client>();

	private readonly byEntry = new Map<string, Client>();

	private byItem?: Array<Promise<Client>>;

	constructor(
		private readonly host: IExecuteFunctions,
		private readonly texts: Texts,
		private readonly gate?: Gate,
	) {}

	async of(item: number): Promise<Client> {
		this.byItem ??= this.readAll();
		return await (this.byItem[item] ?? this.read(item));
	}

	private readAll(): Array<Promise<Client>> {
		const begun: Array<Promise<Client>> = [];
		for (const [item] of this.host.getInputData().entries()) {
			// What cannot be read fails the item that asks for it, and no other.
			const turn = begun[item - AT_ONCE]?.catch(() => {}) ?? Promise.resolve();
			const client = turn.then(async () => await this.read(item));
			// Where the first failure ends the run, nobody asks for the others.
			client.catch(() => {});
			begun.push(client);
		}
		return begun;
	}

	private async read(item: number): Promise<Client> {
		const credentials = await this.host.getCredentials('eSignatureApi', item);
		const { baseUrl, clientId, clientSecret } = credentials;
		const entered = JSON.stringify([baseUrl, clientId, clientSecret]);
		const client = this.byEntry.get(entered) ?? this.open(credentials);
		this.byEntry.set(entered, client);
		return client;
	}

	/** What was entered in two ways may be the same account. */
	private open(credentials: ICredentialDataDecryptedObject): Client {
		const key = fingerprint(readAccount(credentials));
		const client =
			this.byAccount.get(key) ?? Client.open(this.host, credentials, this.texts, this.gate);
		this.byAccount.set(key, client);
		return client;
	}
}

/** More would only queue up in the database of n8n. */
const AT_ONCE = 8;

type Reader = (name: string, fallback: unknown) => unknown;

/**
 * The inputs of one execution. n8n evaluates an expression anew each time it is asked for its value, which
 * takes about a millisecond: so each is asked for once per item, and what has no expression once per run.
 */
class Inputs {
	/** As entered, with the expressions. Read once: n8n copies the whole node for whoever asks for it. */
	readonly raw: INodeParameters;

	/** Values of the inputs without an expression. */
	private readonly fixed = new Map<string, unknown>();

	constructor(private readonly host: Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>) {
		this.raw = host.getNode().parameters;
	}

	/** Those of one item. */
	of(item: number): Reader {
		const own = new Map<string, unknown>();
		return (name, fallback) => {
			const raw = this.raw[name];
			// Nothing to evaluate (the form hides the input): only whoever asks knows what to take instead.
			if (raw === undefined && fallback !== undefined) return fallback;
			const known = this.fixed.has(name) || !hasExpression(raw) ? this.fixed : own;
			if (!known.has(name)) known.set(name, this.host.getNodeParameter(name, item, fallback));
			return known.get(name);
		};
	}
}

/** As n8n tells it, at any depth: a collection is evaluated with all that is in it. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Long enough for a few attempts, and not for ever. */
const CLEANING_UP = 60_000;

/** The name of the record with this ID, if the item is that record or a trigger's event: those have the envelope beside. */
function nameIn(json: IDataObject, id: unknown): string | undefined {
	const records = [json, json.envelope as IDataObject | undefined];
	const record = records.find((one) => typeof one === 'object' && sameId(one?.ID, id));
	return typeof record?.name === 'string' ? record.name : undefined;
}

interface Asking {
	client(): Promise<Client>;
	/** The time limit of a request. */
	milliseconds(): number;
	codes: Set<string>;
	doubts(): ReturnType<typeof doubtsOf>;
}

/** What one call asks of the service; its looks at lost writes share a time limit. */
function requestsOf({
	client,
	milliseconds,
	codes,
	doubts,
}: Asking): Pick<Call, 'request' | 'hasWritten' | 'pause'> {
	let hasWritten = false;
	const looks = new Looks(milliseconds);
	return {
		request: async (route, args) => {
			const reads = isRead(route);
			hasWritten ||= !reads;
			accessCodes(args.body).forEach((code) => codes.add(code));
			const { settle } = args;
			const common = {
				...{ timeout: milliseconds(), doubts: doubts(), ...args },
				...(settle && { settle: async () => await looks.during(settle) }),
			};
			const shared = await client();
			if (!reads || !looks.areOn) return await shared.request(route, common);
			return await looks.take(
				async (timeout) => await shared.request(route, { ...common, timeout, once: true }),
			);
		},
		hasWritten: () => hasWritten,
		pause: async (wait) => {
			if (!looks.areOver) await (await client()).budget.pause(wait);
		},
	};
}

/** What was made once for an account. */
class MadeOnce {
	private readonly made = new WeakMap<Client, Map<string, Promise<unknown>>>();

	async take<Value>(client: Client, key: string, make: () => Promise<Value>): Promise<Value> {
		const results = this.made.get(client) ?? new Map<string, Promise<unknown>>();
		this.made.set(client, results);
		const known = (results.get(key) ?? make()) as Promise<Value>;
		results.set(key, known);
		// What failed for one item may work for the next.
		known.catch(() => results.delete(key));
		return await known;
	}
}

/** Builds the calls of one execution; those for the same account share a client and what was made once. */
export function callsOf(
	host: IExecuteFunctions,
	memory: RunMemory,
	texts: Texts = {},
	gate?: Gate,
): (item: number) => Call {
	const clients = new Clients(host, texts, gate);
	const codes = new Set<string>();
	const shared = new MadeOnce();
	const inputs = new Inputs(host);

	const callOf = (item: number, input: Reader, client: () => Promise<Client>): Call => {
		const param = <Value>(name: string, fallback?: Value) =>
			chosenValue(input(name, fallback)) as Value;
		const option = <Value>(name: string, fallback: Value) =>
			((input('options', {}) as IDataObject)[name] ?? fallback) as Value;
		const json = () => host.getInputData()[item]?.json ?? {};
		const milliseconds = () => optionNumber({ option }, timeout) * 1000;
		return {
			...requestsOf({ client, milliseconds, codes, doubts: () => doubtsOf(memory, item) }),
			item,
			param,
			option,
			memory,
			codes,
			id: (locator) => chosenId(locator, { raw: inputs.raw, param, json }),
			nameOf: ({ property }) => nameIn(json(), param<unknown>(property.name)),
			timezone: () => host.getTimezone(),
			account: async () => fingerprint((await client()).account),
			detached: () => {
				let own: Promise<Client> | undefined;
				return callOf(
					item,
					input,
					async () => await (own ??= client().then((usual) => usual.detached(CLEANING_UP))),
				);
			},
			once: async (key, make) => await shared.take(await clients.of(item), key, make),
			file: async (name, property) => await inputFile(host, item, name, property),
			hint: (message) =>
				host.addExecutionHints({ message, type: 'warning', location: 'outputPane' }),
			redact: async (text) => (await client()).redact(text),
			storeText: async (fileName, mediaType, content) =>
				await host.helpers.prepareBinaryData(Buffer.from(content), fileName, mediaType),
			download: async (route, args) =>
				await download(await client(), host.helpers, route, {
					timeout: milliseconds(),
					maxBytes: optionNumber({ option }, maxFileSize) * 1024 ** 2,
					...args,
				}),
			content: async (route, args) =>
				await fetchFile(await client(), host.helpers, route, {
					timeout: milliseconds(),
					...args,
				}),
		};
	};
	return (item) => callOf(item, inputs.of(item), async () => await clients.of(item));
}
