import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { errorJson, nodeError, type NodeError } from '../errors/nodeError';
import { NOT_FOR_THIS_ITEM, NOTHING_SENT, type Texts } from '../errors/sentences';
import { caught, wrongInput, type UserError } from '../errors/userError';
import { Gate } from '../transport/traffic';
import { slices } from '../values/collections';
import { quoted } from '../values/text';
import { Answers, type FailedItem, type ItemAnswer } from './answers';
import { attemptsOf, type Attempts } from './attempts';
import { callsOf } from './call';
import { maxConcurrency, optionNumber } from './form';
import { runJobs, type JobSequence } from './jobs';
import type { Call, Operation, Resource } from './operation';
import { makeJobs } from './work';

export interface Hooks {
	/** Called once the inputs of all items are checked. Throws if the run cannot do what they ask for. */
	beforeSending?(operation: Operation, calls: readonly Call[]): Promise<void>;
	/** Gives the items that n8n gets. */
	afterwards?(operation: Operation, results: Results): Promise<INodeExecutionData[]>;
}

export interface Results {
	items: INodeExecutionData[];
	/** The items that are errors; the service may have a key `error`, too. */
	failed: ReadonlySet<INodeExecutionData>;
	/** The JSON of the others. */
	outputs: IDataObject[];
}

/** n items in, an answer or an error for each, in order. */
export async function execute(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	texts: Texts = {},
	hooks: Hooks = {},
): Promise<INodeExecutionData[][]> {
	const attempts = attemptsOf(host);
	const answers = new Answers(host.getInputData().length, attempts);
	const reporter = new ErrorReporter(host, answers, attempts);
	// Where an item makes several requests at a time, they count as well.
	const gate = new Gate(1);
	const open = callsOf(host, attempts, texts, gate);

	// What an earlier attempt has left unknown may still take effect.
	reporter.throwFirstFailure();
	const prepared = await prepare(host, resources, answers, open, hooks).catch((error: unknown) => {
		// Each item gets the error: thrown, it would send the inputs on as results.
		answers.refuse(answers.open, error);
		return undefined;
	});
	reporter.throwFirstFailure();
	if (prepared) {
		reporter.mayHaveSent = prepared.sequences.flat().length > 1;
		gate.max = prepared.maxRequests;
		await runJobs(prepared.sequences, {
			concurrency: Math.min(gate.max, prepared.operation.concurrency ?? Infinity),
			continueOnFail: host.continueOnFail(),
			cancel: host.getExecutionCancelSignal(),
			onFailure: (items, error) => answers.fail(items, error),
		}).catch((error: unknown) => reporter.throwError(caught(error)));
	}
	reporter.throwFirstFailure();
	const results = resultsOf(answers.list(), reporter);
	if (!prepared) return [results.items];
	const { operation } = prepared;
	showHint(host, operation.hint?.(results.outputs));
	return [(await hooks.afterwards?.(operation, results)) ?? results.items];
}

interface Prepared {
	operation: Operation;
	sequences: JobSequence[];
	/** How many requests the user allows at a time. */
	maxRequests: number;
}

/** Everything that is checked before anything is sent. */
async function prepare(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	answers: Answers,
	open: ReturnType<typeof callsOf>,
	{ beforeSending }: Hooks,
): Promise<Prepared> {
	const operation = chosenOperation(host, resources);
	const calls = await openCalls(answers, open, operation);
	const isOpen = new Set(answers.open);
	const sequences = await makeJobs(
		operation,
		calls.filter(({ item }) => isOpen.has(item)),
		answers,
	);
	const maxRequests = calls[0] ? optionNumber(calls[0], maxConcurrency) : 1;
	if (host.continueOnFail() || !answers.failure) await beforeSending?.(operation, calls);
	return { operation, sequences, maxRequests };
}

