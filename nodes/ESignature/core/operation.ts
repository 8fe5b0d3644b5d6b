import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import type { FileRoute } from '../api/endpoints';
import type { UUID } from '../api/types';
import type { Refusals } from '../errors/sentences';
import type { Client } from '../transport/client';
import type { ContentArguments, DownloadArguments } from '../transport/files/download';
import type { StoredFile } from '../transport/files/keepFile';
import type { Locator } from './locator';
import type { ItemHistory, Output } from './attempts';
import type { DuplicateKey } from './bulk';

/** IDs under the names of the contract, checked: nothing else may stand in a path. */
export type Ids = Readonly<Record<string, UUID>>;

/** All that an operation sees of n8n and of the service. */
export interface Call {
	readonly item: number;
	/** The value of an input for this item; of a resource locator the ID. */
	param<Value = string>(name: string, fallback?: Value): Value;
	/** What its ID inputs name. */
	readonly ids: Ids;
	json(): IDataObject;
	/** An entry of the Options collection as it is, where the user has added it; `optionSwitch` and `optionNumber` check it. */
	option<Value>(name: string, fallback: Value): Value;
	/** The timezone of the workflow, e.g. `Europe/Berlin`. */
	timezone(): string;
	/** Names the account that the item's credential is for: items of different ones share nothing. */
	readonly account: string;
	request: Client['request'];
	/** The same call, not ended by a cancel but by a time limit of its own: for cleaning up. */
	detached(): Call;
	readonly history: ItemHistory;
	/** Whether anything but reading was asked of the service. */
	hasWritten(): boolean;
	/** Made once per run, however many items ask for it. */
	cached<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
	/** A file of the input item, by the name that was entered into this input. */
	file(name: string, input: INodeProperties): Promise<InputFile>;
	/** A text of the service, safe to show in an error. */
	redact(text: unknown): string;
	/** Stores a file of the output that was made here. */
	storeFile(
		fileName: string,
		mediaType: string,
		content: string | Uint8Array,
	): Promise<IBinaryData>;
	/** Waits; ends early when the execution is canceled. */
	pause(milliseconds: number): Promise<void>;
	/** Throws if the execution was canceled, during long work that sends no request. */
	assertNotCanceled(): void;
	download<R extends FileRoute>(route: R, args: DownloadArguments<R>): Promise<StoredFile>;
	/** The bytes of a file that is only looked at. */
	content<R extends FileRoute>(route: R, args: ContentArguments<R>): Promise<Buffer>;
}

export interface InputFile {
	name: string;
	mediaType: string;
	bytes: number;
	read(): Promise<Buffer>;
}

/** The IDs of the inputs, under the names of the contract. */
export type IdsOf<Locators extends readonly Locator[]> = {
	[Path in Locators[number]['path']]: UUID;
};

/** The call of an operation with these ID inputs. */
export type CallWith<Known> = Call & { readonly ids: Known };

interface Described<Locators extends readonly Locator[]> {
	/** As in the list of operations; the resource is not repeated. */
	name: string;
	action: string;
	description: string;
	/** The inputs that say what it is about; they stand first in the form. */
	ids?: Locators;
	properties?: INodeProperties[];
	/** Entries of its Options collection, beside those that every operation has. */
	options?: INodeProperties[];
	/** A warning about the outputs of a run, which n8n shows above them. */
	hint?(outputs: IDataObject[]): string | undefined;
	/** At most this many items at a time, whatever the user allows. */
	concurrency?: number;
	/** Items about the same record are done one after the other: each builds on what the one before has changed. */
	inOrder?: true;
}

/** One request or more per input item. */
export interface ItemOperation<
	Input = unknown,
	Locators extends readonly Locator[] = readonly Locator[],
> extends Described<Locators> {
	/** Reads and checks the inputs without a request, for every item before the first one runs. */
	read?(call: CallWith<IdsOf<Locators>>): Input | Promise<Input>;
	run(call: CallWith<IdsOf<Locators>>, input: Input): Promise<Output | Output[]>;
}

/** Items that share a target travel in one request. */
export interface BulkOperation<
	Entry = unknown,
	Target extends object = object,
	Locators extends readonly Locator[] = readonly Locator[],
> extends Described<Locators> {
	bulk: Bulk<Entry, Target, IdsOf<Locators> & Target>;
}

export interface Bulk<Entry, Target extends object = object, Ids extends Target = Target> {
	/** Entries with the same key are sent once. */
	duplicateKey?(call: Call): DuplicateKey<Entry> | undefined;
	/** Refusals that a single entry may have caused; 400 and 422 unless it says otherwise. */
	splitOn?: readonly number[];
	/** Finds the place of the entry that such a refusal is about, by what the service shows. */
	failedEntry?(call: Call, target: Target, entries: Entry[]): Promise<number | undefined>;
	/** Those of the IDs that requests have in common. */
	target(ids: Ids): Target;
	/** The entries of one item. Throws before anything is changed; may read the records that the item names. */
	entries(call: CallWith<Ids>): Entry[] | Promise<Entry[]>;
	/** One request for items with the same options; gives the outputs in the order of the entries. */
	send(call: Call, target: Target, entries: Entry[]): Promise<object[]>;
}

export type Operation = ItemOperation | BulkOperation;

export interface Resource {
	name: string;
	value: string;
	/** Value of the operation that is chosen at first. */
	default: string;
	operations: Readonly<Record<string, Operation>>;
	refusals?: Refusals;
}

// The loop hands back to an operation only what that operation made.

export const defineOperation = <Input, const Locators extends readonly Locator[] = []>(
	operation: ItemOperation<Input, Locators>,
): ItemOperation => operation as unknown as ItemOperation;

export const defineBulkOperation = <
	Entry,
	Target extends object = object,
	const Locators extends readonly Locator[] = readonly Locator[],
>(
	operation: BulkOperation<Entry, Target, Locators>,
): BulkOperation => operation as unknown as BulkOperation;
