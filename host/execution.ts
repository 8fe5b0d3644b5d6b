import { parse } from 'flatted';
import type { IBinaryData, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

interface StoredExecution {
	id: string;
	status: string;
	/** Written by n8n with `flatted`, which keeps references. */
	data: string;
}

const ENDED = ['success', 'error', 'canceled', 'crashed'];

export const hasEnded = (status: string): boolean => ENDED.includes(status);

/** One run of a workflow as n8n's database keeps it. */
export class Execution {
	readonly id: string;
	readonly status: string;
	private readonly run: IRunExecutionData['resultData'];

	constructor({ id, status, data }: StoredExecution) {
		this.id = id;
		this.status = status;
		this.run = (parse(data) as IRunExecutionData).resultData;
	}

	/** From one of a node's outputs, in its last run. */
	items(node: string, output = 0): INodeExecutionData[] {
		return this.run.runData[node]?.at(-1)?.data?.main?.[output] ?? [];
	}

	/** From a node's first output, in all of its runs. */
	everyItem(node: string): INodeExecutionData[] {
		return (this.run.runData[node] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
	}

	/** How long a node took, in all of its runs, as n8n measured it. */
	milliseconds(node: string): number {
		return (this.run.runData[node] ?? []).reduce((sum, one) => sum + one.executionTime, 0);
	}

	json(node: string, output = 0): Array<INodeExecutionData['json']> {
		return this.items(node, output).map(({ json }) => json);
	}

	binary(node: string, field: string): IBinaryData {
		const found = this.items(node)[0]?.binary?.[field];
		if (!found) throw new Error(`${node} has no file in ${field}`);
		return found;
	}

	get error():
		| { message: string; description?: string | null; node?: { name: string } }
		| undefined {
		const { error } = this.run;
		return error && { message: error.message, description: error.description, ...nodeOf(error) };
	}
}

const nodeOf = (error: object) => ('node' in error ? { node: error.node as { name: string } } : {});
