import { placesOf } from '../../../../../nodes/ESignature/actions/document/whichFile';

type Places = Array<number | undefined>;

const packed = (names: readonly string[], sizes: readonly number[] = []) =>
	names.map((name, at) => ({ name, size: sizes[at] ?? 1000 + at, crc: at }));

/** Where nothing but the names tells. */
const placesByName = (documents: readonly string[], files: readonly string[]): Places =>
	placesOf(
		documents.map((name) => ({ name })),
		packed(files),
	);

const ONE = 'c6f0a2d4-0000-4000-8000-000000000001';
const OTHER = 'C6F0A2D4-0000-4000-8000-000000000002';

describe('the file of a document is certain', () => {
	it.each<[string, string[], string[], Places]>([
		['it is the only file', ['lease.pdf'], ['document'], [0]],
		['it is the only PDF, beside a note', ['lease.pdf'], ['note.txt', 'x.pdf'], [1]],
		[
			'each file has the name of a document',
			['lease.pdf', 'annex.docx', 'terms.html'],
			['terms.html', 'lease.pdf', 'annex.docx'],
			[1, 2, 0],
		],
		[
			'names stand in folders, in other letters',
			['lease.pdf', 'annex.docx'],
			['x\\annex.docx', 'x/LEASE.pdf'],
			[1, 0],
		],
		[
			'names differ in their folders alone',
			['a/lease.pdf', 'b/lease.pdf'],
			['all/b/lease.pdf', 'all/a/lease.pdf'],
			[1, 0],
		],
		[
			'folders became a part of the names',
			['a/lease.pdf', 'b/lease.pdf'],
			['b_lease.pdf', 'a_lease.pdf'],
			[1, 0],
		],
		[
			'converted files have another ending, or a second one',
			['lease.pdf', 'annex.docx', 'terms.html'],
			['terms.pdf', 'annex.docx.pdf', 'lease.pdf'],
			[2, 1, 0],
		],
		[
			'a converted file keeps its ending, so that another one has the name without it',
			['lease.docx', 'lease.pdf'],
			['lease.pdf', 'lease.docx.pdf'],
			[1, 0],
		],
		[
			'numbers stand before the names, in any order',
			['lease.pdf', 'annex.pdf', 'terms.pdf'],
			['1_terms.pdf', '(2) lease.pdf', '03 - annex.pdf'],
			[1, 2, 0],
		],
		[
			'numbers stand behind the names',
			['lease 2.pdf', 'lease 1.pdf'],
			['lease 1_2.pdf', 'lease 2_1.pdf'],
			[1, 0],
		],
		[
			'one name begins like another, behind a number',
			['lease.pdf', 'lease 2024.pdf'],
			['1-lease.pdf', '2-lease 2024.pdf'],
			[0, 1],
		],
		[
			'foreign IDs stand before the names',
			['lease.pdf', 'annex.pdf'],
			[`${ONE}_annex.pdf`, `${OTHER}_lease.pdf`],
			[1, 0],
		],
		[
			'signs are replaced',
			['Q1: "final".pdf', '\u00dcbergabe & Protokoll.docx'],
			['_bergabe___Protokoll.pdf', 'Q1_ _final_.pdf'],
			[1, 0],
		],
		[
			'a name without a plain letter is replaced, and each other name is there',
			['\u5951\u7d04.pdf', 'lease.pdf'],
			['lease.pdf', '__.pdf'],
			[1, 0],
		],
		[
			'accents are left out',
			['R\u00e9sum\u00e9.pdf', 'lease.pdf'],
			['lease.pdf', 'Resume.pdf'],
			[1, 0],
		],
		[
			'umlauts are spelled out',
			['Pr\u00fcfung.pdf', 'Ma\u00dfe.pdf'],
			['Masse.pdf', 'Pruefung.pdf'],
			[1, 0],
		],
		[
			'letters are written in codes',
			['Pr\u00fcfung.pdf', 'my lease.pdf'],
			['my%20lease.pdf', 'Pr%C3%BCfung.pdf'],
			[1, 0],
		],
		[
			'letters are written in an old character set',
			['Pr\u00fcfung.pdf', 'lease.pdf'],
			['lease.pdf', 'Pr\x81fung.pdf'],
			[1, 0],
		],
		[
			'names are in another script',
			['\u5951\u7d04.pdf', '\u4ed8\u9332.pdf'],
			['\u4ed8\u9332.pdf', '\u5951\u7d04.pdf'],
			[1, 0],
		],
		[
			'long names are cut',
			['Lease of the flat.pdf', 'Lease of the house.pdf', 'Annex.pdf'],
			['Lease of the h.pdf', 'Lease of the f.pdf', 'Annex.pdf'],
			[1, 0, 2],
		],
		[
			'all names have the same words added',
			['lease.pdf', 'annex.pdf'],
			['01 annexOriginal.pdf', '02 leaseOriginal.pdf'],
			[1, 0],
		],
		[
			'numbers are names, and do not count the files',
			['2023.pdf', '2024.pdf'],
			['2024.pdf', '2023.pdf'],
			[1, 0],
		],
		[
			'numbers that count the files say the same as the names',
			['Annex 1.pdf', 'Annex 2.pdf'],
			['Annex 2.pdf', 'Annex 1.pdf'],
			[1, 0],
		],
		[
			'its name is rare, where files are missing or added',
			['lease.pdf', 'annex.pdf', 'terms.html'],
			['01-terms.pdf', 'cover.pdf'],
			[undefined, undefined, 0],
		],
	])('if %s', (_, documents, files, places) => {
		expect(placesByName(documents, files)).toEqual(places);
	});

	it('if its ID stands in the path, whatever the name', () => {
		const documents = [
			{ ID: ONE, name: 'lease.pdf' },
			{ ID: OTHER, name: 'lease.pdf' },
		];
		const paths = [`${OTHER.toLowerCase()}.pdf`, `x/${ONE.replace(/-/g, '')}.pdf`];
		expect(placesOf(documents, packed(paths))).toEqual([1, 0]);
	});

	it.each<[string, string[], Array<number | undefined>, string[], Places]>([
		['have one name', ['a.pdf', 'a.pdf'], [70, 50], ['a.pdf', 'a (1).pdf'], [1, 0]],
		['have names that tell nothing', ['a.pdf', 'b.pdf'], [70, 50], ['1.pdf', '2.pdf'], [1, 0]],
		[
			'have one name, where only one is left over',
			['a.docx', 'a.pdf'],
			[9, 50],
			['a.pdf', 'a (1).pdf'],
			[1, 0],
		],
		[
			'are counted otherwise than they are called',
			['2.pdf', '1.pdf'],
			[70, 50],
			['1.pdf', '2.pdf'],
			[1, 0],
		],
	])('by its size, if documents %s', (_, names, sizes, files, places) => {
		const documents = names.map((name, at) => ({ name, sizeBytes: sizes[at] }));
		expect(placesOf(documents, packed(files, [50, 70]))).toEqual(places);
	});

	it('if files of one name have the same content, so that any of them will do', () => {
		const files = packed(['a.pdf', 'b.pdf', 'a.pdf'], [50, 70, 50]);
		const same = files.map((file) => ({ ...file, crc: file.size }));
		const documents = ['a.pdf', 'a.pdf', 'b.pdf'].map((name) => ({ name }));
		expect(placesOf(documents, same)).toEqual([0, 2, 1]);
	});
});

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

	it('if its size says otherwise than its name', () => {
		const documents = [
			{ name: 'lease.pdf', sizeBytes: 70 },
			{ name: 'annex.pdf', sizeBytes: 50 },
		];
		const files = packed(['lease.pdf', 'annex.pdf'], [50, 70]);
		expect(placesOf(documents, files)).toEqual([undefined, undefined]);
	});

	it('if the files of its name have one size, but not the same content', () => {
		const documents = [1, 2].map(() => ({ name: 'a.pdf', sizeBytes: 50 }));
		const files = packed(['a.pdf', 'a.pdf'], [50, 50]);
		expect(placesOf(documents, files)).toEqual([undefined, undefined]);
	});

	it('if several files have its ID in their path, or a file has two', () => {
		const documents = [
			{ ID: ONE, name: 'x.pdf' },
			{ ID: OTHER, name: 'y.pdf' },
		];
		const twice = packed([`${ONE}/a.pdf`, `${ONE}/b.pdf`]);
		const both = packed([`${ONE}-${OTHER}.pdf`, 'b.pdf']);
		expect(placesOf(documents, twice)).toEqual([undefined, undefined]);
		expect(placesOf(documents, both)).toEqual([undefined, undefined]);
	});
});

it('thousands of files are compared at once', () => {
	const names = Array.from({ length: 20_000 }, (_, at) => `document ${at + 100} of the file.pdf`);
	expect(placesByName(['document 107 of the file.pdf', 'other.pdf'], names)).toEqual([
		7,
		undefined,
	]);
	expect(placesByName(names.slice(0, 300).reverse(), names.slice(0, 300))[0]).toBe(299);
});
