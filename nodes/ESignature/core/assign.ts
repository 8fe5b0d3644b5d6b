/** What a pair costs that must not be: more than all others together, yet small enough to add fractions to. */
const NEVER = 1e5;

/**
 * Pairs rows with columns, so that as many as possible have a partner and, among all ways to do so, the
 * costs are the least in sum. Taking the nearest for one after the other would let the first one take what
 * fits only the second. `Infinity` is a pair that must not be; a row without a partner gives undefined.
 *
 * The Hungarian method, by shortest augmenting paths: rows * rows * columns steps at most.
 */
export function assign(
	rows: number,
	columns: number,
	cost: (row: number, column: number) => number,
): Array<number | undefined> {
	const flipped = rows > columns;
	const [few, many] = flipped ? [columns, rows] : [rows, columns];
	const costs = Array.from({ length: few }, (_, one) =>
		Array.from({ length: many }, (__, other) => {
			const price = flipped ? cost(other, one) : cost(one, other);
			return Number.isFinite(price) ? price : NEVER;
		}),
	);
	const pairs = partners(costs, many);
	const found: Array<number | undefined> = Array.from({ length: rows }, () => undefined);
	pairs.forEach((one, other) => {
		if (one < 0 || (costs[one]?.[other] ?? NEVER) >= NEVER) return;
		if (flipped) found[other] = one;
		else found[one] = other;
	});
	return found;
}

/** For each column its row, or -1; there are at least as many columns as rows. */
function partners(costs: number[][], columns: number): number[] {
	const rowPrice = costs.map(() => 0);
	const columnPrice = Array<number>(columns).fill(0);
	const rowOf = Array<number>(columns).fill(-1);
	costs.forEach((_, start) => {
		const least = Array<number>(columns).fill(Infinity);
		const before = Array<number>(columns).fill(-1);
		const isDone = Array<boolean>(columns).fill(false);
		let column = -1;
		for (let row = start; row >= 0; row = rowOf[column] ?? -1) {
			if (column >= 0) isDone[column] = true;
			let [step, next] = [Infinity, -1];
			for (let at = 0; at < columns; at++) {
				if (isDone[at]) continue;
				const price = num(costs[row]?.[at]) - num(rowPrice[row]) - num(columnPrice[at]);
				if (price < num(least[at])) {
					least[at] = price;
					before[at] = column;
				}
				if (num(least[at]) < step) [step, next] = [num(least[at]), at];
			}
			rowPrice[start] = num(rowPrice[start]) + step;
			for (let at = 0; at < columns; at++) {
				if (isDone[at]) {
					const owner = rowOf[at] ?? start;
					rowPrice[owner] = num(rowPrice[owner]) + step;
					columnPrice[at] = num(columnPrice[at]) - step;
				} else least[at] = num(least[at]) - step;
			}
			column = next;
		}
		while (column >= 0) {
			const from = before[column] ?? -1;
			rowOf[column] = from >= 0 ? (rowOf[from] ?? start) : start;
			column = from;
		}
	});
	return rowOf;
}

const num = (value: number | undefined): number => value ?? 0;
