import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

/** Passed from step to step of the sub-workflows, in one item. */
export interface WaitState {
	/** Whether the run goes on if the wait is stopped. */
	continueOnFail: boolean;
	/** When the wait began, and when it is given up, in milliseconds. */
	since: number;
	until: number;
	minutes: number;
	/** How long n8n sleeps before the next check, in minutes. */
	pause?: number;
	/** How many checks this round has made. */
	checks: number;
	next: 'check' | 'round' | 'finish' | 'cancel';
	/** One for each item of the run, in its order. */
	entries: WaitEntry[];
}

export interface WaitEntry {
	/** Its output so far. */
	json: IDataObject;
	/** The ID of its envelope, as long as that is open. */
	open?: string;
	/** Since when it cannot be read. */
	failingSince?: number;
	/** Whether the service did not know it in the last check. */
	isMissing?: boolean;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** No step gets an item of the service: what the node gives in the end goes past them. */
export const stateIn = (item: INodeExecutionData | undefined): WaitState | undefined =>
	item?.json.waiting as WaitState | undefined;

export const itemOf = (state: WaitState): INodeExecutionData => ({
	json: { waiting: state as unknown as IDataObject },
	pairedItem: { item: 0 },
});

export const isOpen = ({ open }: WaitEntry): boolean => open !== undefined;

export const waitedFor = ({ since }: WaitState, now: number): number =>
	Math.round((now - since) / MINUTE);

export const givenUp = (json: IDataObject, state: WaitState, reason?: string): WaitEntry => ({
	json: { ...json, waited: waitedFor(state, Date.now()), gaveUp: true, ...(reason && { reason }) },
});

export const allGivenUp = (state: WaitState, reason: string): WaitEntry[] =>
	state.entries.map((entry) => (isOpen(entry) ? givenUp(entry.json, state, reason) : entry));

export async function startAndWait(
	host: IExecuteFunctions,
	code: IWorkflowBase,
	item: INodeExecutionData,
): Promise<{ isAsleep: boolean; items: INodeExecutionData[] }> {
	const { data, waitTill } = await host.executeWorkflow({ code }, [item], undefined, {
		parentExecution: {
			executionId: host.getExecutionId(),
			workflowId: host.getWorkflow().id as string,
			shouldResume: true,
		},
		executionMode: host.getMode(),
	});
	return { isAsleep: Boolean(waitTill), items: data[0] ?? [] };
}
