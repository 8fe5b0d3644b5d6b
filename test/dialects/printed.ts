import { SCENARIOS, type Failures } from './cells';

export interface Row {
	/** A dialect, or a seed. */
	name: string;
	failures: Failures;
}

const OPERATIONS = SCENARIOS.map(({ operation }) => operation);

/** Operation x dialect: a row per dialect, a column per operation, then what failed. */
export function printed(rows: Row[]): string {
	const width = Math.max(...rows.map(({ name }) => name.length));
	const columns = OPERATIONS.map((_, index) => String(index + 1).padStart(3)).join('');
	const failed = rows.flatMap(({ name, failures }) =>
		[...failures].map(([operation, message]) => `${operation} x ${name}: ${message}`),
	);
	const cells = rows.length * OPERATIONS.length;
	return [
		...OPERATIONS.map((operation, index) => `${String(index + 1).padStart(3)}  ${operation}`),
		'',
		`${''.padEnd(width)} ${columns}`,
		...rows.map(({ name, failures }) => {
			const marks = OPERATIONS.map((operation) => (failures.has(operation) ? 'NO' : 'ok'));
			return `${name.padEnd(width)} ${marks.map((mark) => mark.padStart(3)).join('')}`;
		}),
		'',
		`${cells - failed.length} of ${cells} cells ok (${OPERATIONS.length} operations, ${rows.length} dialects)`,
		...failed,
		'',
	].join('\n');
}
