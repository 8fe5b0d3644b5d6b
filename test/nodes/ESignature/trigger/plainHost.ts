import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { receive } from '../../../../nodes/ESignature/trigger/webhook';

export interface Given {
	url: string;
	headers?: Record<string, string>;
	body?: Buffer;
	originalUrl?: string;
	method?: string;
	parameters?: IDataObject;
	credentials?: IDataObject;
	/** A process remembers events by their workflow: each host has another one unless told. */
	workflow?: string;
	/** Kept between calls that share it. */
	staticData?: IDataObject;
	/** Replaces whatever n8n offers. */
	broken?: Partial<Record<keyof IWebhookFunctions, unknown>>;
}

export interface Seen {
	status?: number;
	text?: string;
	answerHeaders: Record<string, string>;
	result?: IWebhookResponseData;
	log: string[];
	/** Those of them that an administrator sees. */
	warnings: string[];
}

let workflows = 0;

/** n8n as little as the handler needs of it: quick enough for a hundred thousand requests. */
export async function handled(given: Given): Promise<Seen> {
	const { url, headers = {}, body = Buffer.alloc(0), parameters = {} } = given;
	const { workflow = `w${++workflows}` } = given;
	const seen: Seen = { answerHeaders: {}, log: [], warnings: [] };
	const note = (message: string) => void seen.log.push(message);
	const listeners: Array<() => void> = [];
	const response = {
		headersSent: false,
		statusCode: 200,
		status: (code: number) => void (seen.status = response.statusCode = code),
		setHeader: (name: string, value: string) => void (seen.answerHeaders[name] = value),
		end: (text?: string) => void (seen.text = text ?? ''),
		once: (event: string, listener: () => void) =>
			void (event === 'finish' && listeners.push(listener)),
	};
	const host = {
		getWebhookName: () => 'default',
		getRequestObject: () => ({
			method: given.method ?? 'POST',
			originalUrl: given.originalUrl ?? new URL(url).pathname,
			headers,
			rawBody: body,
			readRawBody: async () => {},
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		getCredentials: async () => given.credentials ?? {},
		getNodeWebhookUrl: () => url,
		getWebhookResourceUrl: () => url,
		getMode: () => 'webhook',
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: 'n', name: 'Trigger' }),
		getWorkflowStaticData: () => given.staticData ?? {},
		logger: {
			warn: (message: string) => {
				note(message);
				seen.warnings.push(message);
			},
			debug: note,
		},
		...given.broken,
	};
	seen.result = await receive(host as unknown as IWebhookFunctions);
	// Where a run was started, n8n answers in the end.
	for (const listener of listeners) listener();
	return seen;
}
