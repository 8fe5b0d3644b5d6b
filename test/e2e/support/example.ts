import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import {
	addressOf,
	calledIn,
	readExample,
	withChoices,
	type Choices,
} from '../../../host/examples';
import type { Execution } from '../../../host/execution';
import { CREDENTIAL, type NewWorkflow } from '../../../host/workflows';
import { WebForm } from './form';
import type { Harness } from './harness';
import { allRunsOf } from './record';
import { ARCHIVES } from './shared';
import { until } from './until';

/** A folder that n8n may write to. */
export const newArchive = (): string => mkdtempSync(join(ARCHIVES, 'example-'));

/** Where an example is imported. */
export type ExampleSetup = Pick<Harness, 'host' | 'credential'>;

/** The workflow that stores the files, as the examples call it. */
const STORE = '07 Store evidence';

interface MyChoices {
	settings?: Choices['settings'];
	/** Settings of the workflow that stores the files, where the example calls one. */
	storing?: Choices['settings'];
	/** Which one that is; the one for a disk by default. */
	store?: string;
	/** IDs of other workflows that nodes call, by the names in the examples. */
	workflows?: Choices['workflows'];
	/** ID of the envelope that is copied. */
	template?: string;
	/** Values for other nodes than 'Settings', by their names. */
	entered?: Record<string, INode['parameters']>;
	/** Of the workflow; n8n's own unless told. */
	timezone?: string;
	/** Besides the one of the harness. */
	credentials?: Choices['credentials'];
	pinData?: NewWorkflow['pinData'];
}

/** An example as it stands in n8n after a user imported it and chose credentials and settings. */
export class Example {
	private constructor(
		readonly id: string,
		private readonly harness: ExampleSetup,
		private readonly workflow: NewWorkflow,
	) {}

	static async import(
		harness: ExampleSetup,
		name: string,
		choices: MyChoices = {},
	): Promise<Example> {
		const { pinData = {}, entered = {}, timezone } = choices;
		const credentials = { [CREDENTIAL]: harness.credential, ...choices.credentials };
		const example = readExample(name);
		const isCaller = calledIn(example).includes(STORE);
		const workflows = { ...choices.workflows };
		if (isCaller) workflows[STORE] = await importedStore(harness, choices);
		const settings = isCaller ? choices.settings : { ...choices.settings, ...choices.storing };
		const read = withChoices(example, {
			credentials,
			settings,
			workflows,
			template: choices.template,
		});
		const nodes = read.nodes
			.map(withNewAddress)
			.map((node) => ({ ...node, parameters: { ...node.parameters, ...entered[node.name] } }));
		const settled = timezone ? { ...read.settings, timezone } : read.settings;
		const workflow = { ...read, nodes, pinData, settings: settled };
		return new Example(await harness.host.createWorkflow(workflow), harness, workflow);
	}

	/** Runs the workflow as the button in the editor does, from the schedule unless another trigger is named. */
	async run(trigger = scheduleOf(this.workflow)): Promise<Execution> {
		const { host } = this.harness;
		return await host.ended(await host.start(this.id, trigger));
	}

	/** Publishes the workflow. */
	async activate(): Promise<void> {
		await this.harness.host.activate(this.id);
	}

	/** Waits for the end of the newest run that was not there before. */
	async nextRun(start: () => Promise<unknown>): Promise<Execution> {
		const { host } = this.harness;
		const before = (await allRunsOf(host, this.id)).map(({ id }) => id);
		await start();
		const { id } = await until('a run of the example', async () =>
			(await allRunsOf(host, this.id)).find((run) => !before.includes(run.id)),
		);
		return await host.ended(id);
	}

	/** The form that a node of this import shows. */
	form(name: string): WebForm {
		return new WebForm(`${this.harness.host.url}/form/${this.addressOf(name)}`);
	}

	/** The part of a form's or a webhook's URL that is this import's own. */
	addressOf(name: string): string {
		return addressOf(this.workflow, name);
	}
}

const scheduleOf = ({ nodes }: NewWorkflow): string =>
	String(nodes.find(({ type }) => type.endsWith('.scheduleTrigger'))?.name);

/** n8n calls only what is published. */
async function importedStore(harness: ExampleSetup, choices: MyChoices): Promise<string> {
	const { store = 'store-evidence', storing, credentials } = choices;
	const { id } = await Example.import(harness, store, { settings: storing, credentials });
	await harness.host.activate(id);
	return id;
}

/** The editor gives each import addresses of its own. */
const withNewAddress = (node: INode): INode =>
	node.webhookId ? { ...node, webhookId: randomUUID() } : node;
