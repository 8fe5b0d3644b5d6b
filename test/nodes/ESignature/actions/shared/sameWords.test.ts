import fc from 'fast-check';

import { sameWords } from '../../../../../nodes/ESignature/actions/shared/names';

describe('a text of the service is the one that a change asked for', () => {
	it.each([
		['Lease  2026\n', ' lease 2026'],
		['Lease [final]', 'Lease _final_'],
		['A/B: lease', 'A-B- lease'],
		['Lease 2026', 'Lease_2026'],
		['Müller', 'Mu\u0308ller'],
		['Ada’s – lease', "Ada's - lease"],
		['Prüfbericht.pdf', 'pr_fbericht.pdf'],
	])('%j as %j', (sent, held) => {
		expect(sameWords(sent, held)).toBe(true);
	});

	it.each([
		['Master Service Agreement 2026 final version', 'Master Service Agreement 2026'],
		['Lease', 'Lease-1'],
		['Lease (1)', 'Lease'],
		['Pay 100 EUR', 'Pay 1.00 EUR'],
		['Pay 1.00 EUR', 'Pay 100 EUR'],
		['Pay 1,00 EUR', 'Pay 1.00 EUR'],
		['contract.pdf', 'contract-2.pdf'],
		['contract.docx', 'contract.pdf'],
		['Please sign!!', 'Please sign'],
		['Lease', ''],
		['Lease', undefined],
		['合同', '协议'],
	])('but %j not as %j', (sent, held) => {
		expect(sameWords(sent, held)).toBe(false);
	});

	it('whatever it is, to the letter', () => {
		fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sameWords(text, text)));
	});
});
