import { createRunExecutionData } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWorkflowBase,
} from 'n8n-workflow';

import type { Call } from '../../nodes/ESignature/core';
import { UserError } from '../../nodes/ESignature/errors/userError';
import { runStep } from '../../nodes/ESignature/waiting/steps';
import type { Step } from '../../nodes/ESignature/waiting/subWorkflows';
import { waitForAll } from '../../nodes/ESignature/waiting/wait';
import type { FakeEnvelope, FakeEnvelopeApi } from '../nodes/ESignature/polling/fakeEnvelopeApi';
import { Chance } from '../support/chance';

const MINUTE = 60_000;
const DAYS = 30;
const OURS = { name: 'Wait', type: 'n8n-nodes-esignature.eSignature' } as INode;

/** No run is canceled here. */
const ASLEEP = createRunExecutionData({
	waitTill: new Date(),
	parentExecution: { executionId: '1', workflowId: 'w' },
});

type Items = INodeExecutionData[];

/** A sleeping run or sub-workflow, as n8n keeps it. */
interface Execution {
	nodes: INode[];
	connections: IWorkflowBase['connections'];
	/** The first output of each node so far, run by run. */
	given: Map<string, Items[]>;
	/** The node that it sleeps in. */
	at: INode;
	input: Items;
	/** None for the run itself, of which only the waiting node is simulated. */
	parent?: Execution;
	/** Whether it has started a sub-workflow that sleeps. */
	isParked?: boolean;
}

/** How an execution ended: with what its last node gave, or with an error. */
type End = { items: Items } | { error: string };

/**
 * The runs that wait for envelopes. The steps are those of the node; what n8n does between them is delivered again here,
 * since its server cannot run in virtual time.
 */
export class Waits {
	kills = 0;
	private readonly chance: Chance;
	/** Executions in n8n's Wait node, with the time at which it ends. */
	private asleep = new Map<Execution, number>();

	constructor(
		private readonly service: FakeEnvelopeApi,
		seed: number,
		private readonly goOn: (items: Items) => void,
	) {
		this.chance = new Chance(seed);
	}

	get isOver(): boolean {
		return this.asleep.size === 0;
	}

	/** A run that waits for all of these. */
	async start(envelopes: FakeEnvelope[]): Promise<void> {
		const items = envelopes.map((envelope, item) => ({
			json: { ...envelope },
			pairedItem: { item },
		}));
		const run = newExecution({ nodes: [OURS], connections: {} }, items);
		const wait = { minutes: 180, days: DAYS, options: {} };
		const given = await waitForAll(this.hostOf(run, OURS), { items, failed: new Set() }, wait);
		if (!run.isParked) this.goOn(given);
	}

	/** Wakes what is due, in an n8n that was started long ago and may be killed during a check. */
	async wake(isDisturbed: boolean): Promise<void> {
		const { now } = performance;
		performance.now = () => 60 * MINUTE;
		const due = [...this.asleep].filter(([, until]) => until <= Date.now());
		for (const [execution] of due) {
			this.asleep.delete(execution);
			if (isDisturbed && this.chance.oneIn(200)) {
				this.kills++;
				await this.resume(execution.parent, { error: 'The execution was lost' });
			} else {
				await this.resume(execution, { items: execution.input });
			}
		}
		performance.now = now;
	}

	/** Goes on behind the node that an execution sleeps in. */
	private async resume(execution: Execution | undefined, end: End): Promise<void> {
		if (!execution) return;
		const { at, parent } = execution;
		if (at === OURS) return this.goOn('items' in end ? end.items : []);
		if ('error' in end && at.onError !== 'continueRegularOutput') {
			return await this.resume(parent, end);
		}
		const items = 'items' in end ? end.items : [{ json: { error: end.error } }];
		const ended = await this.proceed(execution, items);
		if (ended) await this.resume(parent, ended);
	}

