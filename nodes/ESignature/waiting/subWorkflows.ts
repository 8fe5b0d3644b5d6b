import type { IConnections, INode, IWorkflowBase } from 'n8n-workflow';

/*
 * The sub-workflows of a node that waits. There are two of them, so that a stop of n8n loses nothing:
 *
 *   watch:  Start -> Watch -> Over? -> Round -> Watch ...      starts one round after the other
 *   round:  Start -> Wait -> Check -> Done? -> Wait ...        asks the service
 *
 * Only a round makes requests. If n8n is stopped meanwhile, the round is lost, and n8n wakes the watch, which starts
 * the next one. Each node of the watch runs before it sleeps, because n8n's recovery after a crash invents an
 * output for nodes that have not run (n8n, execution-recovery.service.ts).
 */

/** The steps that this node does in them. */
export const STEPS = ['account', 'watch', 'round', 'check'] as const;
export type Step = (typeof STEPS)[number];

const START = 'Start';

/** Says whether the credential stands for the same account where there is no item of the user. */
export const testWorkflow = (own: INode): IWorkflowBase =>
	workflow(
		'Wait Until Signed: test',
		[start, waitingNode(own, 'Account', 'account')],
		{ [START]: { main: [to('Account')] } },
		'none',
	);

export const watchWorkflow = (own: INode): IWorkflowBase =>
	workflow(
		'Wait Until Signed',
		[
			start,
			waitingNode(own, 'Watch', 'watch'),
			// What the node gives in the end always has `waited`, or is an error.
			ifTrue('$json.waiting === undefined || $json.waited !== undefined', 'Over?'),
			// A lost round comes as an item with an error.
			{ ...waitingNode(own, 'Round', 'round'), onError: 'continueRegularOutput' },
		],
		{
			[START]: { main: [to('Watch')] },
			Watch: { main: [to('Over?')] },
			'Over?': { main: [[], to('Round')] },
			Round: { main: [to('Watch')] },
		},
	);

export const roundWorkflow = (own: INode): IWorkflowBase =>
	workflow(
		'Wait Until Signed: round',
		[
			start,
			node('Wait', 'n8n-nodes-base.wait', 1.1, {
				resume: 'timeInterval',
				amount: '={{ $json.waiting.pause }}',
				unit: 'minutes',
			}),
			waitingNode(own, 'Check', 'check'),
			ifTrue("$json.waiting.next !== 'check'", 'Done?'),
		],
		{
			[START]: { main: [to('Wait')] },
			Wait: { main: [to('Check')] },
			Check: { main: [to('Done?')] },
			'Done?': { main: [[], to('Wait')] },
		},
	);

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters });

const start = node(START, 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
	inputSource: 'passthrough',
});

/** The node that waits, with its credential and the options of its requests, as a step. */
const waitingNode = (own: INode, name: string, waitStep: Step): INode => ({
	...node(name, own.type, own.typeVersion, {
		resource: 'envelope',
		operation: 'waitUntilSigned',
		waitStep,
		options: own.parameters.options,
	}),
	credentials: own.credentials,
});

/** n8n passes on what the last step gave on its first output. */
const ifTrue = (condition: string, name: string): INode =>
	node(name, 'n8n-nodes-base.if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: name,
					leftValue: `={{ ${condition} }}`,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		},
	});

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

/**
 * With settings of its own, so that those of the user's workflow do not apply to it, above all its time limit. The
 * executions are stored: n8n takes the result from there if it is stopped before it has handed it on (n8n,
 * wait-tracker.ts: `resumeParentsOfFinishedSubExecutions`).
 */
const workflow = (
	name: string,
	nodes: INode[],
	connections: IConnections,
	saveDataSuccessExecution: 'all' | 'none' = 'all',
): IWorkflowBase =>
	({
		name,
		// Side by side, so that they can be read when one opens the execution.
		nodes: nodes.map((one, column): INode => ({ ...one, position: [column * 200, 0] })),
		connections,
		active: false,
		settings: {
			executionOrder: 'v1',
			// It has the ID of the workflow that starts it (n8n, workflow-execute-additional-data.ts). n8n 3.0 refuses `any`.
			callerPolicy: 'workflowsFromSameOwner',
			executionTimeout: -1,
			// If it were stored after each node, n8n could take a lost execution for one that has ended.
			saveExecutionProgress: false,
			saveDataSuccessExecution,
			saveDataErrorExecution: 'all',
		},
	}) as unknown as IWorkflowBase;
