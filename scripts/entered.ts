// How many files and functions of the built package one warm run of an operation enters: what a reader has to follow.
//
//   npm run build && npm run entered
//   npm run entered -- --list    with the names of the files
import { randomUUID } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';

import type { ICredentialType, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { createSandbox } from '../sandbox';
import { job } from '../test/engine/createAndSendJob';
import { createEngine, type Types } from '../test/support/engine';
import { binaryOf } from '../test/support/files';
import { credentialFor, envelopeParameters } from '../test/support/harness';
import { pdf } from '../test/support/samples';

const RUNS = 8;

const SHIPPED = /\/dist\/((?:nodes|credentials)\/.*\.js)$/;

/**
 * Functions entered while `work` runs, by file; V8 counts them. Run with `--no-flush-bytecode`: V8 drops code that has
 * not run for a while, and its counts with it.
 */
async function entered(work: () => Promise<void>): Promise<Map<string, number>> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	const files = new Map<string, number>();
	for (const { url, functions } of result) {
		const file = SHIPPED.exec(url)?.[1];
		// An index has only what the compiler writes for its re-exports.
		if (!file || file.endsWith('/index.js')) continue;
		const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
		if (called > 0) files.set(file, called);
	}
	return files;
}

/** V8 forgets the counts of closures that it has collected, so the largest of a few counts is the whole one. */
async function fullest(work: () => Promise<void>): Promise<Map<string, number>> {
	let most = new Map<string, number>();
	for (let run = 0; run < RUNS; run++) {
		const files = await entered(work);
		if (sum(files) > sum(most)) most = files;
	}
	return most;
}

const sum = (files: ReadonlyMap<string, number>): number =>
	[...files.values()].reduce((one, other) => one + other, 0);

/** The node as it is published. */
function builtTypes(): Types {
	const load = createRequire(import.meta.url);
	const { ESignature } = load('../dist/nodes/ESignature/ESignature.node.js') as {
		ESignature: new () => INodeType;
	};
	const { ESignatureApi } = load('../dist/credentials/ESignatureApi.credentials.js') as {
		ESignatureApi: new () => ICredentialType;
	};
	return { nodes: [new ESignature()], credentials: [new ESignatureApi()] };
}

async function main(): Promise<void> {
	const sandbox = await createSandbox({ clientSecret: randomUUID(), processingMs: 0 });
	const engine = await createEngine({ credential: credentialFor(sandbox), types: builtTypes() });
	const run = async (parameters: INodeParameters, items: INodeExecutionData[] = [{ json: {} }]) => {
		const { error } = await engine.run(parameters, { items });
		if (error) throw error;
	};
	const get = envelopeParameters('get', sandbox.control.envelope({ documents: 1 }).ID);
	const whose = { document: 1, participantEmail: 'ada@example.com' };
	const box = { ...whose, placement: 'atPosition', page: 1, unit: 'pt', x: 72 };
	const size = { width: 150, height: 40, required: true };
	const createAndSend = job({
		binaryPropertyNames: 'data',
		participants: {
			participant: [{ email: 'ada@example.com', role: 'signer', authentication: 'none' }],
		},
		fields: {
			field: [
				{ ...box, ...size, type: 'signature', y: 100 },
				{ ...box, ...size, type: 'name', y: 200 },
			],
		},
	});
	const data = binaryOf(pdf(), 'lease.pdf');
	const steps: Array<[string, () => Promise<void>]> = [
		['Envelope > Get', async () => await run(get)],
		[
			'Envelope > Create and Send',
			async () => await run(createAndSend, [{ json: {}, binary: { data } }]),
		],
	];
	for (const [name, step] of steps) {
		await step();
		const files = await fullest(step);
		const functions = sum(files);
		process.stdout.write(`${name}: ${files.size} files, ${functions} functions\n`);
		if (!process.argv.includes('--list')) continue;
		for (const [file, count] of files) process.stdout.write(`    ${count} in ${file}\n`);
	}
	await engine.close();
	await sandbox.close();
}

void main();
