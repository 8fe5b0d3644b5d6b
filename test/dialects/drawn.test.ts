import { program } from '../support/program';
import { SCENARIOS } from './cells';

/** Any are as good as others; these stay, so that a failure can be looked at again. */
const SEEDS = 2;

it('every operation does its work in dialects that are drawn by a seed', async () => {
	const table = await program('checks/dialects.ts', ['--seeds', String(SEEDS)]);

	const cells = SCENARIOS.length * SEEDS;
	expect(table).toContain(`${cells} of ${cells} cells ok`);
});
