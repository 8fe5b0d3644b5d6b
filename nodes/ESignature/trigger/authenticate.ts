import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { warn } from './log';
import { settingsOf, type Settings } from './settings';
import { senderOf, sharedSecret, verifySharedSecret } from './signature/keys';
import { headerOf, type Message } from './signature/message';
import { placesOf } from './signature/places';
import { incompleteOf, signaturesOf, type Signature, type Verdict } from './signature/signatures';
import { areLate, inspect, namedBy, verifySignature } from './signature/verify';
import { REASONS } from './texts';

export interface Incoming {
	message: Message;
	path: string;
	/** By its type. What a sender proves to have sent need not say so. */
	isJson: boolean;
}

type Data = ICredentialDataDecryptedObject;

const reading = new Map<string, Promise<Data>>();

/**
 * The node's credential. n8n takes about as long to read one as for the rest of a request, so requests
 * that come together share a read; nothing is kept after it, since the user may change the credential.
 */
export async function credentialOf(host: IWebhookFunctions): Promise<Data> {
	const { id, credentials } = host.getNode();
	const key = JSON.stringify([host.getWorkflow().id, id, credentials?.eSignatureApi?.id]);
	const shared = reading.get(key) ?? host.getCredentials<Data>('eSignatureApi');
	if (!reading.has(key)) {
		reading.set(key, shared);
		const over = () => void reading.delete(key);
		shared.then(over, over);
	}
	// A copy, since a renewed token is written into it.
	return { ...(await shared) };
}

/** Too late for this workflow, genuine or not: then nothing is verified. */
type Trust = Verdict | { tooLate: true };

/** Whether a request comes from the service, in the way that the user chose. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	switch (settings.verification) {
		case 'none':
			return { authentic: true, late: false };
		case 'sharedSecretHeader':
			return await bySharedSecret(host, settings, incoming.message);
		case 'httpMessageSignature':
			return await bySignature(host, settings, incoming);
		default:
			return { undecided: REASONS.noChoice };
	}
}

async function bySharedSecret(
	host: IWebhookFunctions,
	{ headerName }: Settings,
	message: Message,
): Promise<Verdict> {
	if (headerName.trim() === '') return { undecided: REASONS.noHeader };
	const given = headerOf(message, headerName.trim().toLowerCase());
	if (given === undefined) return missing('the secret header is missing');
	const credentials = await readable(host);
	if (!credentials) return { undecided: REASONS.credential };
	const secret = sharedSecret(credentials);
	if (secret === undefined) return { undecided: REASONS.noSecret };
	return verifySharedSecret(given, secret);
}

const missing = (cause: string): Verdict => ({ authentic: false, cause, signatures: [] });

/** The credential comes last: to read it costs n8n as much as all the rest of a request. */
async function bySignature(
	host: IWebhookFunctions,
	settings: Settings,
	{ message, path }: Incoming,
): Promise<Trust> {
	const inspected = inspect(message);
	if ('undecided' in inspected) return inspected;
	if ('authentic' in inspected) {
		await explain(host, inspected);
		return inspected;
	}
	const clock = { now: Date.now(), window: settings.timeWindow };
	if (!settings.emitLateEvents && areLate(inspected.signatures, message, clock)) {
		return { tooLate: true };
	}
	const credentials = await readable(host);
	if (!credentials) return { undecided: REASONS.credential };
	const sender = senderOf(credentials);
	if (!sender) return { undecided: REASONS.noKey };
	const places = placesOf(servedUrl(host, path), settings.publicUrls, message, path);
	if (places.own.length === 0) return { undecided: REASONS.noAddress };
	const verdict = verifySignature(message, places, sender, clock, inspected);
	names.set(nodeOf(host), { ids: sender.ids, since: performance.now() });
	await explain(host, verdict);
	return verdict;
}

/** A genuine sender is among those that name our key: whoever misses its events must find out why. */
async function explain(host: IWebhookFunctions, verdict: Verdict): Promise<void> {
	if (!('advice' in verdict) || verdict.advice === undefined) return;
	await explainTo(host, verdict.signatures, verdict.advice);
}

async function explainTo(
	host: IWebhookFunctions,
	signatures: readonly Signature[],
	advice: string,
): Promise<void> {
	if (signatures.length === 0) return;
	const ids = await keyIdsOf(host);
	if (ids && signatures.some(namedBy({ ids }))) warn(host, advice);
}

/** Says in the log that a request was refused unread, if it looks like one of the service. */
export async function explainUnread(
	host: IWebhookFunctions,
	message: Message,
	advice: string,
): Promise<void> {
	const settings = settingsOf(host);
	if (settings.verification === 'httpMessageSignature') {
		const signatures = [...signaturesOf(message), ...incompleteOf(message)];
		await explainTo(host, signatures, advice);
	}
	if (settings.verification === 'sharedSecretHeader') {
		const verdict = await bySharedSecret(host, settings, message);
		if ('authentic' in verdict && verdict.authentic) warn(host, advice);
	}
}

const MINUTE = 60_000;
const MOST_NODES = 500;

/**
 * The names of the keys, by node. They say what is worth a line in the log and nothing else, so they may
 * be a minute old: otherwise each stranger with a made-up signature would cost a reading.
 */
const names = new Map<string, { ids: readonly string[]; since: number }>();

async function keyIdsOf(host: IWebhookFunctions): Promise<readonly string[] | undefined> {
	const node = nodeOf(host);
	const known = names.get(node);
	if (known && performance.now() - known.since < MINUTE) return known.ids;
	const credentials = await readable(host);
	const ids = (credentials && senderOf(credentials))?.ids ?? [];
	names.delete(node);
	names.set(node, { ids, since: performance.now() });
	if (names.size > MOST_NODES) names.delete(names.keys().next().value as string);
	return credentials && ids;
}

const nodeOf = (host: IWebhookFunctions): string =>
	JSON.stringify([host.getWorkflow().id, host.getNode().id]);

async function readable(
	host: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject | undefined> {
	try {
		return await credentialOf(host);
	} catch {
		return undefined;
	}
}

function servedUrl(host: IWebhookFunctions, path: string): string | undefined {
	const older: Partial<IWebhookFunctions> = host;
	const production = host.getNodeWebhookUrl('default');
	if (older.getWebhookResourceUrl) return host.getWebhookResourceUrl('default') ?? production;
	// Older versions of n8n do not tell the address of a test, which somebody is waiting for right now.
	if (host.getMode() !== 'manual' || production === undefined) return production;
	return `${new URL(production).origin}${path}`;
}
