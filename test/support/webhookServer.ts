/* eslint-disable @n8n/community-nodes/no-restricted-globals -- receives real requests */
import express, { type Request, type Response } from 'express';
import { within } from './core';
import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWebhookData,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { CredentialStore } from './credentialStore';
import { HostCredentials } from './hostCredentials';
import type { LogLine } from './logger';
import { nodeTypesFor, PACKAGE } from './nodeTypes';
import { typesOfSources } from './types';

type Data = ICredentialDataDecryptedObject;

export interface WebhookServer {
	/** What the panel of the node shows as its production URL. */
	url: string;
	testUrl: string;
	/** One item per started run. */
	runs: IDataObject[];
	/** How many have arrived so far, whatever became of them. */
	requests: number;
	log: LogLine[];
	credential: CredentialStore;
	/** What n8n keeps with the workflow between requests. */
	staticData: () => IDataObject;
	/** n8n after a restart: it has nothing but what it kept. */
	restart(): void;
	/** Changes what the user chose in the panel. */
	set(parameters: INodeParameters): void;
	/** The credential of the node: present, or gone. */
	useCredential(present: boolean): void;
	/** Called before a run is stored; may wait or throw, as a database may. */
	beforeRun: () => Promise<void>;
	close(): Promise<void>;
}

const NODE = 'Trigger';
const HOOK = '8c1f2a9e-4d2b-4c3e-9a5f-0b1c2d3e4f5a/webhook';
let servers = 0;

/** As long as a quick database needs. By an interval, which goes on in tests that stop other timers. */
const storing = async () =>
	await new Promise<void>((resolve) => {
		const stored = setInterval(() => {
			clearInterval(stored);
			resolve();
		}, 5);
	});

/** As n8n's body reader does: at once, except for what comes in parts. */
async function giveRawBody(request: Request): Promise<void> {
	const incoming = request as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
	incoming.readRawBody = async () => {
		if (incoming.rawBody) return;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		incoming.rawBody = Buffer.concat(chunks);
	};
	const multipart = request.headers['content-type']?.startsWith('multipart/');
	if (!multipart) await incoming.readRawBody();
}

/**
 * The steps of n8n's server (2.41) around a webhook, with n8n-core's own context: what it keeps is read
 * at the start of each request, and saved at the end if it counts as changed then and the run could be
 * started. Before a run is stored, the workflow is built once more over the same data.
 */
export async function webhookServer(
	credential: Data,
	parameters: INodeParameters = {},
): Promise<WebhookServer> {
	const types = await typesOfSources();
	const store = new CredentialStore();
	const chosen = store.add(credential);
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const credentialsHelper = new HostCredentials(byName, store);
	const nodeTypes = nodeTypesFor(types, []);
	const log: LogLine[] = [];
	let workflowId = `hooks${++servers}`;
	let current = parameters;
	let credentialId = chosen.id;
	let kept = 'null';

	async function handle(request: Request, response: Response, isTest: boolean): Promise<void> {
		const node: INode = {
			id: 't',
			name: NODE,
			type: `${PACKAGE}.eSignatureTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: structuredClone(current),
			webhookId: HOOK.slice(0, 36),
			credentials: { eSignatureApi: { id: credentialId, name: 'Credential' } },
		};
		const stored = {
			id: workflowId,
			nodes: [node],
			connections: {},
			active: !isTest,
			nodeTypes,
			staticData: JSON.parse(kept) as IDataObject,
		};
		const workflow = new Workflow(stored);
		const origin = `http://${request.headers.host}`;
		const additionalData = {
			...additionalDataFor({ credentialsHelper, executionId: '1' }),
			webhookBaseUrl: `${origin}/webhook`,
			webhookTestBaseUrl: `${origin}/webhook-test`,
			httpRequest: request,
			httpResponse: response,
		};
		const started = workflow.getNode(NODE) as INode;
		const type = nodeTypes.getByNameAndVersion(started.type, 1);
		const webhookDescription = (type as Trigger).description.webhooks.find(({ httpMethod }) =>
			httpMethod.split(',').includes(request.method),
		);
		if (!webhookDescription) return void response.status(404).end();
		await giveRawBody(request);
		const context = new WebhookContext(
			workflow,
			started,
			additionalData,
			isTest ? 'manual' : 'webhook',
			{ webhookDescription, isTest } as unknown as IWebhookData,
			[],
			null,
		);
		const result = await (type as Trigger).webhook.call(context);
		if (result.workflowData) {
			new Workflow(stored);
			await storing();
			await server.beforeRun();
			server.runs.push(...(result.workflowData[0] ?? []).map(({ json }) => json));
		}
		const { __dataChanged: changed } = workflow.staticData;
		if (!isTest && changed) {
			const saved = JSON.stringify(workflow.staticData);
			await storing();
			kept = saved;
		}
		if (!result.noWebhookResponse) response.status(200).end();
	}

	const app = express();
	app.use((request, response) => {
		server.requests++;
		const isTest = request.path.startsWith('/webhook-test/');
		void within({ log } as Parameters<typeof within>[0], async () => {
			await handle(request, response, isTest).catch(() => response.status(500).end());
		});
	});
	const listening = await new Promise<ReturnType<typeof app.listen>>((resolve) => {
		const opened = app.listen(0, '127.0.0.1', () => resolve(opened));
	});
	const { port } = listening.address() as { port: number };
	const server: WebhookServer = {
		url: `http://127.0.0.1:${port}/webhook/${HOOK}`,
		testUrl: `http://127.0.0.1:${port}/webhook-test/${HOOK}`,
		runs: [],
		requests: 0,
		log,
		credential: store,
		staticData: () => (JSON.parse(kept) ?? {}) as IDataObject,
		// The process that runs this test remembers by the workflow, so another ID is a process that does not.
		restart: () => void (workflowId = `hooks${++servers}`),
		set: (changes) => void (current = { ...current, ...changes }),
		useCredential: (present) => void (credentialId = present ? chosen.id : 'gone'),
		beforeRun: async () => {},
		close: async () => {
			const closed = new Promise((resolve) => listening.close(resolve));
			listening.closeAllConnections();
			await closed;
		},
	};
	return server;
}

interface Trigger {
	description: { webhooks: Array<{ name: string; httpMethod: string }> };
	webhook(this: WebhookContext): Promise<IWebhookResponseData>;
}
