import fc from 'fast-check';

import { couldBe } from '../../../../../nodes/ESignature/actions/shared/names';
import { draws } from '../../../../support/draws';

describe('a name of the service can be the one that was sent', () => {
	it.each([
		['Contract.pdf', 'contract.PDF'],
		['Contract 2026.docx', 'Contract_2026.pdf'],
		['Contract', 'Contract.pdf'],
		['Prüfbericht.pdf', 'Pr_fbericht.pdf'],
		['Müller.pdf', 'Mueller.pdf'],
		['合同.pdf', '__.pdf'],
		['a b.pdf', 'a%20b.pdf'],
		['R&D.pdf', 'R&amp;D.pdf'],
		['C:\\files\\Lease.pdf', 'Lease.pdf'],
		['Lease.pdf', 'Lease (1).pdf'],
		[
			`${'An agreement about many things '.repeat(3)}.pdf`,
			'An agreement about many things An agreement about ma',
		],
		['Lease.pdf', undefined],
		['Lease.pdf', null],
		['Lease.pdf', ''],
	])('%s as %s', (sent, held) => {
		expect(couldBe(sent, held)).toBe(true);
	});

	it.each([
		['Contract.pdf', 'Annex.pdf'],
		['Contract A.pdf', 'Contract B.pdf'],
		['Contract.pdf', 'Contract 2.pdf'],
		['Contract v1.2', 'Contract v1.3'],
		['NDA', 'Other'],
		['An agreement about many things.pdf', 'An agreement about many'],
		['a.pdf', 'b.pdf'],
		['Müller.pdf', 'Meier.pdf'],
	])('but %s not as %s', (sent, held) => {
		expect(couldBe(sent, held)).toBe(false);
	});

	it('also where each sign may have become anything', () => {
		const [signs, letters] = [`${'a€'.repeat(400)}a`, 'a'.repeat(900)];
		expect(couldBe(signs, `${letters}b`)).toBe(false);
		expect(couldBe(signs, letters)).toBe(true);
	});

	it.each(['\u33d8\u1e00\u24b6', 'Vol. \u00c9t\u00e9', 'a.\u00e9a'])(
		'with something like an ending once its accents are gone: %s',
		(name) => {
			expect(couldBe(name, name)).toBe(true);
		},
	);

	it('whatever it is, to the letter', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => couldBe(name, name)),
			{ numRuns: draws(2_000) },
		);
	});
});
