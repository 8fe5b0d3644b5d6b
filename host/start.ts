/* eslint-disable no-console, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a program for people, writes to disk and to the terminal */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { createSandbox } from '../sandbox';
import { createEngine, type Engine } from '../test/support/engine';

const ROOT = join(__dirname, '..');
const ARCHIVE = join(ROOT, 'artifacts', 'archive');
const DOWNLOADS = ['downloadSealed', 'downloadAuditTrail'];

/** The main job, once: everything that proves a finished envelope, fetched, written and checked. */
async function main(): Promise<void> {
	const sandbox = await createSandbox();
	const engine = await createEngine({
		packageDir: ROOT,
		credential: {
			baseUrl: sandbox.url,
			clientId: sandbox.clientId,
			clientSecret: sandbox.clientSecret,
		},
	});
	console.log(`\nSandbox service: ${sandbox.url}\n`);
	mkdirSync(ARCHIVE, { recursive: true });
	const lines: string[] = [];
	for (const name of ['Lease 2026', 'Employment contract', 'Non-disclosure agreement']) {
		const { ID } = sandbox.control.envelope({ name, status: 'sealed', documents: 2 });
		const { name: read, status } = (await step(engine, 'get', ID)).json;
		console.log(`${String(read)} (${String(status)})`);
		for (const operation of DOWNLOADS) {
			const { json, binary } = await step(engine, operation, ID);
			const content = await engine.readBinary(binary?.data as IBinaryData);
			writeFileSync(join(ARCHIVE, String(json.name)), content);
			lines.push(`${String(json.sha256)}  ${String(json.name)}`);
			console.log(`  ${String(json.name)}  ${String(json.bytes)} bytes`);
		}
	}
	writeFileSync(join(ARCHIVE, 'manifest-sha256.txt'), `${lines.join('\n')}\n`);
	const wrong = lines
		.map((line) => line.split('  '))
		.filter(([sum, file]) => sum !== hashOf(String(file)));
	console.log(`\nToken requests: ${sandbox.log.count('POST /oauth/token')}`);
	console.log(
		`Files checked against the manifest: ${lines.length - wrong.length} of ${lines.length}`,
	);
	console.log('Check them yourself: cd artifacts/archive && sha256sum -c manifest-sha256.txt\n');
	await engine.close();
	await sandbox.close();
	if (wrong.length > 0) throw new Error('The archive on disk differs from what was downloaded');
}

async function step(engine: Engine, operation: string, ID: string) {
	const { items, error } = await engine.run({
		resource: 'envelope',
		operation,
		envelopeId: { __rl: true, mode: 'id', value: ID },
		binaryPropertyName: 'data',
	});
	if (error) throw new Error(`${operation}: ${error.message}`);
	return items[0] as { json: IDataObject; binary?: { data?: IBinaryData } };
}

const hashOf = (file: string): string =>
	createHash('sha256')
		.update(readFileSync(join(ARCHIVE, file)))
		.digest('hex');

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
