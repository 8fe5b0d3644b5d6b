/* eslint-disable @n8n/community-nodes/no-restricted-imports -- marks what leaves this process */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';

export const EXECUTION_HEADER = 'x-model-execution';

const running = new AsyncLocalStorage<string>();

/** Whatever is sent while `work` runs bears the name of the execution, so that the service can tell whose it is. */
export const asExecution = <T>(name: string, work: () => T): T => running.run(name, work);

/** Two executions send the very same requests: only a header can tell them apart. Returns the way back. */
export function markRequests(): () => void {
	const { request } = http;
	http.request = ((...given: Parameters<typeof request>) => {
		const made = request(...given);
		const name = running.getStore();
		if (name) made.setHeader(EXECUTION_HEADER, name);
		return made;
	}) as typeof request;
	return () => {
		http.request = request;
	};
}
