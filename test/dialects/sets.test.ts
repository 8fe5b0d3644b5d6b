import { DIALECTS } from '../../sandbox';
import { rowsOf, setsOf } from './sets';

const failing = (guilty: (names: string[]) => boolean) => async (names: string[]) =>
	new Map(guilty(names) ? [['envelope: get', 'It broke']] : []);
const marks = async (names: string[], guilty: (names: string[]) => boolean) =>
	(await rowsOf(names, failing(guilty))).map(({ name, failures }) => [name, failures.size]);

describe('dialects that are spoken at once', () => {
	it('are each spoken once, and never beside one that excludes it', () => {
		const sets = setsOf(DIALECTS, 8);

		expect(sets.flat().sort()).toEqual(DIALECTS.map(({ name }) => name).sort());
		for (const set of sets) {
			const groups = DIALECTS.flatMap(({ name, group }) =>
				set.includes(name) && group !== undefined ? group : [],
			);
			expect(new Set(groups).size).toBe(groups.length);
			expect(set.length).toBeLessThanOrEqual(8);
		}
	});

	it('need as few sets as can be', () => {
		const rivals = DIALECTS.map(
			({ group }) =>
				DIALECTS.filter((other) => group !== undefined && other.group === group).length,
		);

		expect(setsOf(DIALECTS, 8)).toHaveLength(Math.max(Math.ceil(DIALECTS.length / 8), ...rivals));
	});

	it('have a row each when all is well', async () => {
		expect(await marks(['a', 'b'], () => false)).toEqual([
			['a', 0],
			['b', 0],
		]);
	});

	it('are told apart when one of them makes an operation fail', async () => {
		expect(await marks(['a', 'b'], (names) => names.includes('b'))).toEqual([
			['a', 0],
			['b', 1],
		]);
	});

	it('are blamed together when none of them does so alone', async () => {
		expect(await marks(['a', 'b'], (names) => names.length > 1)).toEqual([
			['a', 0],
			['b', 0],
			['a+b', 1],
		]);
	});
});
