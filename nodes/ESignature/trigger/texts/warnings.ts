import type { IWebhookFunctions } from 'n8n-workflow';

import { putNewest } from '../../transport';
import type { Answer } from './texts';

const MINUTE = 60_000;
const MOST_PER_MINUTE = 3;
/** Of all that strangers can cause for one node, whatever the texts. */
const MOST_OF_STRANGERS = 5;
const MOST_KINDS = 1_000;

/**
 * Whom a warning is about: a request that names our key or has proven to be the service's, one that names
 * no key, or any other. Each kind has lines of its own, so that nobody can use up those about the service.
 */
export type WarnedAbout = 'service' | 'unnamed' | 'anyone';

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
const countsOf = (
	host: IWebhookFunctions,
	text: string,
	about: WarnedAbout,
): Array<[string, number]> => [
	[keyOf(host, `${about} ${text}`), MOST_PER_MINUTE],
	...(about === 'service'
		? []
		: [[keyOf(host, 'strangers'), MOST_OF_STRANGERS] as [string, number]]),
];

/** Whether a warning would be written now. */
export const mayWarn = (
	host: IWebhookFunctions,
	text: string,
	about: WarnedAbout = 'anyone',
): boolean => countsOf(host, text, about).every(([key, most]) => recent(key).length < most);

/** What was last said about a request, for whoever watches it in the editor. */
const said = new WeakMap<IWebhookFunctions, string>();

export const note = (host: IWebhookFunctions, text: string): void => void said.set(host, text);

/** Why a request started nothing, for the person who listens for it. */
export const reasonOf = (host: IWebhookFunctions, { text }: Answer): string =>
	said.get(host) ?? text;

/** A warning for whoever looks after the workflow, a few times a minute at most. */
export function warn(host: IWebhookFunctions, text: string, about: WarnedAbout = 'anyone'): void {
	note(host, text);
	const line = `E-Signature Trigger: ${text}`;
	if (!mayWarn(host, text, about)) return host.logger.debug(line);
	let isLast = false;
	for (const [key, most] of countsOf(host, text, about)) {
		const times = [...recent(key), performance.now()];
		putNewest(written, [key, times], MOST_KINDS);
		isLast ||= times.length === most;
	}
	const last = isLast ? ' Further warnings like this are suppressed for up to a minute.' : '';
	host.logger.warn(`${line}${last}`);
}
