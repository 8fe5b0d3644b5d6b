import type { IDataObject, INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { PathIds, Route } from '../nodes/ESignature/api';
import { createEngine, type Engine, type Types } from '../test/support/engine';
import type { Exchange } from './exchange';
import { startRecorder, type Recorder } from './recorder';

export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

export type Answer = NonNullable<Exchange['answer']>;

/** One execution of an operation of the package, as n8n would run it. */
export interface Run {
	number: number;
	operation: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	outputs: INodeExecutionData[];
	error?: string;
	/** The error is what was wanted. */
	isRefusal?: boolean;
	milliseconds: number;
}

/** What an observation says about an open question of docs/api.md. */
export interface Observation {
	id: string;
	/** Observations of one group are about the same thing, so they should agree. */
	group: string;
	isAssumed: boolean;
	seen: string;
	/** The switch of the sandbox that makes it answer like this. */
	dialect?: string;
}

export type Look = Pick<Observation, 'isAssumed' | 'seen' | 'dialect'> | undefined;

/** What was answered, in a few words. */
export function brief({ status, json }: Answer): string {
	const { title, detail, error_description: error } = (json ?? {}) as Record<string, unknown>;
	const said = [title, detail, error].filter((text) => typeof text === 'string').join(': ');
	return `${status}${said ? ` (${said})` : ''}`;
}

export class Stopped extends Error {}

export interface Pace {
	/** Before a request is repeated. */
	pauseMs: number;
	maxSilenceMs?: number;
}

const ATTEMPTS = 3;

/** The answer is lost or comes from something else: it says nothing about the interface. */
export const isTrouble = (answer: Answer | undefined): boolean =>
	!answer ||
	answer.status >= 500 ||
	answer.status === 429 ||
	(answer.status >= 300 && answer.status < 400);

/** An account of a service, used through the package in n8n's engine. Everything that passes is recorded. */
export class Visit {
	readonly runs: Run[] = [];
	readonly observations: Observation[] = [];
	/** What went wrong without saying anything about the interface. */
	readonly troubles: string[] = [];
	/** For requests that no operation makes. */
	token = '';
	private stopping = new AbortController();
	private readonly started = performance.now();

	private constructor(
		readonly recorder: Recorder,
		private readonly engine: Engine,
		private readonly pace: Pace,
	) {}

	static async open(account: Account, pace: Pace, types?: Types): Promise<Visit> {
		const recorder = await startRecorder(account.baseUrl, pace.maxSilenceMs);
		const credential = { ...account, baseUrl: recorder.url };
		return new Visit(recorder, await createEngine({ credential, types }), pace);
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.recorder.close();
	}

	get seconds(): number {
		return (performance.now() - this.started) / 1000;
	}

	/** Ends what is being done. */
	stop(): void {
		this.stopping.abort();
	}

	/** For what has to be done after a stop. */
	goOn(): void {
		this.stopping = new AbortController();
	}

	/** What comes out of an operation that must succeed. All is in drafts of ours, so it can be done again. */
	async items(
		operation: string,
		parameters: object,
		items?: INodeExecutionData[],
	): Promise<INodeExecutionData[]> {
		for (let attempt = 1; ; attempt++) {
			const { outputs, error } = await this.run(operation, parameters, items);
			if (error === undefined) return outputs;
			if (attempt === ATTEMPTS) throw new Error(`${operation}: ${error}`);
			await this.pause(attempt);
		}
	}

	/** The `json` of the first item. */
	async item(operation: string, parameters: object, items?: INodeExecutionData[]) {
		const [first] = await this.items(operation, parameters, items);
		return (first?.json ?? {}) as IDataObject & { ID: string };
	}

	/** Runs an operation that the service has to refuse. */
	async refused(operation: string, parameters: object): Promise<void> {
		const run = await this.run(operation, parameters);
		run.isRefusal = run.error !== undefined;
	}

	/** Runs an operation once, however it ends. */
	async run(
		operation: string,
		parameters: object,
		items: INodeExecutionData[] = [{ json: {} }],
		onError?: OnError,
	): Promise<Run> {
		this.throwIfStopped();
		const [resource, name] = operation.split('/');
		const number = this.runs.length + 1;
		const all = { resource, operation: name, ...parameters } as INodeParameters;
		const run: Run = { number, operation, parameters: all, items, outputs: [], milliseconds: 0 };
		this.runs.push(run);
		this.recorder.during = `${operation} #${number}`;
		const started = performance.now();
		const { result, cancel } = this.engine.start(all, { items, onError });
		const { signal } = this.stopping;
		signal.addEventListener('abort', cancel);
		const { items: outputs, error } = await result;
		signal.removeEventListener('abort', cancel);
		run.milliseconds = performance.now() - started;
		run.outputs = outputs;
		if (error) run.error = [error.message, error.description].filter(Boolean).join(' ');
		this.throwIfStopped();
		return run;
	}

	/** A request that no operation makes. Undefined if the service had trouble each time. */
	async ask<R extends Route>(
		route: R,
		ids: PathIds<R>,
		body?: unknown,
		headers: Record<string, string> = { authorization: `Bearer ${this.token}` },
		query = '',
	): Promise<Answer | undefined> {
		const [method, template = ''] = route.split(' ');
		const path = template.replace(/\{(\w+)\}/g, (_, name: string) => (ids as never)[name]);
		const isForm = body instanceof FormData;
		for (let attempt = 1; ; attempt++) {
			this.throwIfStopped();
			const before = this.recorder.exchanges.length;
			this.recorder.during = 'probe';
			await fetch(this.recorder.url + path + query, {
				method,
				redirect: 'manual',
				headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
				body: isForm || body === undefined ? (body as FormData) : JSON.stringify(body),
			})
				.then(async (response) => await response.arrayBuffer())
				// A lost answer is missing in the recording.
				.catch(() => {});
			const answer = this.recorder.exchanges[before]?.answer;
			if (!isTrouble(answer)) return answer;
			if (attempt === ATTEMPTS) return undefined;
			await this.pause(attempt);
		}
	}

	/** Looks twice if the first look is not as assumed: a fault rarely comes twice in a row. */
	async probe(id: string, look: () => Promise<Look>, group = 'probe'): Promise<void> {
		for (let attempt = 1; attempt <= 2; attempt++) {
			const found = await look();
			if (!found) return;
			this.observations.push({ id, group, ...found });
			if (found.isAssumed) return;
		}
	}

	/** Whether a request gets the status that the sandbox gives. `dialects`: which of them give another one. */
	async expects(
		id: string,
		status: number,
		what: string,
		ask: () => Promise<Answer | undefined>,
		dialects: Record<number, string> = {},
	): Promise<void> {
		const look = async () => {
			const answer = await ask();
			if (!answer) return undefined;
			const dialect = dialects[answer.status];
			const isAssumed = answer.status === status;
			return { isAssumed, seen: `${what}: ${brief(answer)}`, ...(dialect && { dialect }) };
		};
		await this.probe(id, look, what);
	}

	/** A part of the visit; the others go on if it fails. */
	async part(name: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (error instanceof Stopped) throw error;
			this.troubles.push(`${name} ended early. ${(error as Error).message}`);
		}
	}

	async pause(times = 1): Promise<void> {
		await sleep(this.pace.pauseMs * times);
		this.throwIfStopped();
	}

	private throwIfStopped(): void {
		if (this.stopping.signal.aborted) throw new Stopped();
	}
}
