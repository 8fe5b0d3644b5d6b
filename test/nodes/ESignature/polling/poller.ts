import type {
	IDataObject,
	IHttpRequestOptions,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';

import { poll } from '../../../../nodes/ESignature/polling/poll';
import { node } from '../sampleNode';
import type { FakeEnvelopeApi } from './fakeEnvelopeApi';

export interface Event extends IDataObject {
	id: string;
	type: string;
	envelopeId: string;
	statusBefore?: string;
}

/** The fate of the result of a poll. */
export type PollOutcome =
	/** n8n keeps the state together with the run. */
	| 'committed'
	/** n8n ends, or cannot write, between the poll and the commit. */
	| 'lost'
	/** The same, and another process takes over. */
	| 'killed';

const MINUTES = 240_000;
/** How long n8n has been running. */
const AGE = 86_400_000;

let processes = 0;

/**
 * n8n around the polls of one node. With `durable` it keeps the state with each poll and together with the
 * run; without, it keeps it in the process and writes it down when a run starts.
 */
export class Poller {
	readonly events: Event[] = [];
	readonly log: string[] = [];
	/** How many requests n8n leaves a poll the time for. */
	budget = Infinity;
	/** Milliseconds that n8n allows a poll; older versions do not say. */
	limit: number | undefined = MINUTES;
	/** How many single envelopes are read in the time that a page takes; pages are read one by one. */
	atOnce = 1;
	parameters: INodeParameters = {};
	clientId = 'client';
	/** As stored by n8n. */
	written = '{}';

	private spent = 0;
	private inProcess = '{}';
	/** The processes that share what is written down. What a process remembers belongs to a workflow, so each has one. */
	private readonly mains = [`polls${++processes}`];
	private current = 0;

	constructor(
		private readonly service: FakeEnvelopeApi,
		private readonly durable = true,
	) {}

	get state(): IDataObject {
		return JSON.parse(this.durable ? this.written : this.inProcess) as IDataObject;
	}

	async poll(outcome: PollOutcome = 'committed', mode = 'trigger'): Promise<Event[]> {
		const kept = this.state;
		const result = await this.inTime(async () => await poll(this.host(kept, mode)));
		const events = (result?.[0] ?? []).map(({ json }) => json as Event);
		if (mode === 'manual') return events;
		if (!this.durable) this.inProcess = JSON.stringify(kept);
		if (outcome === 'committed') {
			this.events.push(...events);
			if (this.durable || result) this.written = JSON.stringify(kept);
			return events;
		}
		// Without a commit of its own, only the end of the process can come between.
		if (outcome === 'killed' || !this.durable) this.restart();
		return [];
	}

	/** n8n writes the state down when a workflow has been published, whatever the first poll brought. */
	activated(): void {
		if (!this.durable) this.written = this.inProcess;
	}

	/** A new process, which knows only what was stored. */
	restart(): void {
		this.inProcess = this.written;
		this.mains[this.current] = `polls${++processes}`;
	}

	/** Another main process takes the next poll, and remembers what it knew when it had its last one. */
	hop(main: number): void {
		this.current = main;
		this.mains[main] ??= `polls${++processes}`;
	}

	/** Time goes by with the requests, not with how fast the machine is. */
	private async inTime<Result>(work: () => Promise<Result>): Promise<Result> {
		const { now } = performance;
		const before = this.spent;
		performance.now = () => AGE + ((this.spent - before) * MINUTES) / this.budget;
		try {
			return await work();
		} finally {
			performance.now = now;
		}
	}

	private host(kept: IDataObject, mode: string): IPollFunctions {
		const { service, parameters, clientId } = this;
		const host = {
			getNode: () => node,
			getWorkflow: () => ({ id: this.mains[this.current] }),
			getMode: () => mode,
			getWorkflowStaticData: () => kept,
			getPollBudgetMs: this.limit === undefined ? undefined : () => this.limit,
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getCredentials: async () => ({
				baseUrl: 'https://api.example.com',
				clientId,
				clientSecret: 'canary-secret',
			}),
			logger: { warn: (line: string) => this.log.push(line), debug: () => {} },
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
					this.spent += request.url.endsWith('/envelopes') ? 1 : 1 / this.atOnce;
					return await service.answer(request);
				},
			},
		};
		return host as unknown as IPollFunctions;
	}
}
