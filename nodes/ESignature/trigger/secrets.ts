import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** What events are checked with. */
export interface Secrets {
	/** The keys of signatures. Events are signed with the client secret unless the service uses another one. */
	signing: string[];
	/** What a header is compared with. The client secret is no substitute: a gateway must not know it. */
	header: string | undefined;
}

type Credential = ICredentialDataDecryptedObject;

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function secretsIn({ webhookSecret, clientSecret }: Credential): Secrets {
	return {
		signing: [webhookSecret, clientSecret].map(trimmed).filter(Boolean),
		header: trimmed(webhookSecret) || undefined,
	};
}

/** One read of a credential. */
interface Reading {
	/** Reads are numbered in the order in which they began. */
	number: number;
	began: number;
	/** Undefined if the credential cannot be read. */
	secrets: Promise<Secrets | undefined>;
}

/** To read a credential costs n8n about as much as the rest of a request. */
const KEPT = 3_000;
/** Anyone who knows the URL causes a read by a made-up signature: so many in the time above. */
export const MOST_READS = 3;

/** The latest reads by node and credential, the newest last. */
const readings = new Map<string, Reading[]>();
let started = 0;

const keyOf = (host: IWebhookFunctions): string => {
	const { id, credentials } = host.getNode();
	return JSON.stringify([host.getWorkflow().id, id, credentials?.eSignatureApi?.id]);
};

/** The reads of the last seconds; older ones are forgotten. */
function recentReadings(key: string): Reading[] {
	const recent = (readings.get(key) ?? []).filter(({ began }) => performance.now() - began < KEPT);
	readings.set(key, recent);
	return recent;
}

function startReading(host: IWebhookFunctions): Reading {
	const secrets = host.getCredentials<Credential>('eSignatureApi').then(secretsIn, () => undefined);
	return { number: ++started, began: performance.now(), secrets };
}

/**
 * Checks an event with the secrets of the credential, as they were read a few seconds ago or, if the event does not
 * pass, as they are now: to refuse an event is final, and the secret may have been replaced. Where the credential was
 * read too often just now to read it again, `unsure` says what the result with the older secrets is worth.
 */
export async function checkWithSecrets<Result>(
	host: IWebhookFunctions,
	check: (secrets: Secrets | undefined) => Result,
	{
		isAccepted,
		unsure,
	}: { isAccepted: (result: Result) => boolean; unsure: (result: Result) => Result },
): Promise<Result> {
	const key = keyOf(host);
	const startedBefore = started;
	const known = recentReadings(key).at(-1);
	const result = known && check(await known.secrets);
	if (result !== undefined && isAccepted(result)) return result;
	const recent = recentReadings(key);
	const latest = recent.at(-1);
	// Another event may have read it since this one arrived.
	if (latest && latest.number > startedBefore) return check(await latest.secrets);
	if (result !== undefined && recent.length >= MOST_READS) return unsure(result);
	const reading = startReading(host);
	recent.push(reading);
	return check(await reading.secrets);
}
