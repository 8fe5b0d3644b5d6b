import { randomUUID } from 'node:crypto';
import type { INode, IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../host/execution';
import type { CredentialReference, Host } from '../../../host/host';
import {
	action,
	chain,
	manualTrigger,
	START,
	type NewWorkflow,
	type Step,
} from '../../../host/workflows';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { sharedHost } from './shared';

export const NODE = 'E-Signature';

export interface RunOptions {
	/** The input items; one empty item if not given. */
	items?: IDataObject[];
	/** Nodes between the trigger and ours. */
	before?: Step[];
}

/** One n8n for all, and a service with a secret of its own for each file. */
export class Harness {
	sandbox!: Sandbox;
	credential!: CredentialReference;

	get host(): Host {
		return sharedHost();
	}

	workflow(parameters: object, { items, before = [] }: RunOptions = {}) {
		const ours = action(NODE, parameters as INode['parameters'], this.credential);
		const workflow = chain(`Test ${randomUUID()}`, [manualTrigger, ...before, ours]);
		return items
			? { ...workflow, pinData: { [START]: items.map((json) => ({ json })) } }
			: workflow;
	}

	/** Runs one operation in n8n, as the button in the editor does. */
	async run(parameters: object, options?: RunOptions): Promise<Execution> {
		return await this.host.execute(this.workflow(parameters, options));
	}

	/** The items that an operation gives when all goes well. */
	async items(parameters: object, options?: RunOptions): Promise<IDataObject[]> {
		const run = await this.run(parameters, options);
		if (run.error) throw new Error(`${run.error.message}: ${run.error.description}`);
		return run.json(NODE);
	}
}

/** A workflow of a manual trigger and our node. */
export const byHand = (parameters: object, credential: CredentialReference): NewWorkflow =>
	chain(`Test ${randomUUID()}`, [
		manualTrigger,
		action(NODE, parameters as INode['parameters'], credential),
	]);

export function prepareHarness(): Harness {
	const harness = new Harness();
	beforeAll(async () => {
		harness.sandbox = await newSandbox();
		harness.credential = await newCredential(harness.host, harness.sandbox);
	});
	afterAll(async () => await harness.sandbox.close());
	return harness;
}

/** A service with a unique secret. */
export const newSandbox = async (): Promise<Sandbox> =>
	await createSandbox({ clientSecret: `canary-secret-${randomUUID()}` });

export const newCredential = async (
	host: Host,
	{ url: baseUrl, clientId, clientSecret }: Sandbox,
): Promise<CredentialReference> =>
	await host.createCredential(`Sandbox ${randomUUID()}`, { baseUrl, clientId, clientSecret });
