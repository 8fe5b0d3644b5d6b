import { include } from '../../../../../nodes/ESignature/actions/envelope/evidence';

describe('the parts of the evidence', () => {
	it('can be chosen by what they are, each of which is explained', () => {
		expect(include.options.map(({ value, name }) => [value, name])).toEqual([
			['auditTrail', 'Audit Trail'],
			['documents', 'Each Sealed Document'],
			['original', 'Original ZIP'],
			['sealed', 'Sealed ZIP'],
		]);
		for (const { description } of include.options) expect(description).toMatch(/\w{3}/);
	});

	it('are those that prove the most, unless somebody chooses', () => {
		expect(include.default).toEqual(['auditTrail', 'sealed']);
	});
});
