import { corpusFiles } from '../corpus/files';
import { judge, mutant } from '../corpus/mutate';
import { draws } from '../../../../support/draws';

/** More by `DRAWS=20`. */
const COUNT = draws(500);

it('a damaged PDF is read or refused, and never ends in a crash or an endless loop', async () => {
	const files = [...corpusFiles().values()];
	const kinds = new Map<string, number>();
	const faults: string[] = [];
	for (let seed = 1; seed <= COUNT; seed++) {
		const { kind, fault } = await judge(mutant(files, seed));
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
		if (fault !== undefined) faults.push(`seed ${seed}: ${String(fault)}`);
	}

	expect(faults).toEqual([]);
	expect(kinds.get('tooSlow')).toBeUndefined();
	// Most of the damage is in one place, and the rest can be read.
	expect(kinds.get('read')).toBeGreaterThan(COUNT / 2);
});
