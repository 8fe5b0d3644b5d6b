import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ExecuteWorkflowOptions,
	type ICredentialsHelper,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type RelatedExecution,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { nodeTypesFor } from './nodeTypes';
import type { Types } from './types';

export interface Host {
	types: Types;
	credentialsHelper: ICredentialsHelper;
	workflowId: string;
	executionId: string;
}

type OnWait = (waits: number) => unknown;

const sleepForEver: OnWait = () => {
	throw new Error('n8n sleeps, and nothing happens meanwhile');
};

/** Lets nodes start inline sub-workflows, as n8n's server does; only that their waits take no time. */
export function allowSubWorkflows(
	additionalData: IWorkflowExecuteAdditionalData,
	host: Host,
	onWait: OnWait = sleepForEver,
): void {
	let waits = 0;
	const types = nodeTypesFor(
		host.types,
		[],
		standIns(async () => await onWait(++waits)),
	);
	/** All of them sleep. */
	const executions = new Map([
		[host.executionId, createRunExecutionData({ waitTill: new Date() })],
	]);
	const allow = (data: IWorkflowExecuteAdditionalData): IWorkflowExecuteAdditionalData =>
		Object.assign(data, {
			getRunExecutionData: async (id: string) => executions.get(id),
			executeWorkflow: async (
				{ code }: { code: IWorkflowBase },
				_: unknown,
				{ inputData, parentExecution }: ExecuteWorkflowOptions,
			) => {
				if (code.settings?.callerPolicy === 'any') {
					throw new Error("n8n 3.0 refuses a sub-workflow with the caller policy 'any'");
				}
				const executionId = `${host.executionId}.${executions.size}`;
				executions.set(
					executionId,
					createRunExecutionData({ waitTill: new Date(), parentExecution }),
				);
				const run = await runInline(executionId, code, inputData ?? [], parentExecution);
				const { error, runData, lastNodeExecuted = '' } = run.data.resultData;
				if (error) throw Object.assign(new Error(error.message), error);
				return { executionId, data: runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [null] };
			},
		});
	const runInline = async (
		executionId: string,
		code: IWorkflowBase,
		items: INodeExecutionData[],
		parentExecution: RelatedExecution | undefined,
	): Promise<IRun> => {
		const workflow = new Workflow({ ...code, id: host.workflowId, nodeTypes: types });
		const data = createRunExecutionData({
			parentExecution,
			executionData: {
				nodeExecutionStack: [
					{ node: code.nodes[0] as INode, data: { main: [items] }, source: null },
				],
			},
		});
		return await new WorkflowExecute(
			allow(additionalDataFor({ ...host, executionId })),
			'integrated',
			data,
		).processRunExecutionData(workflow);
	};
	allow(additionalData);
}

/** n8n's own nodes that the sub-workflows have, as far as they need them. */
const standIns = (sleep: () => Promise<unknown>): Record<string, INodeType> => ({
	'n8n-nodes-base.executeWorkflowTrigger': standIn(async (items) => [items]),
	'n8n-nodes-base.wait': standIn(async (items) => {
		await sleep();
		return [items];
	}),
	'n8n-nodes-base.if': standIn(async (items, host) => {
		const isTrue = (_: unknown, index: number) => {
			const { conditions } = host.getNodeParameter('conditions', index) as {
				conditions: Array<{ leftValue: unknown }>;
			};
			return conditions.every(({ leftValue }) => leftValue === true);
		};
		return [items.filter(isTrue), items.filter((item, index) => !isTrue(item, index))];
	}, 2),
});

function standIn(
	run: (items: INodeExecutionData[], host: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	outputs = 1,
): INodeType {
	return {
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: ['transform'],
			version: [1, 1.1, 2.2],
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
			properties: ['conditions'].map((name) => ({
				displayName: name,
				name,
				type: 'json',
				default: {},
			})),
		},
		async execute(this: IExecuteFunctions) {
			return await run(this.getInputData(), this);
		},
	};
}
