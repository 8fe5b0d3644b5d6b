import { filesOfDocuments } from '../../../../../nodes/ESignature/actions/document/whichFile';
import { ONE, OTHER, packed, placesByName, type Places } from './packedFiles';

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
			'the words that were added have the letters of a name in them',
			['a.pdf', 'b.pdf'],
			['data b.pdf', 'data a.pdf'],
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

	it('by its name, if an ID is so short that a number may be the same', () => {
		const documents = [
			{ ID: '1', name: 'lease.pdf' },
			{ ID: '2', name: 'annex.pdf' },
		];
		expect(filesOfDocuments(documents, packed(['annex_1.pdf', 'lease_2.pdf']))).toEqual([1, 0]);
	});

	it('by its name, if more documents than files have its size', () => {
		const documents = ['lease.pdf', 'annex.pdf'].map((name) => ({ name, sizeBytes: 50 }));
		expect(filesOfDocuments(documents, packed(['annex.pdf', 'lease.pdf'], [50, 70]))).toEqual([
			1, 0,
		]);
	});

	it('if its ID stands in the path, whatever the name', () => {
		const documents = [
			{ ID: ONE, name: 'lease.pdf' },
			{ ID: OTHER, name: 'lease.pdf' },
		];
		const paths = [`${OTHER.toLowerCase()}.pdf`, `x/${ONE.replace(/-/g, '')}.pdf`];
		expect(filesOfDocuments(documents, packed(paths))).toEqual([1, 0]);
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
		expect(filesOfDocuments(documents, packed(files, [50, 70]))).toEqual(places);
	});

	it('if files of one name have the same content, so that any of them will do', () => {
		const files = packed(['a.pdf', 'b.pdf', 'a.pdf'], [50, 70, 50]);
		const same = files.map((file) => ({ ...file, crc: file.size }));
		const documents = ['a.pdf', 'a.pdf', 'b.pdf'].map((name) => ({ name }));
		expect(filesOfDocuments(documents, same)).toEqual([0, 2, 1]);
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
