import { ENDPOINTS, type FileRoute, type PathIds } from '../../api';
import type { Failure } from '../../errors/failure';
import { printable } from '../../errors/printable';
import { UserError } from '../../errors/userError';
import type { Client } from '../client';
import { isLoopback, type Account } from '../session/account';
import {
	attempt,
	unsigned,
	type Format,
	type Question,
	type ReadSuccess,
	type Requester,
	type Result,
} from '../wire/attempt';
import type { Body } from '../wire/body';
import { keepFile, type BinaryStore, type StoredFile, type WantedFile } from './keepFile';

export type DownloadArguments<R extends FileRoute> = PathIds<R> & {
	/** Ours, made from IDs: a name from outside could be a path. */
	fileName: string;
	timeout?: number;
	maxBytes?: number;
};

const LONGEST_DOWNLOAD = 3_600_000;
const LARGEST_FILE = 2 * 1024 ** 3;

/** Streams a file into n8n's binary store and reads it back: what was stored is what arrived. */
export async function download<R extends FileRoute>(
	client: Client,
	helpers: BinaryStore & Requester,
	route: R,
	args: DownloadArguments<R>,
): Promise<StoredFile> {
	const { fileName: name, maxBytes = LARGEST_FILE } = args;
	const wanted = { name, mediaType: ENDPOINTS[route].answer, maxBytes };
	return await client.send(route, args, asFile(client.account, helpers, wanted));
}

/** The bytes of a file that is only read here and not stored. */
export async function fetchFile<R extends FileRoute>(
	client: Client,
	requester: Requester,
	route: R,
	args: DownloadArguments<R>,
): Promise<Buffer> {
	const files: Buffer[] = [];
	const store: BinaryStore = {
		// Each attempt fills a place of its own.
		prepareBinaryData: async (body) => {
			const chunks = Buffer.isBuffer(body) ? [body] : [];
			if (!Buffer.isBuffer(body)) for await (const chunk of body) chunks.push(chunk as Buffer);
			const id = String(files.push(Buffer.concat(chunks)) - 1);
			return { id, data: '', mimeType: '' };
		},
		getBinaryStream: async (id) => [files[Number(id)]] as unknown as Body,
	};
	const httpRequest: Requester['httpRequest'] = async (request) =>
		await requester.httpRequest(request);
	const { binary } = await download(client, { ...store, httpRequest }, route, args);
	return files[Number(binary.id)] ?? Buffer.alloc(0);
}

/** The file itself, in n8n's binary store; it may come from a storage of the service. */
function asFile(
	account: Account,
	helpers: BinaryStore & Requester,
	wanted: WantedFile,
): Format<StoredFile> {
	const read: ReadSuccess<StoredFile> = async (reply, timeLimit) =>
		await keepFile(helpers, reply, wanted, timeLimit);
	return {
		headers: {
			// The problem is for the case that there is no file.
			Accept: `${wanted.mediaType}, application/problem+json;q=0.9, */*;q=0.1`,
			// Not compressed, so that Content-Length counts what arrives.
			'Accept-Encoding': 'identity',
		},
		limits: (timeout) => ({ idle: timeout, total: Math.max(timeout, LONGEST_DOWNLOAD) }),
		read,
		follow: async (location, question) =>
			await fromStorage(location, question, { account, requester: helpers, read }),
	};
}

/**
 * Fetches a file from the storage to which the service redirects the download, whose address is its own key. The
 * request is a new one. Nothing of the first goes along: no token, no ID, no referrer.
 */
async function fromStorage<Value>(
	location: string,
	{ outgoing: { url: from, headers, limits }, cancel }: Question,
	{
		account,
		requester,
		read,
	}: { account: Account; requester: Requester; read: ReadSuccess<Value> },
): Promise<Result<Value>> {
	const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
	const objection = url ? objectionTo(url, account) : 'it is not a web address';
	// Never with the path or the query: they are the key to the file.
	const host = (url && printable(url.hostname, 100)) || 'another address';
	if (!url || objection !== undefined) {
		throw new UserError(
			`The service redirected the download to ${host}, and the redirect was not followed, because ${objection}`,
			"If the credential limits 'Allowed Domains', add this domain there. Otherwise contact the service's support team.",
		);
	}
	const outcome = await attempt(
		{
			sender: unsigned(requester),
			outgoing: { method: 'GET', url: url.href, headers, limits },
			cancel,
		},
		read,
	);
	// The storage is not the service: its 404 says nothing about the envelope, its 429 nothing about the account.
	const refusal = 'failure' in outcome ? storageRefusal(outcome.failure) : undefined;
	if (refusal === undefined) return outcome;
	return { failure: { kind: 'damaged', reason: `its storage, ${host}, ${refusal}` } };
}

function storageRefusal(failure: Failure): string | undefined {
	if (failure.kind === 'refused') return `answered with status ${failure.status}`;
	return failure.kind === 'network' && !failure.sent ? 'could not be reached' : undefined;
}

/** Why a storage is not asked, if so: it must have https and a host that the credential allows. */
function objectionTo(
	{ protocol, hostname, username, password }: URL,
	account: Account,
): string | undefined {
	const isLocal = isLoopback(hostname);
	if (isLocal && !isLoopback(account.host)) {
		return 'this address is on the machine that runs n8n';
	}
	if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
		return 'it does not start with https://';
	}
	if (username !== '' || password !== '') return 'it has a user name or password';
	return allowsHost(account, hostname)
		? undefined
		: "it is not among the 'Allowed Domains' of the credential";
}

/**
 * Whether the user lets requests go to this host, read as n8n reads 'Specific Domains': `*.example.com` is each
 * subdomain, not the domain itself.
 */
export function allowsHost(
	{ host, allowedDomains }: Pick<Account, 'host' | 'allowedDomains'>,
	asked: string,
): boolean {
	if (allowedDomains === undefined || asked === host) return true;
	const name = asked.toLowerCase();
	return allowedDomains
		.split(',')
		.map((domain) => domain.trim().toLowerCase())
		.some((domain) => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : domain === name));
}
