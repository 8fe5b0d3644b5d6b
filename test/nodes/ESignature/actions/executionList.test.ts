import type { IDataObject } from 'n8n-workflow';

import {
	saveEnvelopesIn,
	saveEnvelopesOf,
} from '../../../../nodes/ESignature/actions/executionList';
import { documentId, envelopeId } from '../../../../nodes/ESignature/actions/shared/locators';
import { defineOperation } from '../../../../nodes/ESignature/core';
import { callsFor } from '../core/calls';

/** As much of n8n as is needed. */
function host(saved: Record<string, string> = {}) {
	return {
		saved,
		customData: {
			get: (key: string) => saved[key],
			set: (key: string, value: string) => void (saved[key] = value),
		} as never,
	};
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => String(n));

const described = { name: 'Do', action: 'Do it', description: 'Does it' };
const run = async () => [];
const aboutNone = defineOperation({ ...described, run });
const onDocument = defineOperation({ ...described, ids: [envelopeId, documentId], run });

describe('the envelopes that an operation returns', () => {
	const savedOf = (operation: typeof aboutNone, outputs: IDataObject[]) => {
		const n8n = host();
		saveEnvelopesIn(n8n, operation, outputs);
		return n8n.saved.envelopeID;
	};

	it('are saved, unless they are too many', () => {
		expect(savedOf(aboutNone, [{ ID: 'a' }, { ID: 'b' }, { ID: 'a' }])).toBe('a b');
		expect(
			savedOf(
				aboutNone,
				numbered(14).map((ID) => ({ ID })),
			),
		).toBeUndefined();
	});

	it('are not those of an operation on an envelope, which returns other things', () => {
		expect(savedOf(onDocument, [{ ID: 'd', envelopeID: 'a' }])).toBeUndefined();
	});

	it('are saved beside those of an earlier step', () => {
		const n8n = host({ envelopeID: 'a b' });
		saveEnvelopesIn(n8n, aboutNone, [{ ID: 'b' }, { ID: 'c' }]);

		expect(n8n.saved.envelopeID).toBe('a b c');
	});

	it('are no reason to fail: an n8n that cannot save them goes on', () => {
		const broken = {
			get customData(): never {
				throw new Error('not in this context');
			},
		};

		expect(() => saveEnvelopesIn({}, aboutNone, [{ ID: 'a' }])).not.toThrow();
		expect(() => saveEnvelopesIn(broken, aboutNone, [{ ID: 'a' }])).not.toThrow();
	});
});

describe('the envelopes that the items are about', () => {
	const savedOf = (operation: typeof onDocument, IDs: unknown[]) => {
		const n8n = host();
		const inputs = IDs.map((ID) => ({ envelopeId: ID, documentId: 'd' }));
		saveEnvelopesOf(n8n, operation, callsFor(inputs));
		return n8n.saved.envelopeID;
	};

	it('are saved', () => {
		expect(savedOf(onDocument, ['a', 'b'])).toBe('a b');
	});

	it('are saved where many items are about a few', () => {
		expect(savedOf(onDocument, Array(100).fill('a'))).toBe('a');
		expect(savedOf(onDocument, numbered(14))).toBeUndefined();
	});

	it('are not saved for an operation that is about none', () => {
		expect(savedOf(aboutNone, ['a'])).toBeUndefined();
	});
});
