import { placesOf } from '../../../../../nodes/ESignature/actions/document/whichFile';

const DOCUMENTS = ['lease.pdf', 'annex.docx', 'terms.html'];
const TWO = ['lease.pdf', 'annex.pdf'];
const NOTHING = [undefined, undefined];

it.each<[string, string[], Array<number | undefined>, string[]?]>([
	['names, in any order', ['terms.html', 'lease.pdf', 'annex.docx'], [1, 2, 0]],
	['names in folders, in other letters', ['x/LEASE.pdf', 'x\\annex.docx', 'audit.txt'], [0, 1, 2]],
	['names of converted files', ['terms.pdf', 'annex.docx.pdf', 'lease.pdf'], [2, 1, 0]],
	['numbered names', ['01-lease.pdf', '02-annex.pdf', '03-terms.pdf'], [0, 1, 2]],
	['numbered names in another order', ['1_terms.pdf', '2_lease.pdf', '3_annex.pdf'], [1, 2, 0]],
	['position, if names tell nothing', ['1.pdf', '2.pdf', '3.pdf'], [0, 1, 2]],
	['names, if some are missing', ['terms.pdf', 'other.pdf'], [undefined, undefined, 0]],
	[
		'nothing, if names and position disagree',
		['x.pdf', 'lease.pdf', 'y.pdf'],
		[1, undefined, undefined],
	],
	[
		'nothing, if there are more',
		['1.pdf', '2.pdf', '3.pdf', '4.pdf'],
		[undefined, undefined, undefined],
	],
	['position, if names are the same', ['a.pdf', 'a.pdf'], [0, 1], ['a.pdf', 'a.pdf']],
	['position, if all have the name of one', ['a.pdf', 'a.pdf'], [0, 1], ['a.pdf', 'b.pdf']],
	['position, if one is numbered', ['a.pdf', 'a (1).pdf'], [0, 1], ['a.pdf', 'a.pdf']],
	[
		'nothing, if one of two of a name is there',
		['a.pdf'],
		[undefined, undefined],
		['a.pdf', 'a.pdf'],
	],
	['position, if there is only one', ['document'], [0], ['lease.pdf']],
	['its PDF, if there is only one beside a note', ['note.txt', 'x.pdf'], [1], ['lease.pdf']],
	['position beside a note', ['note.txt', 'x1.pdf', 'x2.pdf'], [1, 2], TWO],
	['names with a word behind them', ['lease_unsigned.pdf', 'annex_unsigned.pdf'], [0, 1], TWO],
	['such names in another order', ['annex-v2.pdf', 'lease-v2.pdf'], [1, 0], TWO],
	['such names with a number', ['01 annexOriginal.pdf', '02 leaseOriginal.pdf'], [1, 0], TWO],
	['names of another script', ['付録_x.pdf', '契約_x.pdf'], [1, 0], ['契約.pdf', '付録.pdf']],
	['nothing, if words differ', ['annex_final.pdf', 'lease_signed.pdf'], NOTHING, TWO],
	['nothing, if a name is shortened', ['ann.pdf', 'lea.pdf'], NOTHING, TWO],
	['nothing, if one name is that of another', ['A: annex 0.pdf', 'Q2 1.pdf'], NOTHING, TWO],
	['position, if that is its own', ['A: lease 0.pdf', 'Q2 1.pdf'], [0, 1], TWO],
	[
		'nothing, if the digits of names run against a count',
		['1.pdf', '2.pdf'],
		NOTHING,
		['Приложение 2.pdf', 'Договор 1.pdf'],
	],
	[
		'position, if they run along with it',
		['1.pdf', '2.pdf'],
		[0, 1],
		['Договор 1.pdf', 'Приложение 2.pdf'],
	],
	[
		'nothing, if one of them does',
		['document-1.pdf', 'document-2.pdf'],
		NOTHING,
		['Lease.pdf', '(1).pdf'],
	],
	[
		'nothing, if names are numbers beside a word',
		['document-1.pdf', 'document-2.pdf'],
		NOTHING,
		['2.pdf', '1.pdf'],
	],
	[
		'folders, if names differ in these alone',
		['b/lease.pdf', 'A\\Lease.pdf'],
		[1, 0],
		['a/lease.pdf', 'b/lease.pdf'],
	],
	[
		'folders within a folder',
		['all/b/lease.pdf', 'all/a/lease.pdf'],
		[1, 0],
		['a/lease.pdf', 'b/lease.pdf'],
	],
	[
		'nothing, if folders became a part of the names',
		['b_lease.pdf', 'a_lease.pdf'],
		NOTHING,
		['a/lease.pdf', 'b/lease.pdf'],
	],
	['nothing, if numbers go down', ['2.pdf', '1.pdf'], NOTHING, TWO],
	[
		'nothing, if numbers are sorted as text',
		['d1.pdf', 'd10.pdf', 'd2.pdf'],
		[undefined, undefined, undefined],
		['x.pdf', 'y.pdf', 'z.pdf'],
	],
	['nothing, if copies go down', ['a (1).pdf', 'a.pdf'], NOTHING, ['a.pdf', 'a.pdf']],
	[
		'nothing, if copies go down beside others',
		['a (1).pdf', 'b.pdf', 'a.pdf'],
		[undefined, 1, undefined],
		['a.pdf', 'b.pdf', 'a.pdf'],
	],
	[
		'nothing, if a number could be that of a document',
		['document 1.pdf', 'document 2.pdf'],
		NOTHING,
		['Annex 2.pdf', 'Annex 1.pdf'],
	],
	...[
		['1.pdf', '2.pdf'],
		['01.PDF', '02.PDF'],
		['1.pdf', '2.docx'],
		['1', '2'],
	].map((files): [string, string[], Array<number | undefined>, string[]] => [
		`nothing, if that number is all of its name: ${files.join(', ')}`,
		files,
		NOTHING,
		['Annex 2', 'Annex 1'],
	]),
	['position, if both numbers agree', ['1.pdf', '2.pdf'], [0, 1], ['Annex 1', 'Annex 2']],
	['names behind a number and a dot', ['1.annex', '2.lease'], [1, 0], ['lease', 'annex']],
	[
		'nothing, if it is called like the number of another file, from 0 on',
		['0.pdf', '1.pdf', '2.pdf'],
		[undefined, undefined, undefined],
		['lease.pdf', '2.pdf', 'annex.pdf'],
	],
	['nothing, if the same is true from 1 on', ['1.pdf', '2.pdf'], NOTHING, ['2.pdf', '1.pdf']],
	['nothing, if it is so for a converted one', ['0.pdf', '1.pdf'], NOTHING, ['1.docx', '2.docx']],
	[
		'nothing, if a word stands before the number',
		['document 1.pdf', 'document 2.pdf'],
		NOTHING,
		['document 2.pdf', 'lease.pdf'],
	],
	[
		'names with such a word, if all are there',
		['annex 1.pdf', 'annex 2.pdf'],
		[1, 0],
		['annex 2.pdf', 'annex 1.pdf'],
	],
	['position, if the number says the same', ['1.pdf', '2.pdf'], [0, 1], ['lease.pdf', '2.pdf']],
	['names, if numbers do not count', ['2024.pdf', '2023.pdf'], [1, 0], ['2023.pdf', '2024.pdf']],
	[
		'names behind numbers that count, if they are numbers',
		['1_2.pdf', '2_3.pdf', '3_1.pdf'],
		[0, 1, 2],
		['2.pdf', '3.pdf', '1.pdf'],
	],
	[
		'nothing, if another one may have been converted to its name',
		['lease.pdf', 'lease (1).pdf'],
		NOTHING,
		['lease.docx', 'lease.pdf'],
	],
	[
		'nothing, if only a foreign name is left for it',
		['lease-v2.pdf', 'the long name of something else 契約.pdf'],
		NOTHING,
		['契約.pdf', 'lease.pdf'],
	],
])('the file of a document is known by %s', (_, files, places, documents = DOCUMENTS) => {
	const named = documents.map((name) => ({ name }));
	expect(placesOf(named, files)).toEqual(places);
});

it('the file of a document is known by its ID, whatever the order', () => {
	const [one, two] = [
		'c6f0a2d4-0000-4000-8000-000000000001',
		'C6F0A2D4-0000-4000-8000-000000000002',
	];
	const documents = [
		{ ID: one, name: 'lease.pdf' },
		{ ID: two, name: 'annex.pdf' },
	];
	expect(placesOf(documents, [`${two?.toLowerCase()}.pdf`, `x/${one}.pdf`])).toEqual([1, 0]);
});

it('thousands of files are compared at once', () => {
	const files = Array.from(
		{ length: 20_000 },
		(_, at) => `document ${at + 100} of the archive.pdf`,
	);
	const documents = [{ name: 'document 107 of the archive.pdf' }, { name: 'other.pdf' }];
	expect(placesOf(documents, files)).toEqual([7, undefined]);
});
