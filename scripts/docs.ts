// Writes what follows from the operations: the tables of the documentation, the forms as saved workflows rely on them, and
// the previews of outputs.
//
//   npm run docs
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';

import { createSandbox } from '../sandbox';
import { exists, inRoot, read } from '../test/contract/repository';
import { OPERATIONS, SCHEMAS } from '../test/contract/schemas';
import { Forgotten, outputsOf } from '../test/operations/scenarios';
import { createEngine } from '../test/support/engine';
import { filesBelow } from '../test/support/folder';
import { credentialFor } from '../test/support/harness';
import { sourceTypes } from '../test/support/sourceTypes';
import { forms } from '../test/contract/savedForms';
import { pages } from '../test/contract/pages';
import { printed, schemaOf } from '../test/contract/previews';

/** The preview of one operation, from what it puts out; with a service of its own, as in the tests. */
async function preview(path: string): Promise<string> {
	const sandbox = await createSandbox({ clientSecret: randomUUID() });
	const engine = await createEngine({ credential: credentialFor(sandbox), types: sourceTypes() });
	try {
		return printed(schemaOf(await outputsOf({ sandbox, ...engine }, path)));
	} finally {
		await engine.close();
		await sandbox.close();
	}
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function write(path: string, text: string, note = ''): void {
	if (exists(path) && read(path) === text) return;
	mkdirSync(dirname(inRoot(path)), { recursive: true });
	writeFileSync(inRoot(path), text);
	say(`${path}: written${note}`);
}

/** Workflows that users have saved contain the previous values. */
const SAVED = '; look at the difference: a line that is gone or changed breaks saved workflows';

async function main(): Promise<void> {
	for (const [path, text] of pages()) write(path, text);
	for (const [path, text] of forms()) write(path, text, SAVED);
	const known = OPERATIONS.map((path) => `${path}.json`);
	for (const path of OPERATIONS) write(`${SCHEMAS}/${path}.json`, await preview(path));
	for (const file of filesBelow(inRoot(SCHEMAS))) {
		if (known.includes(file)) continue;
		rmSync(inRoot(`${SCHEMAS}/${file}`));
		say(`${SCHEMAS}/${file}: removed`);
	}
}

main().catch((error) => {
	// Show the sentence, not a stack trace: it says what to add for a new operation.
	if (!(error instanceof Forgotten)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
