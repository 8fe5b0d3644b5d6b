import type { IDataObject } from 'n8n-workflow';

import { documentScenarios } from './document';
import { envelopeScenarios } from './envelope';
import { fieldScenarios } from './field';
import { fileScenarios } from './files';
import { participantScenarios } from './participant';
import { Node, type Scenario, type World } from './scenario';

/** By the names of their files. */
const FILES: Record<string, Record<string, Scenario>> = {
	envelope: envelopeScenarios,
	files: fileScenarios,
	document: documentScenarios,
	participant: participantScenarios,
	field: fieldScenarios,
};

/**
 * `resource/operation` -> its scenario: run in all dialects (dialects.test.ts) and in a real n8n
 * (test/e2e/operations.test.ts). The previews of outputs are made from them.
 */
export const SCENARIOS: Record<string, Scenario> = Object.assign({}, ...Object.values(FILES));

/** Where the scenario of an operation is, below test/operations. */
export const scenarioFileOf = (operation: string): string =>
	`${Object.keys(FILES).find((name) => FILES[name]?.[operation])}.ts`;

/** A step of adding an operation is still to do; the message says which. */
export class Forgotten extends Error {}

/** Output of `resource/operation`, with every key that it can have. */
export async function outputsOf(world: World, path: string): Promise<IDataObject[]> {
	const scenario = SCENARIOS[path];
	if (!scenario) throw new Forgotten(`${path} has no scenario in test/operations`);
	const node = new Node(world, path);
	await scenario.run(node);
	return node.outputs;
}
