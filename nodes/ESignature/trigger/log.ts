import type { IWebhookFunctions } from 'n8n-workflow';

const MINUTE = 60_000;

/** When each text was last written for each node. */
const written = new Map<string, number>();

/** Writes a warning to n8n's log, each text once a minute: anyone who knows the URL can cause one. */
export function warn(host: IWebhookFunctions, text: string): void {
	const line = `E-Signature Trigger: ${text}`;
	const key = `${host.getWorkflow().id} ${host.getNode().id} ${text}`;
	const last = written.get(key) ?? -Infinity;
	if (performance.now() - last < MINUTE) return host.logger.debug(line);
	written.set(key, performance.now());
	host.logger.warn(line);
}
