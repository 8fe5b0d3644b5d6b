import fc from 'fast-check';

import { assign } from '../../../../nodes/ESignature/core/matching';
import { draws } from '../../../support/draws';

/** Every way to pair, tried out: most pairs, then the least cost. */
function best(costs: number[][], columns: number): { pairs: number; cost: number } {
	const tried = (row: number, taken: Set<number>): { pairs: number; cost: number } => {
		if (row === costs.length) return { pairs: 0, cost: 0 };
		let most = tried(row + 1, taken);
		for (let column = 0; column < columns; column++) {
			const cost = costs[row]?.[column] ?? Infinity;
			if (taken.has(column) || !Number.isFinite(cost)) continue;
			const rest = tried(row + 1, new Set([...taken, column]));
			const way = { pairs: rest.pairs + 1, cost: rest.cost + cost };
			if (way.pairs > most.pairs || (way.pairs === most.pairs && way.cost < most.cost)) most = way;
		}
		return most;
	};
	return tried(0, new Set());
}

const world = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })).chain(([rows, columns]) =>
	fc.record({
		columns: fc.constant(columns),
		costs: fc.array(
			fc.array(fc.oneof(fc.nat({ max: 20 }), fc.constant(Infinity)), {
				minLength: columns,
				maxLength: columns,
			}),
			{ minLength: rows, maxLength: rows },
		),
	}),
);

it('pairs as many as can be, at the least cost, and nobody twice', () => {
	fc.assert(
		fc.property(world, ({ costs, columns }) => {
			const found = assign(costs.length, columns, (row, column) => costs[row]?.[column] ?? 0);
			const pairs = found.flatMap((column, row) => (column === undefined ? [] : [{ row, column }]));
			const cost = pairs.reduce((sum, { row, column }) => sum + (costs[row]?.[column] ?? NaN), 0);
			expect(new Set(pairs.map(({ column }) => column)).size).toBe(pairs.length);
			expect({ pairs: pairs.length, cost }).toEqual(best(costs, columns));
		}),
		{ numRuns: draws(2_000) },
	);
});

it('lets nobody take what fits only somebody else', () => {
	const [sent, answered] = [
		[0, 1],
		[0.6, 1.9],
	];
	const cost = (row: number, column: number) => {
		const difference = Math.abs((sent?.[row] ?? 0) - (answered?.[column] ?? 0));
		return difference <= 1 ? difference : Infinity;
	};

	expect(assign(2, 2, cost)).toEqual([0, 1]);
});
