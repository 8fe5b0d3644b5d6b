import type { IWebhookFunctions } from 'n8n-workflow';

const MINUTE = 60_000;
const MOST_PER_MINUTE = 3;
/** Of all that strangers can cause for one node, whatever the texts. */
const MOST_OF_STRANGERS = 5;
const MOST_KINDS = 1_000;

/**
 * Whom a warning is about: a request that names our key or has proven to be the service's, one that names
 * no key, or any other. Each kind has lines of its own, so that nobody can use up those about the service.
 */
export type About = 'service' | 'unnamed' | 'anyone';

/** When each text was last written for each node: whoever knows the URL could fill the log otherwise. */
const written = new Map<string, number[]>();

const recent = (key: string): number[] =>
	(written.get(key) ?? []).filter((time) => performance.now() - time < MINUTE);

/** Also when n8n itself cannot tell whose webhook it is: a warning must not fail. */
function keyOf(host: IWebhookFunctions, what: string): string {
	try {
		return `${host.getWorkflow().id} ${host.getNode().id} ${what}`;
	} catch {
		return what;
	}
}

/** The counts that a line adds to, each with how many there may be in a minute. */
const countsOf = (host: IWebhookFunctions, text: string, about: About): Array<[string, number]> => [
	[keyOf(host, `${about} ${text}`), MOST_PER_MINUTE],
	...(about === 'service'
		? []
		: [[keyOf(host, 'strangers'), MOST_OF_STRANGERS] as [string, number]]),
];

/** Whether a warning would be written now. */
export const mayWarn = (host: IWebhookFunctions, text: string, about: About = 'anyone'): boolean =>
	countsOf(host, text, about).every(([key, most]) => recent(key).length < most);

/** A warning for whoever looks after the workflow, a few times a minute at most. */
export function warn(host: IWebhookFunctions, text: string, about: About = 'anyone'): void {
	const line = `E-Signature Trigger: ${text}`;
	if (!mayWarn(host, text, about)) return host.logger.debug(line);
	let isLast = false;
	for (const [key, most] of countsOf(host, text, about)) {
		const times = [...recent(key), performance.now()];
		written.delete(key);
		written.set(key, times);
		isLast ||= times.length === most;
	}
	while (written.size > MOST_KINDS) written.delete(written.keys().next().value as string);
	const last = isLast ? ' Further warnings like this are left out for up to a minute.' : '';
	host.logger.warn(`${line}${last}`);
}
