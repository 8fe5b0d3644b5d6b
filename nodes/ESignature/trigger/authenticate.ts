import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { precheck, verify, type SignedRequest, type Verdict } from '../lib/http-signature';
import type { Settings } from './form';
import { checkWithSecrets, type Secrets } from './secrets';
import { ANSWERS, REASONS, type Answer } from './texts';

/** A request to the webhook, with the path and the query that it arrived at. */
export interface Incoming extends SignedRequest {
	originalUrl: string;
}

export interface Refusal {
	answer: Answer;
	reason: string;
	/** The sender did not even try, as those who scan the internet do. */
	isStray?: boolean;
}

type Trust = { isLate: boolean } | Refusal;

/** Proven to be wrong: the service must not send it again. */
const refused = (reason: string): Refusal => ({ answer: ANSWERS.forged, reason });
/** Not proven: the cause may lie with us, so the service should send it again. */
const undecided = (reason: string): Refusal => ({ answer: ANSWERS.notNow, reason });

/** Whether a request comes from the service, in the way that the user chose. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	switch (settings.verification) {
		case 'none':
			return { isLate: false };
		case 'sharedSecretHeader':
			return await bySharedSecret(host, settings, incoming);
		default:
			return await bySignature(host, settings, incoming);
	}
}

const ACCEPTANCE = {
	isAccepted: (trust: Trust) => 'isLate' in trust,
	unsure: (trust: Trust) =>
		'answer' in trust && trust.answer === ANSWERS.forged ? undecided(REASONS.unsure) : trust,
};

async function bySharedSecret(
	host: IWebhookFunctions,
	{ headerName }: Settings,
	{ headers }: Incoming,
): Promise<Trust> {
	const name = headerName.trim().toLowerCase();
	if (name === '') return undecided(REASONS.noHeaderName);
	const given = headers[name];
	if (!given) return { ...refused(REASONS.noSecret), isStray: true };
	const check = (secrets: Secrets | undefined): Trust => {
		if (!secrets) return undecided(REASONS.credential);
		if (secrets.header === undefined) return undecided(REASONS.noWebhookSecret);
		return isSame(String(given), secrets.header) ? { isLate: false } : refused(REASONS.wrongSecret);
	};
	return await checkWithSecrets(host, check, ACCEPTANCE);
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have the same length, so that the comparison shows nothing of the secret's. */
const isSame = (one: string, other: string): boolean =>
	timingSafeEqual(digestOf(one), digestOf(other));

async function bySignature(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	const early = precheck(incoming);
	if (early) return trustIn(early, settings);
	const targets = targetsOf(servedUrl(host, incoming), settings.publicUrls);
	if (targets.length === 0) return undecided(REASONS.noAddress);
	const check = (secrets: Secrets | undefined): Trust => {
		if (!secrets) return undecided(REASONS.credential);
		const keys = secrets.signing;
		if (keys.length === 0) return undecided(REASONS.noClientSecret);
		const verdict = verify(incoming, { targets, keys });
		if (verdict.result !== 'invalid') return trustIn(verdict, settings);
		const named = verify(incoming, { targets: addressedTo(incoming), keys });
		return named.result === 'valid' ? undecided(REASONS.otherAddress) : refused(REASONS.mismatch);
	};
	return await checkWithSecrets(host, check, ACCEPTANCE);
}

function trustIn(verdict: Verdict, { timeWindow }: Settings): Trust {
	switch (verdict.result) {
		case 'valid':
			return { isLate: isLate(verdict, timeWindow) };
		case 'missing':
			return { ...refused(REASONS.missing), isStray: true };
		case 'invalid':
			return refused(REASONS[verdict.reason]);
		case 'unverifiable':
			return undecided(REASONS[verdict.reason]);
	}
}

/** Made too long ago or too far ahead, or expired. A signature without a time is never late. */
function isLate({ created, expires }: { created?: Date; expires?: Date }, window: number): boolean {
	const now = Date.now();
	if (expires && now > expires.getTime()) return true;
	return created !== undefined && Math.abs(now - created.getTime()) > window;
}

/** n8n's own address of the webhook that was called. */
function servedUrl(host: IWebhookFunctions, { originalUrl }: Incoming): string | undefined {
	const older: Partial<IWebhookFunctions> = host;
	const production = host.getNodeWebhookUrl('default');
	if (older.getWebhookResourceUrl) return host.getWebhookResourceUrl('default') ?? production;
	// n8n 2.11 does not tell the address of a test.
	if (host.getMode() !== 'manual' || production === undefined) return production;
	return `${new URL(production).origin}${originalUrl}`;
}

function addressOf(text: string): URL | undefined {
	try {
		const url = new URL(text);
		return /^https?:$/.test(url.protocol) ? url : undefined;
	} catch {
		return undefined;
	}
}

/** Where the service may have sent a request: to n8n's own address, or to one of those that the user entered. */
function targetsOf(served: string | undefined, publicUrls: readonly string[]): URL[] {
	const own = addressOf(served ?? '');
	if (!own) return [];
	return [own, ...publicUrls.flatMap((text) => publicTargets(text, own))];
}

/** An entry without a path is another name of the host, or a proxy that passes its root on to the webhook. */
function publicTargets(text: string, own: URL): URL[] {
	const entered = addressOf(text.includes('://') ? text : `https://${text}`);
	if (!entered) return [];
	if (entered.pathname !== '/') return [entered];
	return [entered, new URL(own.pathname, entered)];
}

/** The address that the request itself names. It proves nothing, but shows whether only the address is wrong. */
function addressedTo({ headers, originalUrl }: Incoming): URL[] {
	return ['https', 'http'].flatMap(
		(scheme) => addressOf(`${scheme}://${String(headers.host)}${originalUrl}`) ?? [],
	);
}
