import { deepEqual, equal, ok } from './assert';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { LARGE_NUMBERS } from '../../sandbox/dialects/spoken/extra';
import type { Engine, RunOptions } from '../support/engine';

/** Where an operation runs: a service that speaks some dialects, and n8n. */
export interface World {
	sandbox: Sandbox;
	engine: Engine;
	speaks: (...dialects: string[]) => boolean;
	/** Ends what never ends by itself. */
	signal: AbortSignal;
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

/** An ID as this service writes it: a user has it from there. */
export const written = ({ speaks }: World, ID = '') =>
	speaks('ids-upper-exact') ? ID.toUpperCase() : ID;

export const locator = (world: World, ID?: string) => ({
	__rl: true,
	mode: 'id',
	value: written(world, ID),
});

/** Runs the node; every item must succeed. */
export async function runNode(
	world: World,
	parameters: object,
	items?: INodeExecutionData[],
	options: RunOptions = {},
): Promise<INodeExecutionData[]> {
	const outcome = await outcomeOf(world, parameters, items, options);
	if (outcome.error) throw outcome.error;
	for (const { json } of outcome.items) checkNumbers(json);
	ok(!JSON.stringify(outcome.items).includes(CODE), 'an access code is in the output');
	return outcome.items;
}

export const outcomeOf = async (
	{ engine, signal }: World,
	parameters: object,
	items: INodeExecutionData[] = [{ json: {} }],
	options: RunOptions = {},
) => await engine.run(parameters as INodeParameters, { items, signal, ...options });

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

/** A number with more digits than JavaScript keeps must not come out as another number. */
function checkNumbers(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	for (const [key, entry] of Object.entries(value)) {
		const large = LARGE_NUMBERS[key as keyof typeof LARGE_NUMBERS];
		if (large === undefined) checkNumbers(entry);
		else equal(String(entry), String(large), `${key} lost digits`);
	}
}

const lower = (ID: unknown) => String(ID).toLowerCase();

export const sameId = (given: unknown, wanted: unknown, what: string) =>
	equal(lower(given), lower(wanted), `${what}: another ID`);

export const sameIds = (given: unknown[], wanted: unknown[], what: string) =>
	deepEqual(given.map(lower), wanted.map(lower), `${what}: other IDs, or another order`);

/** The same IDs, in whatever order. */
export const sameSet = (given: unknown[], wanted: unknown[], what: string) =>
	deepEqual(given.map(lower).sort(), wanted.map(lower).sort(), `${what}: other IDs`);

export const idsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.ID);

/** Nothing but what the test itself says, since a service may spell and round as it likes. */
export function near(given: unknown, wanted: readonly number[], what: string): void {
	ok(Array.isArray(given) && given.length === wanted.length, `${what}: no box`);
	given.forEach((number: unknown, index) => {
		equal(typeof number, 'number', `${what}: not a number but ${JSON.stringify(number)}`);
		ok(Math.abs(Number(number) - Number(wanted[index])) <= 0.51, `${what}: ${String(number)}`);
	});
}
