/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints the table */
import { operationList } from '../../checks/operationList';
import { DIALECTS } from '../../sandbox';
import { program } from '../support/program';
import { SCENARIOS } from './cells';

it('has a scenario for every operation of the node', () => {
	const known = operationList().map(({ resource, operation }) => `${resource}: ${operation}`);
	expect(SCENARIOS.map(({ operation }) => operation).sort()).toEqual(known.sort());
});

/** Each dialect alone, by `npm run dialects`, takes many times as long. */
const AT_ONCE = 12;
/** Any is as good as others; it stays, so that a failure can be looked at again. */
const SEEDS = 1;

// In a process of its own, as by `npm run dialects`: there it takes a third of the time.
it('every operation does its work in every dialect, and in some that are drawn by a seed', async () => {
	const table = await program('checks/dialects.ts', [
		...['--at-once', String(AT_ONCE)],
		...['--seeds', String(SEEDS)],
	]);

	process.stdout.write(`\nOperation x dialect\n\n${table}\n`);
	const cells = SCENARIOS.length * (DIALECTS.length + 1 + SEEDS);
	expect(table).toContain(`${cells} of ${cells} cells ok`);
	expect(table).toMatch(new RegExp(`^seed ${SEEDS} .*ok$`, 'm'));
}, 600_000);
