import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { hasEnded } from '../../../host/execution';
import type { Host } from '../../../host/host';
import { isN8nFrom } from '../../../host/install/version';
import { action, chain, manualTrigger, START, type Step } from '../../../host/workflows';
import type { Sandbox } from '../../../sandbox';
import { newCredential, newSandbox } from './harness';
import { allRunsOf, type Run } from './record';
import { until } from './until';
import { fetchUnpooled } from './fetchUnpooled';

export const READ = 'GET /sign/envelopes/{envelopeID}';

/** Other versions of n8n do not look again for the sub-workflow of a run that sleeps, so tests of waiting are skipped there. */
export const canWait = isN8nFrom(2, 41) || (isN8nFrom(2, 39, 8) && !isN8nFrom(2, 40));
export const itWaits = canWait ? it : it.skip;

/** Long enough: n8n checks once a minute for sub-workflows that have ended. */
const MAX_MINUTES = 20;

const split: Step = {
	name: 'Envelopes',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.ids', options: { destinationFieldName: 'ID' } },
};

const AFTER = 'After';

/** Shows that an item is still paired with the one that it came from. */
const after: Step = {
	name: AFTER,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: `={{ { ID: $json.ID, status: $json.status, gaveUp: $json.gaveUp, paired: $('${split.name}').item.json.ID } }}`,
	},
};

/** Sends a request that no other step sends. */
const ASKED = 'GET /sign/envelopes/{envelopeID}/participants';

const ask = {
	resource: 'participant',
	operation: 'getAll',
	envelopeId: { __rl: true, mode: 'id', value: '={{ $json.ID }}' },
};

/** In minutes. */
export const waitingEvery = (checkEvery: number): INode['parameters'] => ({
	resource: 'envelope',
	operation: 'waitUntilSigned',
	options: { checkEvery },
});

/** A published workflow that waits for the envelopes that it is called with. */
export class WaitingWorkflow {
	private constructor(
		private readonly host: () => Host,
		/** Its own sandbox. */
		readonly sandbox: Sandbox,
		readonly id: string,
		private readonly path: string,
	) {}

	static async publish(
		host: () => Host,
		/** Settings of the node that waits. */
		node: Partial<INode> = {},
	): Promise<WaitingWorkflow> {
		const sandbox = await newSandbox();
		const credential = await newCredential(host(), sandbox);
		const path = randomUUID();
		const id = await host().createWorkflow(
			chain(`Waits ${path}`, [
				{
					name: 'Call',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: path,
					parameters: { httpMethod: 'POST', path },
				},
				split,
				action('Wait', waitingEvery(2), credential, node),
				after,
				action('Ask', ask, credential),
			]),
		);
		await host().activate(id);
		return new WaitingWorkflow(host, sandbox, id, path);
	}

	/** IDs of envelopes that were sent and that no one has signed. */
	sent(count: number): string[] {
		const { control } = this.sandbox;
		return Array.from({ length: count }, () => control.envelope({ status: 'sent' }).ID);
	}

	sign(IDs: string[]): void {
		for (const ID of IDs) this.sandbox.control.signAll(ID);
	}

