import { assertComplete } from '../../../../../nodes/ESignature/actions/envelope/completeZip';

const listed = (...names: string[]) =>
	names.map((name, at) => ({ name, bytes: 100 + at, crc: 1 + at }));

function check(field: string, documents: string[], files: string[]): void {
	const file = { entries: files.length } as never;
	assertComplete({ field, file, listed: listed(...files) as never }, documents);
}

describe('a ZIP of documents', () => {
	it.each([
		['under their names', ['Lease.docx', 'Annex.pdf'], ['Lease.pdf', 'Annex.pdf']],
		['with something before and behind their names', ['Lease.docx'], ['01 lease - signed.pdf']],
		['under names of their own', ['Lease.docx', 'Annex.pdf'], ['1.pdf', '2.pdf']],
		['under short names', ['A.pdf', 'B.pdf'], ['b.pdf', 'a.pdf']],
	])('has them %s', (_, documents, files) => {
		expect(() => check('original', documents, files)).not.toThrow();
	});

	it.each([
		['one is missing', ['Lease.docx', 'Annex.pdf'], ['Lease.pdf']],
		['a list is in its place', ['Lease.docx', 'Annex.pdf'], ['Lease.pdf', 'files.json']],
		['a short name only stands within that of a list', ['A.pdf'], ['data.json']],
		['two letters only stand within that of a list', ['Da.pdf'], ['data.json']],
	])('is incomplete if %s', (_, documents, files) => {
		expect(() => check('original', documents, files)).toThrow('is incomplete');
	});

	it('has the audit trail, too, if it is the sealed one', () => {
		expect(() => check('sealed', ['Lease.pdf'], ['Lease.pdf'])).toThrow('1 of at least 2');
		expect(() => check('sealed', ['Lease.pdf'], ['Lease.pdf', 'audit.pdf'])).not.toThrow();
	});

	it('takes a file for a document whose name of three letters stands in it', () => {
		expect(() => check('original', ['Dat.pdf'], ['data.json'])).not.toThrow();
	});
});
