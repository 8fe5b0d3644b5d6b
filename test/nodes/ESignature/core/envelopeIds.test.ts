import type { IDataObject } from 'n8n-workflow';

import { saveEnvelopeIds } from '../../../../nodes/ESignature/core/run';

/** As much of n8n as is needed. */
function host(noted: Record<string, string> = {}) {
	return {
		noted,
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