	/** Begins a run. */
	async call(ids: string[]): Promise<void> {
		await until('n8n takes the call', async () => {
			const { ok } = await fetchUnpooled(`${this.host().url}/webhook/${this.path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ ids }),
			});
			return ok;
		});
	}

	/** Begins a run and returns its ID once it sleeps. */
	async start(ids: string[]): Promise<string> {
		const before = new Set((await this.runs()).map(({ id }) => id));
		await this.call(ids);
		return await until('it sleeps', async () => {
			const isNew = ({ id, mode, status }: Run) =>
				mode === 'webhook' && status === 'waiting' && !before.has(id);
			return (await this.runs()).find(isNew)?.id;
		});
	}

	/** The run, and those of its sub-workflows. */
	async runs(): Promise<Run[]> {
		return await allRunsOf(this.host(), this.id);
	}

	/** The items that the run went on with, once it has ended. */
	async ended(run: string): Promise<IDataObject[]> {
		const status = await until(
			'it has ended',
			async () => {
				const { status = '' } = (await this.runs()).find(({ id }) => id === run) ?? {};
				return hasEnded(status) && status;
			},
			MAX_MINUTES,
		);
		if (status !== 'success') throw new Error(`The run ended as ${status}`);
		return await this.wentOn(run);
	}

	/** How often the service was asked for each envelope that went on: once, unless it went on twice. */
	get asked(): number[] {
		const { requests } = this.sandbox.log;
		const paths = requests.flatMap(({ route, path }) => (route === ASKED ? [path] : []));
		return [...new Set(paths)].map((path) => paths.filter((one) => one === path).length);
	}

	async wentOn(run: string): Promise<IDataObject[]> {
		return (await this.host().execution(run)).everyItem(AFTER).map(({ json }) => json);
	}

	/** From now on, checks hang until they are released. */
	holdChecks() {
		const { faults } = this.sandbox;
		let letGo: () => void = () => {};
		faults.always(READ, { kind: 'hold', until: new Promise<void>((resolve) => (letGo = resolve)) });
		return {
			begun: this.nextCheck(),
			release: () => {
				faults.clear();
				letGo();
			},
		};
	}

	/** Waits until a check begins after this call. */
	async nextCheck(): Promise<void> {
		const { log } = this.sandbox;
		const before = log.count(READ);
		await until('a check is under way', () => log.count(READ) > before, MAX_MINUTES);
	}

	/** How many checks have run, including those that were put off. */
	async checks(): Promise<number> {
		const others = (await this.runs()).filter(({ mode }) => mode !== 'webhook');
		const executions = await Promise.all(
			others.map(async ({ id }) => await this.host().execution(id)),
		);
		return executions.reduce((sum, one) => sum + one.everyItem('Check').length, 0);
	}

	/**
	 * Waits until its only run and both sub-workflows sleep. n8n may have taken a round that it has just woken for
	 * a lost one; then another one has to begin first.
	 */
	async asleep(): Promise<void> {
		await until('all of it sleeps', async () => {
			const statuses = (await this.runs()).map(({ status }) => status);
			const isAwake = statuses.some((status) => status !== 'waiting' && !hasEnded(status));
			return !isAwake && statuses.filter((status) => status === 'waiting').length >= 3;
		});
	}

	/** The sub-workflow that makes the checks. */
	async lastRound(): Promise<string> {
		return (await this.newest())[0];
	}

	/** Of the run that was started last, the sub-workflow that makes the checks and the one that starts it. */
	private async newest(): Promise<[string, string]> {
		const ids = (await this.runs()).map(({ id }) => Number(id)).sort((a, b) => b - a);
		return ids.slice(0, 2).map(String) as [string, string];
	}

	/** Waits until another round sleeps in place of one that was lost. */
	async replaced(lost: string): Promise<void> {
		await until('another round begins', async () => (await this.lastRound()) !== lost);
		await this.asleep();
	}

	/** Starts three runs; cancels the first one, and of each of the others one sub-workflow. */
	async startAndCancel(): Promise<void> {
		const run = await this.start(this.sent(1));
		await this.start(this.sent(1));
		const [round] = await this.newest();
		await this.start(this.sent(1));
		const [, watch] = await this.newest();
		for (const id of [run, round, watch]) await this.host().cancel(id);
	}

	/** How the called runs ended and what went on, once their sub-workflows have ended, too. */
	async ends(): Promise<{
		statuses: string[];
		errors: Array<string | undefined>;
		wentOn: IDataObject[];
	}> {
		const runs = await until(
			'all of its runs have ended',
			async () => {
				const all = await this.runs();
				return all.every(({ status }) => hasEnded(status)) && all;
			},
			MAX_MINUTES,
		);
		const called = runs.filter(({ mode }) => mode === 'webhook');
		const ended = await Promise.all(
			called.reverse().map(async ({ id }) => await this.host().execution(id)),
		);
		return {
			statuses: ended.map(({ status }) => status),
			errors: ended.map(({ error }) => error?.message),
			wentOn: ended.flatMap((one) => one.everyItem(AFTER).map(({ json }) => json)),
		};
	}
}

/** Runs a workflow as the button of the editor does, until it sleeps. */
export async function startTest(
	host: Host,
	sandbox: Sandbox,
	parameters: INode['parameters'],
	items: INodeExecutionData[] = [{ json: {} }],
): Promise<string> {
	const credential = await newCredential(host, sandbox);
	const steps = [manualTrigger, action('Wait', parameters, credential)];
	const run = await host.start(
		await host.createWorkflow({ ...chain('Test run', steps), pinData: { [START]: items } }),
	);
	await until('it sleeps', async () => (await host.status(run)) === 'waiting');
	return run;
}

const STOPPED = 'The execution was cancelled manually';

/** How the runs of `startAndCancel` end. */
export const CANCELED = {
	statuses: ['canceled', 'error', 'error'],
	errors: [STOPPED, STOPPED, STOPPED],
	wentOn: [],
};

/** The items that go on once these are signed. */
export const sealed = (IDs: string[]): unknown[] =>
	IDs.map((ID): unknown => expect.objectContaining({ ID, paired: ID, status: 'sealed' }));
