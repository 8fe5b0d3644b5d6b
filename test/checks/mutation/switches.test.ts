import { withFastSwitches } from '../../../checks/mutation/switches';

describe('the switches of mutants', () => {
	it('become comparisons, and the marks of what was reached assignments', () => {
		const text = 'return stryMutAct_9fa48("12") ? a : (stryCov_9fa48("12", "13"), b);';

		expect(withFastSwitches(text)).toBe(
			'const mutation = globalThis.mutation;\n' +
				'return (mutation.active === 12) ? a : ((mutation.reached[12] = mutation.reached[13] = 1), b);',
		);
	});
});
