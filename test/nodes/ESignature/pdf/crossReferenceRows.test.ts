/* eslint-disable @n8n/community-nodes/no-restricted-imports -- packs a table */
import { deflateSync } from 'node:zlib';

import { readCrossReference } from '../../../../nodes/ESignature/pdf/file/crossReference';
import { Budget } from '../../../../nodes/ESignature/pdf/file/limits';
import { readIndirect } from '../../../../nodes/ESignature/pdf/file/parser';
import { PdfStream } from '../../../../nodes/ESignature/pdf/file/objects';
import { bytesOf, stream } from './handMade';

/** What the section says that the whole file consists of. */
const entriesIn = (section: string) => {
	const found = readCrossReference(bytesOf(`${section}\nstartxref\n0\n%%EOF`), new Budget());
	return found && Object.fromEntries(found.entries);
};

const HEAD = '0000000000 65535 f ';

describe('a table of objects', () => {
	const table = (...lines: string[]) => entriesIn(`xref\n${lines.join('\n')}\ntrailer\n<< >>`);
	const used = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n `;

	it('has as many entries as its parts state', () => {
		expect(table('0 2', HEAD, used(17), '5 2', used(40), used(60))).toEqual({
			...{ 0: 'free', 1: { offset: 17 }, 5: { offset: 40 }, 6: { offset: 60 } },
		});
	});

	it('begins with object 0 if its first entry is the head of the free ones', () => {
		expect(table('1 3', HEAD, used(17), used(40))).toEqual({
			...{ 0: 'free', 1: { offset: 17 }, 2: { offset: 40 } },
		});
	});

	it.each([
		['a part that begins elsewhere', ['5 2', HEAD, used(17)], { 5: 'free', 6: { offset: 17 } }],
		['an entry that is not the first', ['1 2', used(17), HEAD], { 1: { offset: 17 }, 2: 'free' }],
		['a first entry that is used', ['1 1', '0000000000 65535 n '], { 1: 'free' }],
		['one that leads to a free one', ['1 1', '0000000003 65535 f '], { 1: 'free' }],
		['one of another generation', ['1 1', '0000000000 00001 f '], { 1: 'free' }],
	])('keeps its numbers with %s', (_, lines, entries) => {
		expect(table(...lines)).toEqual(entries);
	});

	it('may state more entries than it has', () => {
		expect(table('0 9', HEAD, used(17))).toEqual({ 0: 'free', 1: { offset: 17 } });
	});

	it.each([
		['has an entry of another kind', ['0 1', '0000000000 65535 x ']],
		['has an offset that is no number', ['0 1', 'abc 00000 n ']],
		['does not state how many', ['0 x', HEAD]],
	])('is not used if it %s', (_, lines) => {
		expect(table(...lines)).toBeUndefined();
	});
});

describe('a table of objects in a stream', () => {
	const rows = (data: number[], entries: string, packed = String.fromCharCode(...data)) =>
		entriesIn(`7 0 obj\n${stream(packed, `/Type /XRef ${entries}`)}\nendobj`);
	const TWO = [1, 0, 17, 0, 2, 0, 6, 3];

	it('has as many rows as it states', () => {
		expect(rows([...TWO, 0, 0, 0, 0], '/Size 2 /W [1 2 1]')).toEqual({
			...{ 0: { offset: 17 }, 1: { stream: 6 } },
		});
	});

	it('has no more rows than data, and no row that is cut', () => {
		expect(rows([...TWO, 1, 0], '/Size 9 /W [1 2 1]')).toEqual({
			...{ 0: { offset: 17 }, 1: { stream: 6 } },
		});
	});

	it('numbers its rows by the parts that it lists', () => {
		expect(rows(TWO, '/Index [4 1 9 1] /Size 10 /W [1 2 1]')).toEqual({
			...{ 4: { offset: 17 }, 9: { stream: 6 } },
		});
	});

	it('leaves out rows of a type that nobody knows', () => {
		expect(rows([3, 0, 17, 0, 0, 0, 0, 0], '/Size 2 /W [1 2 1]')).toEqual({ 1: 'free' });
	});

	it('has used objects where it has no types', () => {
		expect(rows([0, 17, 0, 40], '/Size 2 /W [0 2 0]')).toEqual({
			...{ 0: { offset: 17 }, 1: { offset: 40 } },
		});
	});

	it('may have numbers of eight bytes', () => {
		expect(rows([1, 0, 0, 0, 0, 0, 0, 0, 17, 0], '/Size 1 /W [1 8 1]')).toEqual({
			0: { offset: 17 },
		});
	});

	it.each([
		['numbers of nine bytes', '/W [1 9 1]'],
		['two columns', '/W [1 2]'],
		['widths that are no numbers', '/W [1 /A 1]'],
		['no widths', ''],
		['parts that are no numbers', '/W [1 2 1] /Index [/A 1]'],
	])('is not used with %s', (_, entries) => {
		expect(rows(TWO, `/Size 2 ${entries}`)).toBeUndefined();
	});

	it('is not used if it is damaged', () => {
		const packed = deflateSync(
			Buffer.from(Array.from({ length: 400 }, (_, at) => (at * at) % 251)),
		);
		const text = (length: number) => packed.subarray(0, length).toString('latin1');
		const entries = '/Size 2 /W [1 2 1] /Filter /FlateDecode';

		expect(rows([], entries, text(packed.length))).toBeDefined();
		expect(rows([], entries, text(packed.length - 100))).toBeUndefined();
	});
});

describe('a stream whose end is missing', () => {
	const cut = (end: string) => {
		const before = '%'.repeat(9_000);
		const budget = new Budget();
		const passOver = jest.spyOn(budget, 'passOver');
		const file = `${before}\n7 0 obj << /Length 3 >> stream\n${'x'.repeat(640)}${end}`;
		const { value } = readIndirect(bytesOf(file), 9_001, budget) ?? {};
		const passed = passOver.mock.lastCall?.[0];
		return { length: value instanceof PdfStream ? value.bytes.length : NaN, passed };
	};

	it.each([
		['the word that ends it', '\r\nendstream endobj', 640, 642],
		['the end of its object', '\nendobj', 640, 647],
		['the end of the file', '', 640, 640],
	])('reaches to %s, and costs what was looked through', (_, end, length, passed) => {
		expect(cut(end)).toEqual({ length, passed });
	});
});
