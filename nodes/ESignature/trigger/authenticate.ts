import type { IWebhookFunctions } from 'n8n-workflow';

import { keptKeys, keyIdsOf, newerKeys, readingsSoFar, type Keys } from './credential';
import { warn } from './log';
import { settingsOf, type Settings } from './settings';
import { verifySharedSecret } from './signature/keys';
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
	if (given === undefined || given.trim() === '') return missing('the secret header is missing');
	return await byKeys(host, ({ secret }) =>
		secret === undefined ? { undecided: REASONS.noSecret } : verifySharedSecret(given, secret),
	);
}

const missing = (cause: string): Verdict => ({ authentic: false, cause, signatures: [] });

/**
 * By the keys at hand, or by those that the credential has now if these do not fit. To refuse an event is
 * final, so it takes keys that were read after the event had come: the secret may have been replaced since.
 */
async function byKeys(host: IWebhookFunctions, verify: (keys: Keys) => Verdict): Promise<Verdict> {
	const came = readingsSoFar();
	let keys = keptKeys(host);
	for (;;) {
		const verdict = keys && (keys.readable ? verify(keys) : { undecided: REASONS.credential });
		const decided = verdict && 'authentic' in verdict;
		if (keys && verdict && (keys.turn > came || (decided && verdict.authentic))) return verdict;
		keys = await newerKeys(host, came);
		if (!keys) return verdict && !decided ? verdict : { undecided: REASONS.unsure };
	}
}

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
	const places = placesOf(servedUrl(host, path), settings.publicUrls, message, path);
	if (places.own.length === 0) return { undecided: REASONS.noAddress };
	const verdict = await byKeys(host, ({ sender }) =>
		sender
			? verifySignature(message, places, sender, clock, inspected)
			: { undecided: REASONS.noKey },
	);
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
	if (signatures.some(namedBy({ ids }))) warn(host, advice);
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

function servedUrl(host: IWebhookFunctions, path: string): string | undefined {
	const older: Partial<IWebhookFunctions> = host;
	const production = host.getNodeWebhookUrl('default');
	if (older.getWebhookResourceUrl) return host.getWebhookResourceUrl('default') ?? production;
	// Older versions of n8n do not tell the address of a test, which somebody is waiting for right now.
	if (host.getMode() !== 'manual' || production === undefined) return production;
	return `${new URL(production).origin}${path}`;
}
