import { filesOfDocuments } from '../../../../../nodes/ESignature/actions/document/whichFile';
import { ONE, OTHER, packed, placesByName, type Places } from './packedFiles';

describe('the file of a document is not certain', () => {
	it.each<[string, string[], string[], Places?]>([
		['files are named like no document', ['lease.pdf', 'annex.pdf'], ['a.pdf', 'b.pdf']],
		['files are counted', ['lease.pdf', 'annex.pdf'], ['document 1.pdf', 'document 2.pdf']],
		['two documents have one name', ['a.pdf', 'a.pdf'], ['a.pdf', 'a.pdf']],
		['the second of a name has a number', ['a.pdf', 'a.pdf'], ['a.pdf', 'a (1).pdf']],
		['both of a name are numbered', ['a.pdf', 'a.pdf'], ['1-a.pdf', '2-a.pdf']],
		[
			'two of one name stand beside another one, which is',
			['a.pdf', 'b.pdf', 'a.pdf'],
			['a (1).pdf', 'b.pdf', 'a.pdf'],
			[undefined, 1, undefined],
		],
		[
			'another document may have been converted to its name',
			['lease.docx', 'lease.pdf'],
			['lease.pdf', 'lease (1).pdf'],
		],
		['two names became one', ['a b.pdf', 'a_b.pdf'], ['a-b.pdf', 'a-b-2.pdf']],
		[
			'a file has the name that another was cut to',
			['contract 2024', 'contract'],
			['contract', 'contract (1)'],
		],
		[
			'names are cut to a few letters, which may be a count',
			['banana.pdf', 'apple.pdf'],
			['a.pdf', 'b.pdf'],
		],
		[
			'the words that were added differ',
			['lease.pdf', 'annex.pdf'],
			['annex_final.pdf', 'lease_signed.pdf'],
		],
		['one name is missing', ['lease.pdf', 'annex.pdf'], ['lease.pdf', 'other.pdf']],
		['a count may be taken for a name', ['2.pdf', '1.pdf'], ['1.pdf', '2.pdf']],
		['a count from 0 may be taken for a name', ['1.docx', '0.docx'], ['0.pdf', '1.pdf']],
		[
			'so may a count with a word',
			['document 2.pdf', 'document 1.pdf'],
			['x/document 1.pdf', 'x/document 2.pdf'],
		],
		[
			'so may the words of a count',
			['document.pdf', '1.pdf'],
			['document 1.pdf', 'document 2.pdf'],
		],
		['numbers on both sides could be the name', ['2.pdf', '1.pdf'], ['1_2.pdf', '2_1.pdf']],
		[
			'words were added to nothing but a number',
			['\u5951\u7d04.pdf', '1.pdf'],
			['document 1.pdf', 'document.pdf'],
		],
		[
			'a number ends its name, and others are missing',
			['document 2.pdf', 'a.pdf'],
			['document 2.pdf'],
		],
		['one of two of a name is there', ['a.pdf', 'a.pdf'], ['a.pdf']],
		['one of two is there, and the other may have got its name', ['a.docx', 'a.pdf'], ['a.pdf']],
		['a file is added that may be a copy', ['lease.pdf'], ['lease.pdf', 'lease (1).pdf']],
		[
			'one is there that another may have been cut to',
			['contract 2024.pdf', 'contract.pdf'],
			['contract.pdf'],
		],
		[
			'a letter of another script is no replaced one',
			['\u00c4.pdf', 'lease.pdf'],
			['\u5951.pdf', 'lease.pdf'],
		],
	])('if %s', (_, documents, files, places = documents.map(() => undefined)) => {
		expect(placesByName(documents, files)).toEqual(places);
	});

	it('if its size says otherwise than its name, or that of another document does', () => {
		const documents = [
			{ name: 'lease.pdf', sizeBytes: 70 },
			{ name: 'annex.pdf', sizeBytes: 50 },
			{ name: 'terms.pdf' },
		];
		const files = packed(['lease.pdf', 'annex.pdf', 'terms.pdf'], [50, 70, 90]);
		expect(filesOfDocuments(documents, files)).toEqual([undefined, undefined, undefined]);
	});

	it('if the files of its name have one size, but not the same content', () => {
		const documents = [1, 2].map(() => ({ name: 'a.pdf', sizeBytes: 50 }));
		const files = packed(['a.pdf', 'a.pdf'], [50, 50]);
		expect(filesOfDocuments(documents, files)).toEqual([undefined, undefined]);
	});

	it('if several files have its ID in their path, or a file has two', () => {
		const documents = [
			{ ID: ONE, name: 'x.pdf' },
			{ ID: OTHER, name: 'y.pdf' },
		];
		const twice = packed([`${ONE}/a.pdf`, `${ONE}/b.pdf`]);
		const both = packed([`${ONE}-${OTHER}.pdf`, 'b.pdf']);
		expect(filesOfDocuments(documents, twice)).toEqual([undefined, undefined]);
		expect(filesOfDocuments(documents, both)).toEqual([undefined, undefined]);
	});
});
