import { fileOf } from '../../../../../nodes/ESignature/actions/document/originals';

const named = (...names: string[]) => names.map((name) => ({ name }));
const found = (documents: string[], files: string[]) =>
	fileOf({ name: documents[0] ?? '' }, named(...documents), named(...files))?.name;

describe('the file of a document in a ZIP', () => {
	it.each([
		['the same', 'Lease.pdf', 'Lease.pdf'],
		['the same in a folder', 'Lease.pdf', 'unsigned/Lease.pdf'],
		['the same in another Unicode form', 'Men\u00fc.pdf', 'Menu\u0308.pdf'],
		['the same but for blanks around it', ' Lease ', 'Lease.pdf'],
		['that of a converted document', 'Lease.docx', 'Lease.docx.pdf'],
		['that of a converted document in place of its own', 'Lease.docx', 'Lease.pdf'],
	])('has a name that is %s', (_, name, path) => {
		expect(found([name, 'Annex.pdf'], ['Annex.pdf', path])).toBe(path);
	});

	it('is told from others that differ before the last ending', () => {
		const names = ['Lease.John.pdf', 'Lease.Mary.pdf'];
		expect(found(names, names)).toBe('Lease.John.pdf');
		expect(found(['Lease.John', 'Lease.Mary'], names)).toBe('Lease.John.pdf');
	});

	it('is the only file of the only document', () => {
		expect(found(['Lease'], ['unsigned.pdf'])).toBe('unsigned.pdf');
	});

	it.each([
		['two documents have its name', ['a', 'a.pdf'], ['a.pdf', 'b']],
		['another document has its name when converted', ['a.pdf', 'a.docx'], ['a.pdf', 'a (1).pdf']],
		['two files have its name', ['a', 'b'], ['x/a', 'y/a']],
		['no file has its name', ['a', 'b'], ['1', '2']],
		['there are more files than the one document', ['a'], ['1', '2']],
	])('is not certain where %s', (_, documents, files) => {
		expect(found(documents, files)).toBeUndefined();
	});
});
