import { deepEqual, equal, ok } from './assert';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { Engine, RunOptions } from '../support/engine';
import { UNKNOWN_ID } from '../support/samples';

/** Where an operation runs: a service that speaks a dialect, and n8n. */
export interface World {
	sandbox: Sandbox;
	engine: Engine;
}

/** One operation: what is done, and what must then be true of the service and of the output. */
export interface Scenario {
	/** `envelope: downloadEvidence` */
	operation: string;
	run: (world: World) => Promise<void>;
	/** The same operation on something that the service refuses, where that can be had. */
	refused?: (world: World) => Promise<void>;
}

/** A code that no output may show. */
export const CODE = 'canary-4711';

let names = 0;
/** A name that no other envelope has. */
export const uniqueName = (about: string) => `${about} ${++names}`;

export const locator = (ID?: string) => ({ __rl: true, mode: 'id', value: ID ?? '' });

/** Runs the node; every item must succeed. */
export async function runNode(
	world: World,
	parameters: object,
	items?: INodeExecutionData[],
	options: RunOptions = {},
): Promise<INodeExecutionData[]> {
	const outcome = await outcomeOf(world, parameters, items, options);
	if (outcome.error) throw outcome.error;
	ok(!JSON.stringify(outcome.items).includes(CODE), 'an access code is in the output');
	return outcome.items;
}

const outcomeOf = async (
	{ engine }: World,
	parameters: object,
	items: INodeExecutionData[] = [{ json: {} }],
	options: RunOptions = {},
) => await engine.run(parameters as INodeParameters, { items, ...options });

/** The `json` of the one item that comes out. */
export async function runOne(
	world: World,
	parameters: object,
	items?: INodeExecutionData[],
): Promise<IDataObject> {
	const made = await runNode(world, parameters, items);
	equal(made.length, 1, `${made.length} items came out, not one`);
	return made[0]?.json as IDataObject;
}

export const idsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.ID);

/** The same IDs, in any order. */
export const sameSet = (given: unknown[], wanted: unknown[], what: string) =>
	deepEqual([...given].sort(), [...wanted].sort(), `${what}: other IDs`);

/** The run fails, and the error shows what the service said. */
export async function showsRefusal(
	world: World,
	parameters: object,
	items?: INodeExecutionData[],
	words = `${UNKNOWN_ID} was not found.`,
): Promise<void> {
	const { error } = await outcomeOf(world, parameters, items);
	ok(error, 'nothing was refused');
	const { message, description } = error as { message?: string; description?: string };
	ok(
		`${message} ${description}`.includes(words),
		`"${words}" is not in: ${message} ${description}`,
	);
}

/** In an envelope that the service does not know. */
export const inNoEnvelope = { envelopeId: locator(UNKNOWN_ID) };

/** Of four items in one request the third is at fault: it alone fails. */
export async function onlyThirdFails(
	world: World,
	parameters: object,
	items: INodeExecutionData[],
	stored: () => number,
): Promise<void> {
	const outcome = await outcomeOf(world, parameters, items, { onError: 'continueRegularOutput' });
	const failed = outcome.items.map(({ json, error }) => error !== undefined || 'error' in json);
	deepEqual(failed, [false, false, true, false], 'which items failed');
	equal(stored(), 3, 'not all of the others were added');
}
