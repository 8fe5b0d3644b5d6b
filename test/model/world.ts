import { randomUUID } from 'node:crypto';
import type { INodeExecutionData, OnError } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../sandbox';
import { createEngine, type Engine, type Outcome, type Types } from '../support/engine';
import { credentialFor } from '../support/harness';
import { speedUpClock } from './clock';
import { asExecution, markRequests } from './executions';
import { FaultyService } from './service';
import { textOf, outcomeOf, type ItemOutcome } from './outcome';
import type { FaultPlan } from './faultPlan';
import { OPERATIONS, type Draw, type OperationName, type Intent } from './intents';

/** One execution of a workflow with this node, as it is drawn. */
export interface Drawn {
	operation: OperationName;
	draws: Draw[];
	onError: OnError;
	/** n8n's Retry On Fail: how often the node may run in all. */
	tries: number;
}

/** The request of an item, and the answer to its user. */
export interface Ended {
	execution: string;
	operation: OperationName;
	item: number;
	intent: Intent;
	/** One per output of the item. */
	outcomes: ItemOutcome[];
	outputs: INodeExecutionData[];
	text: string;
	/** The moment in the ledger. */
	at: number;
	/** For a change: whether the thing was as wanted when the item ended. */
	isApplied: boolean;
	paired: boolean;
}

/** A state of this size is enough for every operation to find something. */
const FIXTURES = [
	{ name: 'NDA', fields: 'all', documents: 2 },
	{ name: 'Lease', participants: [{}, { role: 'cc' }] },
	{ name: 'NDA', status: 'sent' },
	{ name: 'Lease', status: 'sent' },
] as const;

/** Saves waiting for documents: the ledger marks them as processed. */
const NEVER = 3_600_000;
/** Timers of documents, and tokens, are given back from time to time. */
const FRESH_EVERY = 200;

/** n8n's engine and a faulty service, made once and emptied for every sequence. */
export class World {
	private sequences = 0;
	private executions = 0;

	private constructor(
		readonly sandbox: Sandbox,
		readonly service: FaultyService,
		private readonly engine: Engine,
		private readonly goBack: () => void,
	) {}

	static async open(types?: Types): Promise<World> {
		const slowDown = speedUpClock();
		const unmark = markRequests();
		const sandbox = await createSandbox({
			clientSecret: randomUUID(),
			processingMs: NEVER,
			now: () => Date.now(),
		});
		const engine = await createEngine({ credential: credentialFor(sandbox), types });
		return new World(sandbox, new FaultyService(sandbox), engine, () => {
			unmark();
			slowDown();
		});
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.sandbox.close();
		this.goBack();
	}

	async restart(): Promise<void> {
		this.sandbox.dialects.set([]);
		if (this.sequences++ % FRESH_EVERY === 0) {
			await this.sandbox.reset();
			await this.engine.run({ resource: 'envelope', operation: 'getAll', limit: 1 });
		}
		this.executions = 0;
		this.service.restart(() => {
			for (const fixture of FIXTURES)
				this.sandbox.control.envelope(structuredClone(fixture) as never);
		});
	}

	/** All at once, with these faults; resolves when every one of them has ended. */
	async run(drawn: Drawn[], faultPlan: FaultPlan): Promise<Ended[]> {
		const ready = drawn.flatMap((one) => {
			const execution = `x${++this.executions}`;
			const mark = (item: number) => `${execution}i${item}`;
			const planned = OPERATIONS[one.operation](this.sandbox.control, mark, one.draws);
			return planned.items.length > 0 ? [{ ...one, execution, planned }] : [];
		});
		this.service.begin(faultPlan);
		const ended = await Promise.all(
			ready.map(async ({ execution, planned, operation, onError, tries }) => {
				const { parameters, items, intents } = planned;
				const outcome = await asExecution(
					execution,
					async () =>
						await this.engine.run(parameters, {
							items,
							// A run that stops leaves no output for the other items.
							onError:
								items.length > 1 && onError === 'stopWorkflow' ? 'continueRegularOutput' : onError,
							...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 100 }),
						}),
				);
				return intents.map((intent, item) =>
					this.ended(outcome, { execution, operation, item, intent }),
				);
			}),
		);
		this.service.settle();
		return ended.flat();
	}

	private ended(
		outcome: Outcome,
		given: Pick<Ended, 'execution' | 'operation' | 'item' | 'intent'>,
	): Ended {
		const all = [...outcome.items, ...outcome.errorItems];
		const outputs =
			outcome.error && all.length === 0
				? [{ json: errorOutputOf(outcome.error), pairedItem: { item: 0 } }]
				: all.filter(({ pairedItem }) => itemOf(pairedItem) === given.item);
		return {
			...given,
			outputs,
			outcomes: outputs.map(outcomeOf),
			text: outputs.map(textOf).join('\n'),
			at: this.service.ledger.now,
			isApplied: given.intent.does === 'changes' && given.intent.isApplied(),
			paired: all.every(({ pairedItem }) => itemOf(pairedItem) !== undefined),
		};
	}
}

const itemOf = (paired: INodeExecutionData['pairedItem']): number | undefined =>
	typeof paired === 'object' && 'item' in paired ? paired.item : undefined;

/** The error of a run that stopped, as the output of a run that goes on would show it. */
function errorOutputOf({ message, ...error }: NonNullable<Outcome['error']>) {
	const { description, context } = error as {
		description?: string;
		context?: { outcome?: string };
	};
	return { error: message, details: { description, outcome: context?.outcome } } as never;
}
