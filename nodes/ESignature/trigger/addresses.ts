import type { IWebhookFunctions } from 'n8n-workflow';

/** Where an event may have been sent to, as it may be spelled in the signature. */
export interface Addresses {
	hosts: string[];
	/** Paths with their queries. */
	targets: string[];
}

/**
 * n8n's own address of the webhook and the public ones that the user entered. What the request says of its address
 * proves nothing: an event for another webhook could be sent here. Two things are taken from it anyway: the
 * path, since n8n found this node by it, and the spelling of a host that is known.
 */
export function addressesOf(
	host: IWebhookFunctions,
	{ headers, originalUrl }: Arrived,
	publicUrls: readonly string[],
): Addresses {
	const known = [ownUrl(host), ...publicUrls].flatMap(readAddress);
	const hosts = known.flatMap((address) => address.hosts);
	const names = new Set(hosts.map(nameOf));
	const spellings = [headers.host, headers['x-forwarded-host']]
		.map(String)
		.filter((spelling) => names.has(nameOf(spelling)));
	return {
		hosts: [...hosts, ...spellings],
		targets: [...known.map(({ target }) => target), originalUrl],
	};
}

interface Arrived {
	headers: Record<string, string | string[] | undefined>;
	originalUrl: string;
}

function ownUrl(host: IWebhookFunctions): string {
	// n8n 2.11 has no such function and does not tell the address of a test.
	const older: Partial<IWebhookFunctions> = host;
	return (older.getWebhookResourceUrl?.('default') ?? host.getNodeWebhookUrl('default')) || '';
}

/** An address as URLs are normalized, its host also as it is written: senders may sign either. */
function readAddress(text: string) {
	const address = text.includes('://') ? text : `https://${text}`;
	if (!/^https?:/i.test(address) || !URL.canParse(address)) return [];
	const { host, pathname, search } = new URL(address);
	const [, written = host] = /:\/\/([^/?#]*)/.exec(address) ?? [];
	return [{ hosts: [host, written], target: `${pathname}${search}` }];
}

/** Without capitals and a usual port, which can be left out. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');
