import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { hasEnded, type Execution } from '../../../host/execution';
import type { CredentialReference, Host } from '../../../host/host';
import { chain, trigger, type Step } from '../../../host/workflows';
import { allRunsOf } from '../support/record';
import { until } from '../support/until';
import { fetchUnpooled } from '../support/fetchUnpooled';

const TRIGGER = 'E-Signature Trigger';

/** An active workflow that begins with our trigger. */
export class Listener {
	private constructor(
		private readonly host: Host,
		readonly workflow: string,
		/** As the panel shows it. */
		readonly url: string,
	) {}

	static async start(
		host: Host,
		credential: CredentialReference,
		{ parameters = {}, then = [] }: { parameters?: INode['parameters']; then?: Step[] } = {},
	): Promise<Listener> {
		const first = trigger(TRIGGER, credential, parameters);
		const id = await host.createWorkflow(chain(`Events ${randomUUID()}`, [first, ...then]));
		await host.activate(id);
		const listener = new Listener(host, id, `${host.url}/webhook/${first.webhookId}/webhook`);
		// n8n registers addresses some time after it has said that the workflow is active.
		await until('the address is registered', async () => (await fetchUnpooled(listener.url)).ok);
		return listener;
	}

	async stop(): Promise<void> {
		await this.host.deactivate(this.workflow);
	}

	/** Every run of the workflow that has ended, the oldest first. */
	async runs(): Promise<Execution[]> {
		const found = await this.ended();
		return await Promise.all(found.reverse().map(async ({ id }) => await this.host.execution(id)));
	}

	/** The trigger's output, run by run. */
	async events() {
		return (await this.runs()).map((run) => run.json(TRIGGER)[0] ?? {});
	}

	async hasRun(count: number): Promise<void> {
		await until(`${count} runs`, async () => (await this.ended()).length >= count);
	}

	private async ended() {
		const all = await allRunsOf(this.host, this.workflow);
		return all.filter(({ status }) => hasEnded(status));
	}
}
