import { Ground } from './cells';

/** Any number is as good as another; these stay, so that a failure can be looked at again. */
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

let ground: Ground;
beforeAll(async () => {
	ground = await Ground.open();
});
afterAll(async () => await ground.close());

it.each(SEEDS)(
	'every operation does its work in the dialects of seed %i',
	async (seed) => {
		const failures = await ground.failuresIn({ seed });
		const { names } = ground.sandbox.dialects;
		expect({ seed, names, failures: Object.fromEntries(failures) }).toEqual({
			...{ seed, names, failures: {} },
		});
	},
	120_000,
);
