import { createSandbox, DIALECTS, type Sandbox } from '../../../sandbox';
import { CARRIED } from './carried';
import { Place } from './place';
import { SAID } from './said';

const LOOKS = { ...SAID, ...CARRIED };
const NAMES = DIALECTS.map(({ name }) => name);

let sandbox: Sandbox;
beforeAll(async () => {
	// Long enough to be seen as pending, short enough to be waited for.
	sandbox = await createSandbox({ pageSize: 10, processingMs: 20 });
});
beforeEach(async () => await sandbox.reset());
afterAll(async () => await sandbox.close());

it('every dialect has a look of its own here', () => {
	expect(Object.keys(LOOKS).sort()).toEqual([...NAMES].sort());
});

it('every dialect has a name of its own, and says what it changes and what leaves it open', () => {
	expect(new Set(NAMES).size).toBe(NAMES.length);
	for (const { name, changes, leftOpenBy } of DIALECTS) {
		expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
		expect(changes.length).toBeGreaterThan(10);
		expect(leftOpenBy.length).toBeGreaterThan(20);
	}
});

it.each(Object.entries(LOOKS))('%s is seen by any client', async (name, [look, sees]) => {
	sandbox.dialects.set([name]);
	expect(await look(await Place.of(sandbox))).toEqual(sees);
});

/** `processing-slow` is a matter of time alone, which no test here may measure. */
it.each(Object.entries(LOOKS).filter(([name]) => name !== 'processing-slow'))(
	'without %s nothing of it is seen',
	async (_, [look, sees]) => {
		const seen = await look(await Place.of(sandbox)).catch(() => 'nothing to look at');
		expect(seen).not.toEqual(sees);
	},
);
