import { program } from '../support/program';

/** Any number by `npm run model`. */
const SEQUENCES = 30;
/** Always the same, so that a red test stays red; `npm run model` draws another one each time. */
const SEED = '20261115';

// In a process of its own, as by `npm run model`: there it takes a third of the time.
it('makes nothing twice, adopts nothing, and tells the truth about every item', async () => {
	const printed = await program('test/model/main.ts', [
		'--sequences',
		String(SEQUENCES),
		'--seed',
		SEED,
	]);

	const line = printed.trim().split('\n').at(-1) ?? '';
	process.stdout.write(`${line}\n`);
	expect(line).toMatch(new RegExp(`^${SEQUENCES} sequences, .* 0 violations;`));
}, 600_000);
