import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import type { CredentialReference, Host } from '../../../host/host';
import { action, chain, type Step } from '../../../host/workflows';
import type { Sandbox } from '../../../sandbox';
import { allRunsOf, type Run } from './record';
import { until } from './until';

export const READ = 'GET /sign/envelopes/{envelopeID}';

const split: Step = {
	name: 'Envelopes',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.ids', options: { destinationFieldName: 'ID' } },
};

/** Shows that an item is still paired with the one that it came from. */
const after: Step = {
	name: 'After',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: `={{ { ID: $json.ID, status: $json.status, gaveUp: $json.gaveUp, paired: $('${split.name}').item.json.ID } }}`,
	},
};

/** A published workflow that waits for the envelopes that it is called with, as often as n8n allows. */
export class WaitingWorkflow {
	private constructor(
		private readonly host: () => Host,
		readonly id: string,
		private readonly path: string,
	) {}

	static async publish(
		host: () => Host,
		credential: CredentialReference,
		options: object = {},
		onError: INode['onError'] = 'stopWorkflow',
	): Promise<WaitingWorkflow> {
		const path = randomUUID();
		const wait = { resource: 'envelope', operation: 'waitUntilSigned' };
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
				action('Wait', { ...wait, options: { checkEvery: 2, ...options } }, credential, {
					onError,
				}),
				after,
			]),
		);
		await host().activate(id);
		return new WaitingWorkflow(host, id, path);
	}

	/** Starts a run and returns its ID once it sleeps. */
	async start(ids: string[]): Promise<string> {
		const before = new Set((await this.runs()).map(({ id }) => id));
		await until('n8n takes the call', async () => {
			const { ok } = await fetch(`${this.host().url}/webhook/${this.path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ ids }),
			});
			return ok;
		});
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

	/** What the run went on with, once it has ended. */
	async ended(run: string): Promise<Array<Record<string, unknown>>> {
		const execution = await until(
			'it has ended',
			async () => {
				const { status } = (await this.runs()).find(({ id }) => id === run) ?? {};
				return ['success', 'error', 'crashed', 'canceled'].includes(status ?? '')
					? await this.host().execution(run)
					: undefined;
			},
			20,
		);
		if (execution.status !== 'success') throw new Error(`The run ended as ${execution.status}`);
		return execution.everyItem('After').map(({ json }) => json);
	}
}

/** Waits until a check is under way, which stays so until it is released. */
export async function duringCheck<Found>(
	{ faults, log }: Sandbox,
	act: () => Promise<Found>,
): Promise<Found> {
	let release: () => void = () => {};
	const before = log.count(READ);
	faults.always(READ, { kind: 'hold', until: new Promise<void>((resolve) => (release = resolve)) });
	try {
		await until('a check is under way', () => log.count(READ) > before, 20);
		return await act();
	} finally {
		faults.clear();
		release();
	}
}
