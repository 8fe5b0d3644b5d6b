import { placeOf } from '../../../../../nodes/ESignature/actions/document/originals';

const DOCUMENTS = ['lease.pdf', 'annex.docx', 'terms.html'];

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
	['position, if one is numbered', ['a.pdf', 'a (1).pdf'], [0, 1], ['a.pdf', 'a.pdf']],
	[
		'nothing, if one of two of a name is there',
		['a.pdf'],
		[undefined, undefined],
		['a.pdf', 'a.pdf'],
	],
	['position, if there is only one', ['document'], [0], ['lease.pdf']],
])('the file of a document is known by %s', (_, files, places, documents = DOCUMENTS) => {
	expect(documents.map((_name, at) => placeOf(documents, at, files))).toEqual(places);
});
