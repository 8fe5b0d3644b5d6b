/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints its figures */
import { lineOf, reportOf, runSequences } from './sequences';
import { World } from './world';

/** Always the same, so that a red test stays red; `npm run model` draws another one each time. */
const SEED = 20_261_115;

describe('whatever the service does with answers, and whoever else writes', () => {
	let world: World;
	beforeAll(async () => {
		world = await World.open();
	});
	afterAll(async () => await world.close());

	it('makes nothing twice, adopts nothing, and tells the truth about every item', async () => {
		const figures = await runSequences(world, { sequences: 500, seed: SEED });

		process.stdout.write(`${lineOf(figures)}\n`);
		// A few are enough to begin with; each can be repeated alone.
		expect(figures.violations.slice(0, 5).map(reportOf)).toEqual([]);
	}, 300_000);
});
