import { randomUUID } from 'node:crypto';

import { operationList } from '../../checks/operationList';
import { createSandbox, DIALECTS } from '../../sandbox';
import { createEngine } from '../support/engine';
import { credentialFor } from '../support/harness';
import { skipPauses } from '../faults/skipPauses';
import { SCENARIOS } from './cells';
import type { World } from './world';

let world: World;
beforeAll(async () => {
	const options = { clientSecret: randomUUID(), processingMs: 0, pageSize: 10 };
	const sandbox = await createSandbox(options);
	world = { sandbox, engine: await createEngine({ credential: credentialFor(sandbox) }) };
});
afterAll(async () => {
	await world.engine.close();
	await world.sandbox.close();
});
skipPauses();

it('has a scenario for every operation of the node', () => {
	const known = operationList().map(({ resource, operation }) => `${resource}: ${operation}`);
	expect(SCENARIOS.map(({ operation }) => operation).sort()).toEqual(known.sort());
});

/** What is wrong, by operation; all of them run at once, so that waits overlap. */
async function failuresIn(dialect?: string): Promise<Record<string, string>> {
	await world.sandbox.reset();
	world.sandbox.dialects.set(dialect ? [dialect] : []);
	const isAboutRefusals = dialect === undefined || /^(problem|too-many)-/.test(dialect);
	const failures: Record<string, string> = {};
	await Promise.all(
		SCENARIOS.map(async ({ operation, run, refused }) => {
			try {
				await run(world);
				if (isAboutRefusals) await refused?.(world);
			} catch (error) {
				const { message, description } = error as { message: string; description?: string };
				failures[operation] = `${message} ${description ?? ''}`;
			}
		}),
	);
	return failures;
}

it('every operation does its work as the contract describes the service', async () => {
	expect(await failuresIn()).toEqual({});
});

it.each(DIALECTS.map(({ name, changes }) => [name, changes]))(
	'every operation does its work with %s: %s',
	async (name) => {
		expect(await failuresIn(name)).toEqual({});
	},
);
