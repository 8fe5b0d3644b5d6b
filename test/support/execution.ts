import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type IConnections,
	type INode,
	type INodeCredentials,
	type INodeExecutionData,
	type INodeParameters,
	type IRun,
	type OnError,
} from 'n8n-workflow';
import { additionalDataFor } from './additionalData';
import { nodeTypesFor, PACKAGE, START } from './nodeTypes';
import { refusedRun } from './outcome';
import { allowSubWorkflows, type Host } from './subWorkflows';

export const NODE = 'E-Signature';

export interface RunOptions {
	/** The input items; one empty item by default. */
	items?: INodeExecutionData[];
	onError?: OnError;
	nodeType?: string;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	/** The workflow's own; the host's default when absent. */
	timezone?: string;
	/** Chosen in the node; the engine's own credential by default, `{}` for none. */
	credentials?: INodeCredentials;
	/** Called while n8n sleeps in a sub-workflow. */
	onWait?: (waits: number) => unknown;
}

export interface Execution {
	run: Promise<IRun>;
	cancel: () => void;
}

const connections: IConnections = {
	Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
};

/** Start node -> node under test, run by n8n's own engine. */
export function execute(host: Host, parameters: INodeParameters, options: RunOptions): Execution {
	const { items = [{ json: {} }], nodeType = 'eSignature' } = options;
	const { onError, retryOnFail, maxTries, waitBetweenTries, credentials } = options;
	const nodes: INode[] = [
		{ id: 's', name: 'Start', type: START, typeVersion: 1, position: [0, 0], parameters: {} },
		{
			id: 'n',
			name: NODE,
			type: `${PACKAGE}.${nodeType}`,
			typeVersion: 1,
			position: [200, 0],
			parameters,
			onError,
			retryOnFail,
			maxTries,
			waitBetweenTries,
			credentials,
		},
	];
	try {
		const workflow = new Workflow({
			id: host.workflowId,
			name: 'Test harness',
			nodes,
			connections,
			active: false,
			nodeTypes: nodeTypesFor(host.types, items),
			settings: { executionOrder: 'v1', timezone: options.timezone },
		});
		const additionalData = additionalDataFor(host);
		allowSubWorkflows(additionalData, host, options.onWait);
		const stored: IRun[] = [];
		additionalData.hooks?.addHandler('workflowExecuteAfter', (finished) => {
			stored.push({ ...finished });
		});
		const startNode = workflow.getNode('Start') ?? undefined;
		const running = new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode });
		// The server stores a canceled run at once and ignores what its node still does.
		const run = running.then((finished) => ({
			...finished,
			status: stored[0]?.status ?? finished.status,
		}));
		const cancel = () => running.cancel();
		return { run, cancel };
	} catch (error) {
		return { run: Promise.resolve(refusedRun(error as Error)), cancel: () => {} };
	}
}
