import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';

export const EXECUTION_HEADER = 'x-model-execution';

const running = new AsyncLocalStorage<string>();

/** Marks every request that `work` sends with the name of the execution, so that the service can tell them apart. */
export const asExecution = <T>(name: string, work: () => T): T => running.run(name, work);

/** Two executions send the same requests, so only a header tells them apart. Returns a function that undoes this. */
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
