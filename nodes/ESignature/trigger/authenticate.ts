import type { IWebhookFunctions } from 'n8n-workflow';

import { keptKeys, keyIdsOf, newerKeys, readingsSoFar, type Keys } from './credential';
import { settingsOf, type Settings } from './form';
import { headerOf, type Message } from './signature/message';
import { placesOf } from './signature/places';
import {
	incompleteOf,
	keyIdOf,
	signaturesOf,
	type Signature,
	type Verdict,
} from './signature/signatures';
import { areLate, inspect, verifySharedSecret, verifySignature } from './signature/verify';
import { REASONS } from './texts/texts';
import { warn, type WarnedAbout } from './texts/warnings';

export interface Incoming {
	message: Message;
	path: string;
	/** By its type. What a sender proves to have sent need not say so. */
	isJson: boolean;
}

/** Too late for this workflow, genuine or not: then nothing is verified. */
type Trust = Verdict | { tooLate: true };

/** Whether a request comes from the service, in the way that the user chose. The log says why not. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	const trust = await trustIn(host, settings, incoming);
	if ('tooLate' in trust) {
		const about = await claimedFrom(host, claimedBy(incoming.message));
		if (about !== 'anyone') warn(host, REASONS.late, about);
	}
	if (!('tooLate' in trust) && !('late' in trust)) {
		await explain(host, trust, async () =>
			settings.verification === 'httpMessageSignature'
				? await claimedFrom(host, claimedBy(incoming.message))
				: 'unnamed',
		);
	}
	return trust;
}

async function trustIn(
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

const missing = (cause: string): Verdict => ({ authentic: false, cause });

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
	if (!('signatures' in inspected)) return inspected;
	const clock = { now: Date.now(), window: settings.timeWindow };
	if (!settings.emitLateEvents && areLate(inspected.signatures, message, clock)) {
		return { tooLate: true };
	}
	const places = placesOf(servedUrl(host, path), settings.publicUrls, message, path);
	if (places.own.length === 0) return { undecided: REASONS.noAddress };
	return await byKeys(host, ({ sender }) =>
		sender
			? verifySignature(message, places, sender, clock, inspected)
			: { undecided: REASONS.noKey },
	);
}

/** Every signature of a request, also those of which a part is missing. */
const claimedBy = (message: Message): Signature[] => [
	...signaturesOf(message),
	...incompleteOf(message),
];

/**
 * A genuine sender is among those that name our key, or none: whoever misses its events must find out why.
 * Of others only what lies with us is worth a line.
 */
async function explain(
	host: IWebhookFunctions,
	verdict: Exclude<Verdict, { authentic: true }>,
	sender: () => Promise<WarnedAbout>,
): Promise<void> {
	const advice = 'undecided' in verdict ? verdict.undecided : verdict.advice;
	if (advice === undefined) return;
	const about = await sender();
	const isOwnFault = 'undecided' in verdict && advice !== REASONS.unsure;
	if (isOwnFault || about !== 'anyone') warn(host, advice, about);
}

/** Whom a request says that it is from; nothing of this is proven. */
async function claimedFrom(
	host: IWebhookFunctions,
	signatures: readonly Signature[],
): Promise<WarnedAbout> {
	if (signatures.length === 0) return 'anyone';
	const ids = await keyIdsOf(host);
	const named = signatures.map(keyIdOf);
	if (named.some((name) => ids.some((id) => id === name))) return 'service';
	return named.includes(undefined) ? 'unnamed' : 'anyone';
}

/** Says in the log that a request was refused unread, if it looks like one of the service. */
export async function explainUnread(
	host: IWebhookFunctions,
	message: Message,
	advice: string,
): Promise<void> {
	const settings = settingsOf(host);
	if (settings.verification === 'httpMessageSignature') {
		const about = await claimedFrom(host, claimedBy(message));
		if (about !== 'anyone') warn(host, advice, about);
	}
	if (settings.verification === 'sharedSecretHeader') {
		const verdict = await bySharedSecret(host, settings, message);
		if ('authentic' in verdict && verdict.authentic) warn(host, advice, 'service');
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
