import { NodeApiError } from 'n8n-workflow';

import {
	waitForDocument,
	waitForDocuments,
} from '../../../../../nodes/ESignature/actions/document/document';
import type { Call } from '../../../../../nodes/ESignature/core';
import { node } from '../../sampleNode';

const ENVELOPE = '00000000-0000-4000-8000-000000000001';
const DOCUMENT = '00000000-0000-4000-8000-000000000002';
const IDS = { envelopeID: ENVELOPE, documentID: DOCUMENT };
const ADVICE = { late: 'Be patient.', failed: 'Mend it.', unread: 'It is there.' };
const in_ = (status: unknown, more: object = {}) => ({
	ID: DOCUMENT,
	name: 'a.pdf',
	status,
	...more,
});
const missing = () => new NodeApiError(node, {}, { message: 'Not found', httpCode: '404' });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A service in which each read finds the next of these; time passes only in the pauses. */
function service(...answers: unknown[]) {
	const pauses: number[] = [];
	let at = 0;
	const request = jest.fn(async (route: string) => {
		if (at > 100) throw new Error('It reads without end');
		const found = answers[Math.min(at++, answers.length - 1)];
		if (found instanceof Error) throw found;
		return route.endsWith('/documents') ? { items: found } : found;
	});
	const call = {
		request,
		pause: async (milliseconds: number) => {
			pauses.push(milliseconds);
			jest.advanceTimersByTime(milliseconds);
		},
		redact: async (text: unknown) => String(text),
		option: (_: string, fallback: unknown) => fallback,
	} as unknown as Call;
	return { call, pauses, request };
}

const one = async ({ call }: { call: Call }, seconds = 20) =>
	await waitForDocument(call, IDS, seconds, ADVICE);
const all = async ({ call }: { call: Call }, seconds = 20) =>
	await waitForDocuments(call, ENVELOPE, seconds);

describe('waiting for a document', () => {
	it.each(['uploaded', 'signed', 'sealed'])('ends when it is %s', async (status) => {
		const ready = service(in_(status));

		expect(await one(ready)).toEqual(in_(status));
		expect(ready.pauses).toEqual([]);
	});

	it('pauses between two reads, longer each time, up to five seconds', async () => {
		const slow = service(...Array<object>(8).fill(in_('processing')), in_('uploaded'));
		await one(slow, 60);

		expect(slow.request).toHaveBeenCalledTimes(9);
		expect(slow.pauses).toEqual([500, 750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000]);
	});

	it.each(['processing', 'unheard of', '', undefined, null])(
		'does not end with the state %j, and not after its time',
		async (status) => {
			const stuck = service(in_(status));

			await expect(one(stuck, 3)).rejects.toMatchObject({
				message: 'The service did not finish processing within 3 seconds',
				description: 'Be patient.',
			});
			expect(stuck.pauses).toEqual([500, 750, 1125, 625]);
		},
	);

	it('ends with the reason when the service could not process it', async () => {
		const failed = service(in_('failed', { failureReason: 'No pages' }));

		await expect(one(failed)).rejects.toMatchObject({
			message: 'The service could not process a document',
			description: "Document 'a.pdf', reason: No pages. Mend it.",
		});
	});

	it('goes on while the new document cannot be read yet', async () => {
		const late = service(missing(), missing(), in_('uploaded'));

		expect(await one(late, 60)).toMatchObject({ status: 'uploaded' });
	});

	it('is ended by any other refusal at once', async () => {
		const refused = new NodeApiError(node, {}, { message: 'No', httpCode: '403' });
		const closed = service(refused);

		await expect(one(closed)).rejects.toBe(refused);
		expect(closed.pauses).toEqual([]);
	});
});

describe('waiting for all documents', () => {
	it('reads those that are not ready yet, until the last one is', async () => {
		const slow = service(
			[in_('uploaded'), in_('processing'), in_('pending')],
			...[in_('processing'), in_('uploaded'), in_('sealed')],
		);

		expect(await all(slow)).toHaveLength(3);
		expect(slow.pauses).toEqual([500]);
	});

	it('gives the reason of the one that failed', async () => {
		const failed = service(
			[in_('uploaded'), in_('failed')],
			in_('failed', { failureReason: 'Torn' }),
		);

		await expect(all(failed)).rejects.toMatchObject({
			description:
				"Document 'a.pdf', reason: Torn. Delete the document, add a corrected file, and run this step again.",
		});
	});

	it('is over after its time, which they share', async () => {
		const slow = service(
			[in_('processing'), in_('processing')],
			...[in_('processing'), in_('processing'), in_('uploaded'), in_('processing')],
		);

		await expect(all(slow, 2)).rejects.toThrow('within 2 seconds');
		expect(slow.pauses).toEqual([500, 750, 500, 250]);
	});
});
