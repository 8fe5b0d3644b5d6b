import { within, type Scope } from './core';
import type {
	ExecutionError,
	IBinaryData,
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeCredentials,
	INodeListSearchResult,
	INodeParameters,
} from 'n8n-workflow';
import { createBinaryStore, type BinaryMode } from './binaryStore';
import { CredentialStore } from './credentialStore';
import { openFolder } from './environment';
import { execute, NODE, type RunOptions } from './execution';
import { HostCredentials } from './hostCredentials';
import { listSearch, type SearchOptions } from './listSearch';
import { outcomeOf, type Outcome } from './outcome';
import { assertSurvivesCopy, typesOfSources, type Types } from './types';

export type { BinaryMode, ExecutionError, Outcome, RunOptions, SearchOptions, Types };

export interface EngineOptions {
	/** Values of the credential when the engine starts. */
	credential: ICredentialDataDecryptedObject;
	binaryMode?: BinaryMode;
	/** From the sources by default. */
	types?: Types;
}

export interface Engine {
	readonly credential: CredentialStore;
	readonly types: Types;
	/** Holds nothing but what the nodes stored, partial files included. */
	readonly binaryFolder: string;
	run(parameters: INodeParameters, options?: RunOptions): Promise<Outcome>;
	start(
		parameters: INodeParameters,
		options?: RunOptions,
	): { result: Promise<Outcome>; cancel: () => void };
	listSearch(method: string, options: SearchOptions): Promise<INodeListSearchResult>;
	/** For `credentials`, to use another credential than the engine's own. */
	addCredential(data: ICredentialDataDecryptedObject): INodeCredentials;
	readBinary(binaryData: IBinaryData): Promise<Buffer>;
	close(): Promise<void>;
}

let engines = 0;

/** n8n in this process: its real engine, request functions and binary store, no server, no database. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
	const types = options.types ?? (await typesOfSources());
	types.credentials.forEach(assertSurvivesCopy);
	const credential = new CredentialStore();
	const chosen = credential.add(options.credential);
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const credentialsHelper = new HostCredentials(byName, credential);
	const own = types.credentials[0] as ICredentialType;

	const folder = openFolder();
	const binaryData = await createBinaryStore(options.binaryMode ?? 'filesystem', folder.path);
	const workflowId = `harness${++engines}`;
	let executions = 0;
	const host = () => ({ types, credentialsHelper, workflowId, executionId: String(++executions) });
	const credentials: INodeCredentials = { [own.name]: chosen };

	const start: Engine['start'] = (parameters, runOptions = {}) => {
		const scope: Scope = { binaryData, log: [] };
		const { run, cancel } = within(scope, () =>
			execute(host(), structuredClone(parameters), { credentials, ...runOptions }),
		);
		return { result: run.then((finished) => outcomeOf(finished, NODE, scope.log)), cancel };
	};

	return {
		credential,
		types,
		binaryFolder: folder.path,
		start,
		run: async (parameters, runOptions) => await start(parameters, runOptions).result,
		listSearch: async (method, search) =>
			await within({ binaryData, log: [] }, () =>
				listSearch(host(), method, { credentials, ...search }),
			),
		addCredential: (data) => ({ [own.name]: credential.add(data) }),
		readBinary: async (stored) => await binaryData.getAsBuffer(stored),
		close: async () => folder.remove(),
	};
}
