import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	hintAtOutputs,
	hintAtRetries,
	saveEnvelopeIds,
} from '../../../../nodes/ESignature/core/executionHints';

/** As much of n8n as is needed. */
function host(noted: Record<string, string> = {}) {
	const hints: string[] = [];
	return {
		noted,
		hints,
		addExecutionHints: (...given: Array<{ message: string }>) =>
			void hints.push(...given.map(({ message }) => message)),
		customData: {
			get: (key: string) => noted[key],
			set: (key: string, value: string) => void (noted[key] = value),
		} as never,
	};
}

describe('the envelopes of a run', () => {
	it.each<[string, string, IDataObject[], string | undefined]>([
		['by their own ID', 'envelope', [{ ID: 'a' }, { ID: 'b' }, { ID: 'a' }], 'a b'],
		['by that of a document', 'document', [{ ID: 'd', envelopeID: 'a' }], 'a'],
		['by that of evidence', 'envelope', [{ envelope: { ID: 'a' }, ID: 'x' }], 'a'],
		['not by an ID of something else', 'field', [{ ID: 'f', documentID: 'd' }], undefined],
		['not where there are none', 'envelope', [{}], undefined],
		[
			'not where there are too many',
			'envelope',
			Array.from({ length: 14 }, (_, n) => ({ ID: `${n}` })),
			undefined,
		],
	])('are noted %s', (_, resource, outputs, expected) => {
		const n8n = host();
		saveEnvelopeIds(n8n, resource, outputs);
		expect(n8n.noted.envelopeID).toBe(expected);
	});

	it('are noted beside those of an earlier step', () => {
		const n8n = host({ envelopeID: 'a b' });
		saveEnvelopeIds(n8n, 'envelope', [{ ID: 'b' }, { ID: 'c' }]);
		expect(n8n.noted.envelopeID).toBe('a b c');
	});

	it('are no reason to fail: an n8n that cannot note them goes on', () => {
		const outputs = [{ ID: 'a' }];
		expect(() => saveEnvelopeIds({}, 'envelope', outputs)).not.toThrow();
		const broken = {
			get customData(): never {
				throw new Error('not in this context');
			},
		};
		expect(() => saveEnvelopeIds(broken, 'envelope', outputs)).not.toThrow();
	});
});

describe('a hint', () => {
	it.each<[string, IDataObject[], RegExp[]]>([
		['of what was found done', [{ reconciled: true }, {}], [/^1 of the outputs.*'reconciled'/]],
		['of files that there are not', [{ notIncluded: ['x'] }], [/'notIncluded'/]],
		['of nothing', [{ ID: 'a' }], []],
	])('tells %s', (_, outputs, expected) => {
		const n8n = host();
		hintAtOutputs(n8n, outputs);
		expect(n8n.hints).toEqual(expected.map((text) => expect.stringMatching(text)));
	});
});

describe('what Retry On Fail means', () => {
	function hinted(retryOnFail: boolean | undefined, hasWritten: boolean) {
		const addExecutionHints = jest.fn();
		const context = { getNode: () => ({ retryOnFail }), addExecutionHints };
		hintAtRetries(context as unknown as IExecuteFunctions, hasWritten);
		return addExecutionHints.mock.calls.length;
	}

	it.each([
		[1, 'is set so and writes', true, true],
		[0, 'only reads', true, false],
		[0, 'is not set so', undefined, true],
	])('is said %d times of a node that %s', (times, _, retryOnFail, hasWritten) => {
		expect(hinted(retryOnFail, hasWritten)).toBe(times);
	});

	it('is left out where n8n has no place for it', () => {
		const context = { getNode: () => ({ retryOnFail: true }) } as unknown as IExecuteFunctions;

		expect(() => hintAtRetries(context, true)).not.toThrow();
	});
});
