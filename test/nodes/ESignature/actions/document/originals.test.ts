import { fileOf } from '../../../../../nodes/ESignature/actions/document/originals';

const document = (name: string, sizeBytes?: number) => ({ name, sizeBytes });
const file = (name: string, size = 1) => ({ name, size });

describe('the file of a document in a ZIP', () => {
	it.each([
		['the same', 'Lease.pdf', 'Lease.pdf'],
		['the same in a folder', 'Lease.pdf', 'unsigned/Lease.pdf'],
		['the same in another Unicode form', 'Men\u00fc.pdf', 'Menu\u0308.pdf'],
		['the same but for blanks around it', ' Lease ', 'Lease.pdf'],
		['that of a converted document', 'Lease.docx', 'Lease.docx.pdf'],
	])('has a name that is %s', (_, name, path) => {
		const documents = [document(name), document('Annex.pdf')];
		const [first, second] = [file(path), file('Annex.pdf')];

		expect(fileOf(documents[0] as never, documents, [second as never, first])).toBe(first);
	});

	it('has the size that no other document and no other file has', () => {
		const documents = [document('Lease', 10), document('Annex', 20)];
		const files = [file('1', 20), file('2', 10)];

		expect(documents.map((one) => fileOf(one, documents, files)?.name)).toEqual(['2', '1']);
	});

	it('is the only file of the only document', () => {
		const only = document('Lease', 10);

		expect(fileOf(only, [only], [file('unsigned.pdf', 20)])?.name).toBe('unsigned.pdf');
	});

	it.each([
		[
			'two documents have its name and its size',
			[document('a', 1), document('a.pdf', 1)],
			[file('a.pdf'), file('b')],
		],
		[
			'two files have its name and its size',
			[document('a', 1), document('b', 2)],
			[file('x/a'), file('y/a')],
		],
		[
			'no file has its name or its size',
			[document('a', 1), document('b', 2)],
			[file('1', 3), file('2', 4)],
		],
		['there are more files than the one document', [document('a')], [file('1'), file('2')]],
	])('is not certain where %s', (_, documents, files) => {
		expect(fileOf(documents[0] as never, documents, files)).toBeUndefined();
	});
});