function chosenOperation(host: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = host.getNodeParameter('resource', 0) as string;
	const name = host.getNodeParameter('operation', 0) as string;
	const operations = resources.find(({ value }) => value === resource)?.operations ?? {};
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (operation) return operation;
	throw wrongInput(
		`This node has no operation ${quoted(name)} for ${quoted(resource)}`,
		"Choose a resource and an operation from the lists. For other endpoints of the service, use n8n's HTTP Request node with this credential.",
	);
}

/** Credentials that are read at a time. */
const MAX_OPENED_TOGETHER = 50;

/** The calls of all items whose credential and IDs can be used. */
async function openCalls(
	answers: Answers,
	open: ReturnType<typeof callsOf>,
	{ ids }: Operation,
): Promise<Call[]> {
	const calls: Call[] = [];
	const openOne = async (item: number) =>
		await open(item, ids).catch((error: unknown) => answers.refuse([item], error));
	for (const some of slices(answers.items, MAX_OPENED_TOGETHER)) {
		const opened = await Promise.all(some.map(openOne));
		calls.push(...opened.filter((call) => call !== undefined));
	}
	return calls;
}

/** Words the errors of a run. Without continue-on-fail, the first one ends it. */
class ErrorReporter {
	/** Whether anything may have been sent for another item. */
	mayHaveSent = false;

	private copy?: INode;

	constructor(
		private readonly host: IExecuteFunctions,
		private readonly answers: Answers,
		private readonly attempts: Attempts,
	) {}

	/** Read once, and for errors alone: n8n copies the whole node each time (n8n-core, node-execution-context.ts). */
	private get node(): INode {
		return (this.copy ??= this.host.getNode());
	}

	/** The error as n8n shows it. */
	toNodeError(error: UserError, item?: number): NodeError {
		// Others may be sent, or were by an earlier attempt.
		const isAlone =
			this.answers.items.length === 1 ||
			(!this.host.continueOnFail() && !this.mayHaveSent && this.attempts.count <= 1);
		return nodeError(this.node, error, item, isAlone ? NOTHING_SENT : NOT_FOR_THIS_ITEM);
	}

	/** The item in place of the outputs. */
	toItem({ item, error, done }: FailedItem): INodeExecutionData {
		const shown = this.toNodeError(error, item);
		const result = { json: errorJson(shown, error, done), pairedItem: { item } };
		const isForErrorOutput = this.node.onError === 'continueErrorOutput';
		return isForErrorOutput ? withHiddenError(result, shown) : result;
	}

	throwError(error: UserError, item?: number): never {
		throw this.toNodeError(error, item);
	}

	throwFirstFailure(): void {
		const { failure } = this.answers;
		if (failure && !this.host.continueOnFail()) this.throwError(failure.error, failure.item);
	}
}

/** The answers as items of n8n. */
function resultsOf(answers: readonly ItemAnswer[], reporter: ErrorReporter): Results {
	const items: INodeExecutionData[] = [];
	const failed = new Set<INodeExecutionData>();
	const outputs: IDataObject[] = [];
	for (const answer of answers) {
		if ('error' in answer) {
			const item = reporter.toItem(answer);
			items.push(item);
			failed.add(item);
			continue;
		}
		const pairedItem = { item: answer.item };
		for (const output of answer.outputs) {
			items.push({ ...output, pairedItem });
			outputs.push(output.json);
		}
	}
	return { items, failed, outputs };
}

/**
 * n8n before 2.36 sends an item to the error output only if it has an `error` property, and then drops its `details`
 * (n8n-core, workflow-execute.ts: `handleNodeErrorOutput`, `normalizeNodeErrors`). A non-enumerable `error` is enough to
 * choose the error output, but is not copied, so the item keeps its `details`.
 */
const withHiddenError = (item: INodeExecutionData, error: NodeError): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: error });

/** The contexts of tools have no place for it. */
function showHint(
	host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	message: string | undefined,
): void {
	if (message) host.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
}
