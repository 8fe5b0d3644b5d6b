/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import type { Execution } from '../../../host/execution';
import type { CredentialReference } from '../../../host/host';
import { CREDENTIAL, type NewWorkflow } from '../../../host/workflows';
import type { Ground } from './ground';
import { runsOf } from './record';
import { ARCHIVES } from './shared';
import { until } from './until';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');

export const exampleFile = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** A folder that n8n may write to. */
export const newArchive = (): string => mkdtempSync(join(ARCHIVES, 'example-'));

interface Choices {
	/** What the user enters in the node 'Settings'. */
	settings?: Record<string, string | number>;
	/** Further credentials by type. */
	credentials?: Record<string, CredentialReference>;
	pinData?: NewWorkflow['pinData'];
}

/** An example as it stands in n8n after a user imported it and chose credentials and settings. */
export class Example {
	private constructor(
		readonly id: string,
		private readonly ground: Ground,
		private readonly nodes: INode[],
	) {}

	static async import(ground: Ground, name: string, choices: Choices = {}): Promise<Example> {
		const read = JSON.parse(exampleFile(`${name}.json`)) as NewWorkflow;
		const chosen = { [CREDENTIAL]: ground.credential, ...choices.credentials };
		const nodes = read.nodes.map((node) => ({
			...withCredentials(node, chosen),
			...newAddress(node),
		}));
		if (choices.settings) enter(nodes, choices.settings);
		const workflow = { ...read, nodes, pinData: choices.pinData ?? {} };
		return new Example(await ground.host.createWorkflow(workflow), ground, nodes);
	}

	/** As the button in the editor does. */
	async run(trigger = 'Run Now'): Promise<Execution> {
		const { host } = this.ground;
		return await host.ended(await host.start(this.id, trigger));
	}

	/** Switches the workflow on, as for good. */
	async activate(): Promise<void> {
		await this.ground.host.activate(this.id);
	}

	/** Waits for the end of the newest run that was not there before. */
	async nextRun(start: () => Promise<unknown>): Promise<Execution> {
		const { host } = this.ground;
		const before = (await runsOf(host, this.id)).map(({ id }) => id);
		await start();
		const { id } = await until('a run of the example', async () =>
			(await runsOf(host, this.id)).find((run) => !before.includes(run.id)),
		);
		return await host.ended(id);
	}

	/** The part of a form's or a webhook's URL that is this import's own. */
	addressOf(name: string): string {
		const found = this.nodes.find((node) => node.name === name)?.webhookId;
		if (!found) throw new Error(`${name} has no address`);
		return found;
	}
}

const withCredentials = (node: INode, chosen: Record<string, CredentialReference>): INode =>
	node.credentials
		? {
				...node,
				credentials: Object.fromEntries(
					Object.keys(node.credentials).map((type) => [type, chosen[type] as CredentialReference]),
				),
			}
		: node;

/** The editor gives each import addresses of its own. */
const newAddress = ({ webhookId }: INode) => (webhookId ? { webhookId: randomUUID() } : {});

interface Assignments {
	assignments: { assignments: Array<{ name: string; value: string | number }> };
}

function enter(nodes: INode[], settings: Record<string, string | number>): void {
	const node = nodes.find(({ name }) => name === 'Settings');
	const { assignments } = (node?.parameters as unknown as Assignments).assignments;
	for (const [name, value] of Object.entries(settings)) {
		const known = assignments.find((one) => one.name === name);
		if (!known) throw new Error(`The example has no setting ${name}`);
		known.value = value;
	}
}
