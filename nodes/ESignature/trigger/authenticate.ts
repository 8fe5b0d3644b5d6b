import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import type { Settings } from './settings';
import { addressesOf } from './signature/addresses';
import { sharedSecret, signingKey } from './signature/key';
import { headerOf, type Message } from './signature/message';
import { verifySharedSecret } from './signature/sharedSecret';
import { verifySignature, type Verdict } from './signature/verify';

/** `undecided`: the reason lies with us and may pass, so the service should send the event again. */
export type Trust = Verdict | { undecided: string };

const CREDENTIAL = 'The E-Signature credential of this node could not be read.';
const NO_SECRET =
	"The E-Signature credential has no 'Webhook Secret', so nothing can be compared with the header.";
const NO_HEADER = "The 'Header Name' of this node is empty, so there is no header to look at.";
const NO_KEY = "The E-Signature credential has no 'Client Secret' to verify signatures with.";
const NO_ADDRESS = "The address of this webhook is not known. Check n8n's WEBHOOK_URL.";
const OTHER_ADDRESS =
	"The event is signed with the right key, but for another address than this webhook's. Enter the address that the service sends to in the option 'Public URLs', or set n8n's WEBHOOK_URL.";
const NO_CHOICE = "No way to verify events is chosen in 'Verification'.";

/** Whether a request comes from the service, in the way that the user chose. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	message: Message,
	path: string,
): Promise<Trust> {
	if (settings.verification === 'none') return { authentic: true, late: false };
	const credentials = await readable(host);
	if (!credentials) return { undecided: CREDENTIAL };
	if (settings.verification === 'sharedSecretHeader') {
		const secret = sharedSecret(credentials);
		if (secret === undefined) return { undecided: NO_SECRET };
		if (settings.headerName.trim() === '') return { undecided: NO_HEADER };
		return verifySharedSecret(message, settings.headerName, secret);
	}
	if (settings.verification !== 'httpMessageSignature') return { undecided: NO_CHOICE };

	const key = signingKey(credentials);
	if (!key) return { undecided: NO_KEY };
	const targets = ownAddresses(host, settings, path);
	if (targets.length === 0) return { undecided: NO_ADDRESS };
	const clock = { now: Date.now(), window: settings.timeWindow };
	const verdict = verifySignature(message, targets, key, clock);
	if (verdict.authentic) return verdict;
	const elsewhere = verifySignature(message, claimedAddresses(message, path), key, clock);
	return elsewhere.authentic ? { undecided: OTHER_ADDRESS } : verdict;
}

async function readable(
	host: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject | undefined> {
	try {
		return await host.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi');
	} catch {
		return undefined;
	}
}

/** Where this webhook is, by n8n's own word and the user's: a signature for another place is not for us. */
function ownAddresses(host: IWebhookFunctions, settings: Settings, path: string): URL[] {
	const [own] = addressesOf([servedUrl(host, path)]);
	if (!own) return [];
	const further = addressesOf(settings.publicUrls.slice(0, 10));
	// An address without a path is another name of the same host.
	for (const url of further) if (url.pathname === '/') url.pathname = own.pathname;
	return [own, ...further];
}

function servedUrl(host: IWebhookFunctions, path: string): string | undefined {
	const older: Partial<IWebhookFunctions> = host;
	const production = host.getNodeWebhookUrl('default');
	if (older.getWebhookResourceUrl) return host.getWebhookResourceUrl('default') ?? production;
	// Older versions of n8n do not tell the address of a test, which somebody is waiting for right now.
	if (host.getMode() !== 'manual' || production === undefined) return production;
	return `${new URL(production).origin}${path}`;
}

/** Where the request says it was sent to: not to be trusted, but good for an explanation. */
const claimedAddresses = (message: Message, path: string): URL[] =>
	addressesOf(
		['host', 'x-forwarded-host']
			.map((name) => headerOf(message, name))
			.flatMap((name) => (name ? [`https://${name}${path}`, `http://${name}${path}`] : [])),
	);
