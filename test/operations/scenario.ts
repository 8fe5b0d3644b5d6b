import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { deepEqual, equal, ok } from 'node:assert/strict';

import type { Sandbox } from '../../sandbox';
import type { Outcome, RunOptions } from '../support/engine';
import { filesOf } from '../support/files';
import { byId } from '../support/harness';
import { UNKNOWN_ID } from '../support/samples';

export { deepEqual, equal, ok };

/** Where operations run: a service, and an n8n in this process or a real one. */
export interface World {
	sandbox: Sandbox;
	run(
		parameters: INodeParameters,
		options: Pick<RunOptions, 'items' | 'onError'>,
	): Promise<Pick<Outcome, 'items' | 'error'>>;
	readBinary(data: IBinaryData): Promise<Buffer>;
}

/** How one operation is run, and what must then be true of the service and of the output. */
export interface Scenario {
	/** Its outputs together have every key that they can have. */
	run(node: Node): Promise<void>;
	/** The same operation on something that the service refuses, where that can be had. */
	refused?(node: Node): Promise<void>;
}

/** A code that no output may show. */
export const CODE = 'canary-4711';

/** The node with one of its operations chosen. */
export class Node {
	readonly sandbox: Sandbox;
	/** All that it has put out. */
	readonly outputs: IDataObject[] = [];
	private readonly chosen: object;

	constructor(
		private readonly world: World,
		/** `envelope/create` */
		path: string,
	) {
		const [resource, operation] = path.split('/');
		this.chosen = { resource, operation };
		this.sandbox = world.sandbox;
	}

	/** The output; every item must succeed. */
	async items(parameters: object, items?: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const outcome = await this.run(parameters, { items });
		if (outcome.error) throw outcome.error;
		ok(!JSON.stringify(outcome.items).includes(CODE), 'an access code is in the output');
		this.outputs.push(...outcome.items.map(({ json }) => json));
		return outcome.items;
	}

	/** The `json` of the one item that comes out. */
	async item(parameters: object, items?: INodeExecutionData[]): Promise<IDataObject> {
		const made = await this.items(parameters, items);
		equal(made.length, 1, `${made.length} items came out, not one`);
		return made[0]?.json as IDataObject;
	}

	/** The run fails, and the error shows what the service said. */
	async isRefused(
		parameters: object,
		items?: INodeExecutionData[],
		words = `${UNKNOWN_ID} was not found.`,
	): Promise<void> {
		const { error } = await this.run(parameters, { items });
		ok(error, 'nothing was refused');
		const { message, description } = error as { message?: string; description?: string };
		const shown = `${message} ${description}`;
		ok(shown.includes(words), `"${words}" is not in: ${shown}`);
	}

	/** Of four items in one request the third is at fault: it alone fails. */
	async onlyThirdFails(parameters: object, items: INodeExecutionData[]): Promise<void> {
		const outcome = await this.run(parameters, { items, onError: 'continueRegularOutput' });
		const failed = outcome.items.map(({ json, error }) => error !== undefined || 'error' in json);
		deepEqual(failed, [false, false, true, false], 'which items failed');
	}

	/** The files of an item by the fields that they are in. */
	async filesOf(item: INodeExecutionData): Promise<Map<string, File>> {
		return new Map((await filesOf(this.world, item)).map((file) => [file.field, file]));
	}

	private async run(parameters: object, options: Parameters<World['run']>[1]) {
		return await this.world.run({ ...this.chosen, ...parameters }, options);
	}
}

export type File = Awaited<ReturnType<typeof filesOf>>[number];

let names = 0;
/** A name that no other envelope has. */
export const uniqueName = (about: string) => `${about} ${++names}`;

/** In an envelope that the service does not know. */
export const inNoEnvelope = { envelopeId: byId(UNKNOWN_ID) };

type Identified = { ID?: unknown } | { json: IDataObject };
const idsOf = (things: Identified[]) =>
	things.map((thing) => ('json' in thing ? thing.json.ID : thing.ID));

/** The same things, by their IDs, in the same order. */
export const same = (given: Identified[], wanted: Identified[], what = 'the output') =>
	deepEqual(idsOf(given), idsOf(wanted), `${what}: other IDs, or another order`);

/** The same things, by their IDs, in any order. */
export const sameSet = (given: Identified[], wanted: Identified[], what = 'the output') =>
	deepEqual(idsOf(given).sort(), idsOf(wanted).sort(), `${what}: other IDs`);
