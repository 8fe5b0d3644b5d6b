import { randomUUID } from 'node:crypto';
import type { INode, IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../host/execution';
import type { CredentialReference, Host } from '../../../host/host';
import { action, chain, manualTrigger, START, type Step } from '../../../host/workflows';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { sharedHost } from './shared';

export const NODE = 'E-Signature';

export interface RunOptions {
	/** What comes in; one empty item if not given. */
	items?: IDataObject[];
	/** Nodes between the trigger and ours. */
	before?: Step[];
	/** Nodes after ours. */
	after?: Step[];
	/** Settings of our node, e.g. what to do on an error. */
	node?: Partial<INode>;
}

/** One n8n for all, and a service with a secret of its own for each file. */
export class Ground {
	sandbox!: Sandbox;
	credential!: CredentialReference;

	get host(): Host {
		return sharedHost();
	}

	workflow(
		parameters: INode['parameters'],
		{ items, before = [], after = [], node }: RunOptions = {},
	) {
		const ours = action(NODE, parameters, this.credential, node);
		const workflow = chain(`${String(parameters.operation)} ${randomUUID()}`, [
			manualTrigger,
			...before,
			ours,
			...after,
		]);
		return items
			? { ...workflow, pinData: { [START]: items.map((json) => ({ json })) } }
			: workflow;
	}

	/** Runs one operation in n8n, as a person who presses the button does. */
	async run(parameters: INode['parameters'], options?: RunOptions): Promise<Execution> {
		return await this.host.execute(this.workflow(parameters, options));
	}
}

export function prepareGround(): Ground {
	const ground = new Ground();
	beforeAll(async () => {
		const { sandbox, credential } = await newService(ground.host);
		Object.assign(ground, { sandbox, credential });
	});
	afterAll(async () => await ground.sandbox.close());
	return ground;
}

/** A service and the credential for it, with a secret that can be told from all others. */
export async function newService(host: Host) {
	const sandbox = await createSandbox({ clientSecret: `canary-secret-${randomUUID()}` });
	const { url: baseUrl, clientId, clientSecret } = sandbox;
	const credential = await host.createCredential(`Sandbox ${randomUUID()}`, {
		baseUrl,
		clientId,
		clientSecret,
	});
	return { sandbox, credential };
}
