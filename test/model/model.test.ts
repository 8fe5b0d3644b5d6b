import { node } from '../contract/command';

/** Any number by `npm run model`. */
const SEQUENCES = 30;
/** Always the same, so that a red test stays red; `npm run model` draws another one each time. */
const SEED = '20261115';

// In a process of its own, as by `npm run model`: there it takes a third of the time.
it('makes nothing twice, adopts nothing, and tells the truth about every item', () => {
	const drawn = ['--sequences', String(SEQUENCES), '--seed', SEED];
	const { stdout, stderr } = node(['--import', 'tsx', 'test/model/main.ts', ...drawn]);

	process.stdout.write(stdout);
	expect(stdout + stderr).toMatch(new RegExp(`^${SEQUENCES} sequences, .* 0 violations;`, 'm'));
}, 600_000);
