import type { IDataObject } from 'n8n-workflow';

import {
	saveEnvelopesIn,
	saveEnvelopesOf,
} from '../../../../nodes/ESignature/actions/executionList';
import { documentId, envelopeId } from '../../../../nodes/ESignature/actions/shared/locators';
import { defineOperation } from '../../../../nodes/ESignature/core';
import { callsFor } from '../core/calls';

/** As much of n8n as is needed. */
function host(resource = 'envelope', saved: Record<string, string> = {}) {
	return {
		saved,
		getNodeParameter: () => resource as never,
		customData: {
			get: (key: string) => saved[key],
			set: (key: string, value: string) => void (saved[key] = value),
		} as never,
	};
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => String(n));

describe('the envelopes that the outputs are about', () => {
	it.each<[string, string, IDataObject[], string | undefined]>([
		['by their own ID', 'envelope', [{ ID: 'a' }, { ID: 'b' }, { ID: 'a' }], 'a b'],
		['by that of a document', 'document', [{ ID: 'd', envelopeID: 'a' }], 'a'],
		['by that of evidence', 'envelope', [{ envelope: { ID: 'a' }, ID: 'x' }], 'a'],
		['not by an ID of something else', 'field', [{ ID: 'f', documentID: 'd' }], undefined],
		['not where there are too many', 'envelope', numbered(14).map((ID) => ({ ID })), undefined],
	])('are saved %s', (_, resource, outputs, expected) => {
		const n8n = host(resource);
		saveEnvelopesIn(n8n, outputs);

		expect(n8n.saved.envelopeID).toBe(expected);
	});

	it('are saved beside those of an earlier step', () => {
		const n8n = host('envelope', { envelopeID: 'a b' });
		saveEnvelopesIn(n8n, [{ ID: 'b' }, { ID: 'c' }]);

		expect(n8n.saved.envelopeID).toBe('a b c');
	});

	it('are no reason to fail: an n8n that cannot save them goes on', () => {
		const outputs = [{ envelopeID: 'a' }];
		const broken = {
			get customData(): never {
				throw new Error('not in this context');
			},
		};

		expect(() => saveEnvelopesIn({}, outputs)).not.toThrow();
		expect(() => saveEnvelopesIn(broken, outputs)).not.toThrow();
	});
});

describe('the envelopes that the items are about', () => {
	const described = { name: 'Do', action: 'Do it', description: 'Does it' };
	const run = async () => [];
	const onDocument = defineOperation({ ...described, ids: [envelopeId, documentId], run });
	const savedOf = (operation: typeof onDocument, IDs: unknown[]) => {
		const n8n = host();
		const inputs = IDs.map((ID) => ({ envelopeId: ID, documentId: 'd' }));
		saveEnvelopesOf(n8n, operation, callsFor(inputs));
		return n8n.saved.envelopeID;
	};

	it('are saved as far as they are entered', () => {
		expect(savedOf(onDocument, ['a', undefined, 'b'])).toBe('a b');
	});

	it('are saved where many items are about a few', () => {
		expect(savedOf(onDocument, Array(100).fill('a'))).toBe('a');
		expect(savedOf(onDocument, numbered(14))).toBeUndefined();
	});

	it('are not saved for an operation that is about none', () => {
		expect(savedOf(defineOperation({ ...described, run }), ['a'])).toBeUndefined();
	});
});
