import { randomUUID } from 'node:crypto';
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';

export interface NewWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Output of a node in manual runs, without running it. */
	pinData?: IPinData;
}

export type Step = Pick<INode, 'name' | 'type' | 'parameters'> & Partial<INode>;

export const START = 'Start';
export const manualTrigger: Step = {
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

export const CREDENTIAL = 'eSignatureApi';
const ACTION_NODE = 'n8n-nodes-esignature.eSignature';
const TRIGGER_NODE = 'n8n-nodes-esignature.eSignatureTrigger';
const POLLING_NODE = 'n8n-nodes-esignature.eSignaturePollingTrigger';

/** Nodes one after the other, each fed by the first output of the one before it. */
export function chain(name: string, steps: Step[], settings?: IWorkflowSettings): NewWorkflow {
	const nodes = steps.map((step, index) => ({
		id: randomUUID(),
		typeVersion: 1,
		position: [index * 220, 0] as [number, number],
		...step,
	}));
	const connections: IConnections = {};
	for (const [index, { name: from }] of steps.slice(0, -1).entries()) {
		const to = steps[index + 1] as Step;
		connections[from] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	}
	// As the editor sets it for each new workflow.
	return { name, nodes, connections, settings: { executionOrder: 'v1', ...settings } };
}

/** The action node with one of its operations. */
export const action = (
	name: string,
	parameters: INode['parameters'],
	credential: { id: string; name: string },
	more: Partial<INode> = {},
): Step => ({
	name,
	type: ACTION_NODE,
	parameters,
	credentials: { [CREDENTIAL]: credential },
	...more,
});

/** The trigger node, for all events by default. */
export const trigger = (
	name: string,
	credential: { id: string; name: string },
	parameters: INode['parameters'] = {},
): Step => ({
	name,
	type: TRIGGER_NODE,
	webhookId: randomUUID(),
	parameters: { events: ['*'], ...parameters },
	credentials: { [CREDENTIAL]: credential },
});

/** The polling trigger, for all events and every minute by default. */
export const pollingTrigger = (
	name: string,
	credential: { id: string; name: string },
	parameters: INode['parameters'] = {},
): Step => ({
	name,
	type: POLLING_NODE,
	parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, events: ['*'], ...parameters },
	credentials: { [CREDENTIAL]: credential },
});
