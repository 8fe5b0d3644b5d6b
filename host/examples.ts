import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INode } from 'n8n-workflow';

import type { CredentialReference } from './host';
import type { NewWorkflow } from './workflows';

const FOLDER = join(__dirname, '..', 'examples');
const WORKFLOW = '.json';

type Settings = Record<string, string | number>;

/** The choices of a user after importing an example. */
export interface Choices {
	/** By their type. */
	credentials: Record<string, CredentialReference>;
	/** Values for the node 'Settings'. */
	settings?: Settings;
	/** IDs of the workflows that nodes call, by the names in the examples. */
	workflows?: Record<string, string>;
	/** ID of the envelope that is copied. */
	template?: string;
}

export const exampleFile = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

export const exampleNames = (): string[] =>
	readdirSync(FOLDER)
		.filter((file) => file.endsWith(WORKFLOW))
		.map((file) => basename(file, WORKFLOW));

export const readExample = (name: string): NewWorkflow =>
	JSON.parse(exampleFile(`${name}${WORKFLOW}`)) as NewWorkflow;

export const withChoices = (
	workflow: NewWorkflow,
	{ credentials, settings, workflows = {}, template }: Choices,
): NewWorkflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		if (node.name === 'Settings') return entered(node, settings);
		const called = workflows[String(calledBy(node))];
		if (called) return calling(node, called);
		const given = authorized(node, credentials);
		return template && 'templateId' in node.parameters ? copying(given, template) : given;
	}),
});

/** The name of the workflow that a node calls, as the examples know it. */
const calledBy = ({ parameters }: INode): string | undefined =>
	(parameters.workflowId as { cachedResultName?: string } | undefined)?.cachedResultName;

/** Names of the workflows that this one calls. */
export const calledIn = ({ nodes }: NewWorkflow): string[] =>
	nodes.flatMap((node) => calledBy(node) ?? []);

const copying = (node: INode, value: string): INode => ({
	...node,
	parameters: { ...node.parameters, templateId: { __rl: true, mode: 'id', value } },
});

function calling(node: INode, value: string): INode {
	const workflowId = { ...(node.parameters.workflowId as object), value };
	return { ...node, parameters: { ...node.parameters, workflowId } } as INode;
}

/** The part of the URL of a form or a webhook that belongs to one node. */
export function addressOf({ nodes }: NewWorkflow, name: string): string {
	const found = nodes.find((node) => node.name === name)?.webhookId;
	if (!found) throw new Error(`${name} has no address`);
	return found;
}

export const settingNames = ({ nodes }: NewWorkflow): string[] =>
	nodes
		.filter(({ name }) => name === 'Settings')
		.flatMap((node) => assignmentsOf(node).map(({ name }) => name));

/** Leaves out credentials that were not chosen: n8n runs no workflow in which a node names a credential without an ID. */
function authorized(node: INode, credentials: Choices['credentials']): INode {
	if (!node.credentials) return node;
	const chosen = Object.keys(node.credentials)
		.filter((type) => credentials[type])
		.map((type) => [type, credentials[type] as CredentialReference]);
	return { ...node, credentials: Object.fromEntries(chosen) as INode['credentials'] };
}

interface Assignment {
	name: string;
	value: string | number;
}

const assignmentsOf = ({ parameters }: INode): Assignment[] =>
	(parameters as unknown as { assignments: { assignments: Assignment[] } }).assignments.assignments;

function entered(node: INode, settings: Settings = {}): INode {
	const known = assignmentsOf(node);
	for (const name of Object.keys(settings)) {
		if (!known.some((one) => one.name === name))
			throw new Error(`The example has no setting ${name}`);
	}
	const assignments = known.map((one) => ({ ...one, value: settings[one.name] ?? one.value }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments } } } as INode;
}
