import type { IExecuteFunctions } from 'n8n-workflow';

import { hintAtRetries } from '../../../../nodes/ESignature/core/asides';

function hinted(retryOnFail: boolean | undefined, hasWritten: boolean) {
	const addExecutionHints = jest.fn();
	const host = { getNode: () => ({ retryOnFail }), addExecutionHints };
	hintAtRetries(host as unknown as IExecuteFunctions, hasWritten);
	return addExecutionHints.mock.calls as unknown[][];
}

describe('what Retry On Fail means', () => {
	it('is said in the panel of a node that is set so and writes', () => {
		expect(hinted(true, true)).toEqual([
			[{ message: expect.stringContaining("'Retry On Fail'"), location: 'outputPane' }],
		]);
	});

	it.each([
		['reads only', true, false],
		['is not set so', false, true],
		['says nothing about it', undefined, true],
	])('is not said of a node that %s', (_, retryOnFail, hasWritten) => {
		expect(hinted(retryOnFail, hasWritten)).toEqual([]);
	});

	it('is left out where n8n has no place for it', () => {
		const host = { getNode: () => ({ retryOnFail: true }) } as unknown as IExecuteFunctions;

		expect(() => hintAtRetries(host, true)).not.toThrow();
	});
});
