import { ZipFile } from 'yazl';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

type Cell = string | number;

export const asCsv = (rows: Cell[][]): File => {
	const quoted = (cell: Cell) => `"${String(cell).replaceAll('"', '""')}"`;
	const text = rows.map((row) => row.map(quoted).join(',')).join('\n');
	return new File([text], 'people.csv', { type: 'text/csv' });
};

/** The smallest workbook that programs read: one sheet, texts and numbers. */
export async function asXlsx(rows: Cell[][]): Promise<File> {
	const relation = (type: string, target: string) =>
		`${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
	const files = {
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
		'_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
		'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
		'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
	};
	const file = new ZipFile();
	// Sizes stand before the files, as some readers need it.
	for (const [name, text] of Object.entries(files)) {
		file.addBuffer(Buffer.from(text), name, { compress: false });
	}
	file.end();
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for await (const part of file.outputStream) parts.push(new Uint8Array(part as Buffer));
	return new File(parts, 'people.xlsx', { type: `${TYPE}.sheet` });
}

function rowOf(cells: Cell[], index: number): string {
	const shown = cells.map((cell, column) => {
		const at = `${String.fromCharCode(65 + column)}${index + 1}`;
		return typeof cell === 'number'
			? `<c r="${at}"><v>${cell}</v></c>`
			: `<c r="${at}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
	});
	return `<row r="${index + 1}">${shown.join('')}</row>`;
}
