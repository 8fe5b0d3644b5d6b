type Cell = string | number;

export const asCsv = (rows: Cell[][]): File => {
	const quoted = (cell: Cell) => `"${String(cell).replaceAll('"', '""')}"`;
	const text = rows.map((row) => row.map(quoted).join(',')).join('\n');
	return new File([text], 'people.csv', { type: 'text/csv' });
};
