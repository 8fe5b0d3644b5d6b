import type { IDataObject, INodeExecutionData, INodeParameters, OnError } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { TOKEN_ROUTE, type PathIds, type Route } from '../nodes/ESignature/api';
import { isObject } from '../nodes/ESignature/values/parse';
import { createEngine, type Engine, type Types } from '../test/support/engine';
import { startRecorder, type Answer, type Recorder } from './recorder';

export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

/** One execution of an operation of the package, as n8n would run it. */
export interface Run {
	operation: string;
	/** What its exchanges are marked with. */
	during: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	outputs: INodeExecutionData[];
	error?: string;
	/** The error is what was wanted. */
	isRefusal?: boolean;
	milliseconds: number;
}

/** What was seen of an open question of docs/api.md. */
export interface Observation {
	id: string;
	/** Observations of one group are about the same thing, so they should agree. */
	group: string;
	isAssumed: boolean;
	seen: string;
}

/** Whether it is as assumed, and a sentence; undefined if it cannot be seen. */
export type Look = [isAssumed: boolean, seen: string] | undefined;

export const objectOf = ({ json }: Answer): Record<string, unknown> => (isObject(json) ? json : {});

/** What was answered, in a few words. */
export function brief(answer: Answer): string {
	const { title, detail, error_description: error } = objectOf(answer);
	const said = [title, detail, error].filter((text) => typeof text === 'string').join(': ');
	return `${answer.status}${said ? ` (${said})` : ''}`;
}

/** If not, it is lost or comes from something else, and says nothing about the interface. */
export const isOfInterface = (answer: Answer | undefined): boolean =>
	answer !== undefined &&
	answer.status !== 429 &&
	(answer.status < 300 ? !isPage(answer) : answer.status >= 400 && answer.status < 500);

/** A success that is a web page, such as that of a sign-in. */
export const isPage = ({ status, headers }: Answer): boolean =>
	status < 300 && /^text\/html/.test(headers['content-type'] ?? '');

export class Trouble extends Error {
	constructor(
		route: Route,
		readonly status: number | undefined,
	) {
		super(`${route} got ${status ?? 'no whole answer'}.`);
	}
}

export class Stopped extends Error {}

export interface Pace {
	/** Before a request is repeated. */
	pauseMs: number;
	maxSilenceMs?: number;
}

const ATTEMPTS = 3;

/** An account of a service, used through the package in n8n's engine. Everything that passes is recorded. */
export class Visit {
	readonly runs: Run[] = [];
	readonly observations: Observation[] = [];
	/** What went wrong without saying anything about the interface. */
	readonly troubles: string[] = [];
	/** For requests that no operation makes. */
	token = '';
	private readonly started = performance.now();

	private constructor(
		readonly recorder: Recorder,
		private readonly engine: Engine,
		private readonly pace: Pace,
		/** Ends what is being done. */
		private signal?: AbortSignal,
	) {}

	static async open(
		account: Account,
		pace: Pace,
		{ types, signal }: { types?: Types; signal?: AbortSignal },
	): Promise<Visit> {
		const recorder = await startRecorder(account.baseUrl, pace.maxSilenceMs);
		const credential = { ...account, baseUrl: recorder.url };
		return new Visit(recorder, await createEngine({ credential, types }), pace, signal);
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.recorder.close();
	}

	get seconds(): number {
		return Math.round((performance.now() - this.started) / 1000);
	}

	/** What follows is not stopped, whether a stop has come or comes. */
	finish(): void {
		this.signal = undefined;
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
		more: object,
		items: INodeExecutionData[] = [{ json: {} }],
		onError?: OnError,
	): Promise<Run> {
		this.throwIfStopped();
		const [resource, name] = operation.split('/');
		const parameters = { resource, operation: name, ...more } as INodeParameters;
		const during = `${operation} #${this.runs.length + 1}`;
		const run: Run = { operation, during, parameters, items, outputs: [], milliseconds: 0 };
		this.runs.push(run);
		this.recorder.during = during;
		const started = performance.now();
		const { result, cancel } = this.engine.start(parameters, { items, onError });
		const { signal } = this;
		signal?.addEventListener('abort', cancel);
		const { items: outputs, error } = await result;
		signal?.removeEventListener('abort', cancel);
		Object.assign(run, { outputs, milliseconds: performance.now() - started });
		if (error) run.error = [error.message, error.description].filter(Boolean).join(' ');
		this.throwIfStopped();
		return run;
	}

	/** A request that no operation makes. Throws `Trouble` if the service had some each time. */
	async ask<R extends Route>(
		route: R,
		ids: PathIds<R>,
		body?: unknown,
		token = this.token,
	): Promise<Answer> {
		const [method, template = ''] = route.split(' ');
		const path = template.replace(/\{(\w+)\}/g, (_, name: string) => (ids as never)[name]);
		const isForm = body instanceof FormData;
		const headers = {
			...(route !== TOKEN_ROUTE && { authorization: `Bearer ${token}` }),
			...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
		};
		for (let attempt = 1; ; attempt++) {
			this.throwIfStopped();
			const before = this.recorder.exchanges.length;
			this.recorder.during = 'probe';
			await fetch(this.recorder.url + path, {
				method,
				redirect: 'manual',
				headers,
				body: isForm ? body : JSON.stringify(body),
			})
				.then(async (response) => await response.arrayBuffer())
				// A lost answer is missing in the recording.
				.catch(() => {});
			const answer = this.recorder.exchanges[before]?.answer;
			if (answer && isOfInterface(answer)) return answer;
			if (attempt === ATTEMPTS) throw new Trouble(route, answer?.status);
			await this.pause(attempt);
		}
	}

	/** Looks twice if the first look is not as assumed: a fault rarely comes twice in a row. */
	async probe(id: string, look: () => Promise<Look>, group = id): Promise<void> {
		await this.ignoreTrouble(async () => {
			for (let attempt = 1; attempt <= 2; attempt++) {
				const [isAssumed, seen] = (await look()) ?? [true];
				if (seen !== undefined) this.observations.push({ id, group, isAssumed, seen });
				if (isAssumed) return;
			}
		});
	}

	/** Whether requests get the status that the sandbox gives. */
	async expects<R extends Route>(
		route: R,
		ids: PathIds<R>,
		...rows: Array<[id: string, status: number, what: string, body?: unknown]>
	): Promise<void> {
		for (const [id, status, what, body] of rows) {
			const look = async (): Promise<Look> => {
				const answer = await this.ask(route, ids, body);
				return [answer.status === status, `${what}: ${brief(answer)}`];
			};
			await this.probe(id, look, what);
		}
	}

	async ignoreTrouble(work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (!(error instanceof Trouble)) throw error;
		}
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
		if (this.signal?.aborted) throw new Stopped();
	}
}
