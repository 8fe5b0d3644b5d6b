import {
	createRunExecutionData,
	jsonStringify,
	type ExecutionError,
	type ExecutionStatus,
	type INodeExecutionData,
	type IRun,
} from 'n8n-workflow';
import type { LogLine } from './logger';

export interface Outcome {
	status: ExecutionStatus;
	/** The success output, in n8n's order, with `pairedItem`. */
	items: INodeExecutionData[];
	/** The second output, when the node continues with the error output. */
	errorItems: INodeExecutionData[];
	/** The error as n8n keeps it: of the run, or of a node after which the run went on. */
	error?: ExecutionError;
	/** The execution record as text: what the database gets. */
	readonly stored: string;
	log: LogLine[];
	run: IRun;
}

export function outcomeOf(run: IRun, nodeName: string, log: LogLine[]): Outcome {
	const { runData, error } = run.data.resultData;
	const task = runData[nodeName]?.at(-1);
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		status: run.status,
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: error ?? task?.error,
		get stored() {
			return jsonStringify(run.data, { replaceCircularRefs: true });
		},
		log,
		run,
	};
}

/** A workflow that n8n refuses to start (say, a required input is empty) is a failed run as well. */
export function refusedRun(error: Error): IRun {
	const kept = { ...error, message: error.message, stack: error.stack } as ExecutionError;
	const now = new Date();
	return {
		data: createRunExecutionData({ resultData: { error: kept } }),
		mode: 'manual',
		startedAt: now,
		stoppedAt: now,
		status: 'error',
		storedAt: 'db',
	};
}
