import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { mayWarn, warn } from './log';
import type { Settings } from './settings';
import { senderOf, sharedSecret, verifySharedSecret } from './signature/keys';
import { headerOf, type Message } from './signature/message';
import { placesOf } from './signature/places';
import type { Verdict } from './signature/signatures';
import { inspect, namedBy, verifySignature } from './signature/verify';
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

/** Whether a request comes from the service, in the way that the user chose. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Verdict> {
	switch (settings.verification) {
		case 'none':
			return { authentic: true, late: false };
		case 'sharedSecretHeader':
			return await bySharedSecret(host, settings, incoming);
		case 'httpMessageSignature':
			return await bySignature(host, settings, incoming);
		default:
			return { undecided: REASONS.noChoice };
	}
}

async function bySharedSecret(
	host: IWebhookFunctions,
	{ headerName }: Settings,
	{ message }: Incoming,
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
): Promise<Verdict> {
	const inspected = inspect(message);
	if ('undecided' in inspected) return inspected;
	if ('authentic' in inspected) {
		await explain(host, inspected, REASONS.changedBody);
		return inspected;
	}
	const credentials = await readable(host);
	if (!credentials) return { undecided: REASONS.credential };
	const sender = senderOf(credentials);
	if (!sender) return { undecided: REASONS.noKey };
	const places = placesOf(servedUrl(host, path), settings.publicUrls, message, path);
	if (places.own.length === 0) return { undecided: REASONS.noAddress };
	const clock = { now: Date.now(), window: settings.timeWindow };
	const verdict = verifySignature(message, places, sender, clock, inspected);
	await explain(host, verdict, REASONS.mismatch, credentials);
	return verdict;
}

/** A genuine sender is among those that name our key: whoever misses its events must find out why. */
async function explain(
	host: IWebhookFunctions,
	verdict: Verdict,
	reason: string,
	known?: ICredentialDataDecryptedObject,
): Promise<void> {
	if (!('cause' in verdict) || verdict.signatures.length === 0 || !mayWarn(host, reason)) return;
	const credentials = known ?? (await readable(host));
	const sender = credentials && senderOf(credentials);
	if (sender && verdict.signatures.some(namedBy(sender))) warn(host, reason);
}

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