	/** From what the node at hand has given to the end, if nothing sleeps. */
	private async proceed(execution: Execution, given: Items): Promise<End | undefined> {
		for (let outputs: Items[] = [given]; ;) {
			const { name } = execution.at;
			execution.given.set(name, [...(execution.given.get(name) ?? []), outputs[0] ?? []]);
			const index = outputs.findIndex(({ length }) => length > 0);
			const [next] = execution.connections[name]?.main?.[index] ?? [];
			if (!next) return { items: outputs[0] ?? [] };
			execution.at = execution.nodes.find((node) => node.name === next.node) as INode;
			execution.input = outputs[index] as Items;
			try {
				const result = await this.run(execution);
				if (!result) return undefined;
				outputs = result;
			} catch (error) {
				return { error: (error as Error).message };
			}
		}
	}

	/** The output of a node, unless it sleeps. */
	private async run(execution: Execution): Promise<Items[] | undefined> {
		const { at, input } = execution;
		const json = input[0]?.json;
		if (at.type === 'n8n-nodes-base.wait') {
			const minutes = Number(evaluated(at.parameters.amount, json));
			this.asleep.set(execution, Date.now() + minutes * MINUTE);
			return undefined;
		}
		if (at.type === 'n8n-nodes-base.if') {
			const { conditions } = at.parameters.conditions as { conditions: INodeParameters[] };
			return evaluated(conditions[0]?.leftValue, json) === true ? [input, []] : [[], input];
		}
		const step = at.parameters.waitStep as Step;
		const host = this.hostOf(execution, at);
		execution.isParked = false;
		const given = await runStep(host, step, async () => this.call);
		// While a sub-workflow sleeps, n8n does not take what the node gives.
		return execution.isParked ? undefined : [given];
	}

	/** The service fails now and then. */
	private readonly call = {
		account: '',
		request: async (_: string, { envelopeID }: { envelopeID: string }) => {
			if (this.chance.oneIn(50)) throw new UserError('The service is away');
			return { ...(this.service.envelopes.get(envelopeID) as FakeEnvelope) };
		},
	} as unknown as Call;

	private hostOf(execution: Execution, node: INode): IExecuteFunctions {
		const { given, input } = execution;
		const host = {
			getNode: () => ({ ...node, parameters: { ...node.parameters } }),
			getMode: () => 'webhook',
			getInputData: () => input,
			getNodeParameter: () => ({}),
			getExecutionCancelSignal: () => undefined,
			continueOnFail: () => false,
			getExecutionContext: () => ({ parentExecutionId: '1' }),
			getExecutionDataById: async () => ASLEEP,
			getExecutionId: () => '1',
			getWorkflow: () => ({ id: 'w' }),
			getWorkflowDataProxy: () => ({
				$runIndex: given.get(node.name)?.length ?? 0,
				$: (name: string) => ({ first: (_?: number, run = 0) => given.get(name)?.[run]?.[0] }),
			}),
			executeWorkflow: async ({ code }: { code: IWorkflowBase }, items: Items) => {
				const child = newExecution(code, items, execution);
				const end = await this.proceed(child, items);
				execution.isParked = end === undefined;
				if (!end) return { waitTill: new Date(), data: [] };
				if ('error' in end) throw new Error(end.error);
				return { data: [end.items] };
			},
		};
		return host as unknown as IExecuteFunctions;
	}
}

const newExecution = (
	{ nodes, connections }: Pick<IWorkflowBase, 'nodes' | 'connections'>,
	input: Items,
	parent?: Execution,
): Execution => ({
	nodes,
	connections,
	input,
	parent,
	given: new Map(),
	at: nodes[0] as INode,
});

/** An expression of n8n that needs only the item. */
const evaluated = (expression: unknown, $json: unknown): unknown => {
	const [, code] = /^={{(.*)}}$/.exec(String(expression)) ?? [];
	return new Function('$json', `return ${code}`)($json) as unknown;
};

/** Whether an item goes on as it should: as the envelope is now, or open after all of the days. */
export const isRight = ({ json }: INodeExecutionData, service: FakeEnvelopeApi): boolean =>
	json.gaveUp === true
		? Number(json.waited) >= DAYS * 24 * 60
		: json.status === service.envelopes.get(String(json.ID))?.status;
