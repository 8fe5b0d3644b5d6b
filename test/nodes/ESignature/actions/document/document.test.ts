import {
	uploadOf,
	waitForDocument,
	waitForDocuments,
} from '../../../../../nodes/ESignature/actions/document/document';
import { LIMITS } from '../../../../../nodes/ESignature/api';
import type { InputFile, Call } from '../../../../../nodes/ESignature/core';
import { refused } from '../../transport/failures';
import { errorFor } from '../../transport/shownError';

const file = (values: Partial<InputFile> = {}): InputFile => ({
	name: 'lease.pdf',
	mediaType: 'application/pdf',
	bytes: 3,
	read: async () => Buffer.from('abc'),
	...values,
});

describe('an upload', () => {
	it.each<[unknown, string]>([
		['  Contract.pdf ', '  Contract.pdf '],
		[4711, '4711'],
		['   ', 'lease.pdf'],
		[{}, 'lease.pdf'],
	])('that is named %j is called %j', (name, expected) => {
		expect(uploadOf(file(), { name }).metadata.name).toBe(expected);
	});

	it('has a name and a content; how long and how large they may be, the service decides', () => {
		const long = 'x'.repeat(LIMITS.documentNameLength + 1);
		const bytes = LIMITS.documentBytes + 1;
		expect(uploadOf(file({ bytes }), { name: long })).toMatchObject({
			metadata: { name: long },
			bytes,
		});
		expect(() => uploadOf(file({ name: '' }))).toThrow('The document has no name');
		expect(() => uploadOf(file({ bytes: 0 }))).toThrow("The file 'lease.pdf' is empty");
	});
});

describe('the type of an upload', () => {
	const typeOf = (values: Partial<InputFile>, contentType?: unknown) =>
		uploadOf(file(values), { contentType }).metadata.contentType;

	it('is not sent for a PDF, so that the service does not convert it', () => {
		expect(typeOf({})).toBeUndefined();
		expect(typeOf({ mediaType: 'APPLICATION/PDF; version=1.7' })).toBeUndefined();
		expect(typeOf({ mediaType: 'text/csv' }, 'application/pdf')).toBeUndefined();
	});

	it.each(['application/octet-stream', '', 'text/rtf'])(
		'is found by the extension when the label is not one of the published types: %j',
		(mediaType) => {
			expect(typeOf({ name: 'file.RTF', mediaType })).toBe('application/rtf');
		},
	);

	it.each([
		['text/csv; charset=utf-8', 'text/csv'],
		[
			'application/vnd.ms-word.document.macroEnabled.12',
			'application/vnd.ms-word.document.macroenabled.12',
		],
	])('is sent as it is published when the file is labeled %j', (mediaType, type) => {
		expect(typeOf({ mediaType })).toBe(type);
	});

	it.each(['Text/CSV; charset=utf-8', 'video/mp4'])(
		'is sent as it was entered (%j), but for blanks around it',
		(entered) => {
			expect(typeOf({}, ` ${entered}\n`)).toBe(entered);
		},
	);

	it('is found by the extension of the entered name if the file has none', () => {
		const unnamed = file({ name: '', mediaType: 'application/octet-stream' });
		expect(uploadOf(unnamed, { name: 'Offer.rtf' }).metadata.contentType).toBe('application/rtf');
	});

	it('is what the file is labeled as, whatever its name', () => {
		expect(typeOf({ name: 'a.pdf', mediaType: 'image/png; q=1' })).toBe('image/png');
	});

	it.each(['video/mp4', 'text/plain; charset=utf-8'])(
		'is the label of the file even if it is unknown (%j), so that the service decides',
		(mediaType) => {
			expect(typeOf({ name: 'a.bin', mediaType })).toBe(mediaType);
		},
	);

	it.each(['', 'Binary/Octet-Stream; a=b', 'text/csv\r\nX-Other: 1'])(
		'is not sent when nothing says it (%j), so that the service takes it as a PDF or refuses it',
		(mediaType) => {
			expect(typeOf({ name: 'notes', mediaType })).toBeUndefined();
		},
	);

	it.each(['text/csv\r\nX-Other: 1', 'text/caf\u00e9'])(
		'is not entered with characters that no header has (%j)',
		(entered) => {
			expect(() => typeOf({}, entered)).toThrow("in 'Content Type' contains characters");
		},
	);
});

const ENVELOPE = '00000000-0000-4000-8000-000000000001';
const DOCUMENT = '00000000-0000-4000-8000-000000000002';
const IDS = { envelopeID: ENVELOPE, documentID: DOCUMENT };
const ADVICE = { late: 'Be patient.', failed: 'Mend it.', unread: 'It is there.' };
const documentIn = (status: unknown, more: object = {}) => ({
	ID: DOCUMENT,
	name: 'a.pdf',
	status,
	...more,
});
const missing = () => errorFor(refused(404));

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
		redact: (text: unknown) => String(text),
		option: (_: string, fallback: unknown) => fallback,
	} as unknown as Call;
	return { call, pauses, request };
}

const one = async ({ call }: { call: Call }, seconds = 20) =>
	await waitForDocument(call, IDS, seconds, ADVICE);
const all = async ({ call }: { call: Call }, seconds = 20) =>
	await waitForDocuments(call, ENVELOPE, seconds);

describe('waiting for a document', () => {
	it.each(['uploaded', 'sealed'])('ends when it is %s', async (status) => {
		const ready = service(documentIn(status));

		expect(await one(ready)).toEqual(documentIn(status));
		expect(ready.pauses).toEqual([]);
	});

	it('pauses between two reads, longer each time, up to five seconds', async () => {
		const slow = service(
			...Array<object>(8).fill(documentIn('processing')),
			documentIn('uploaded'),
		);
		await one(slow, 60);

		expect(slow.request).toHaveBeenCalledTimes(9);
		expect(slow.pauses).toEqual([500, 750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000]);
	});

	it.each(['processing', undefined])(
		'does not end with the state %j, and not after its time',
		async (status) => {
			const stuck = service(documentIn(status));

			await expect(one(stuck, 3)).rejects.toMatchObject({
				message: 'The service did not finish processing within 3 seconds',
				description: 'Be patient.',
			});
			expect(stuck.pauses).toEqual([500, 750, 1125, 625]);
		},
	);

	it('ends with the reason when the service could not process it', async () => {
		const failed = service(documentIn('failed', { failureReason: 'No pages' }));

		await expect(one(failed)).rejects.toMatchObject({
			message: "The service could not process the document 'a.pdf'",
			description: 'Reason: No pages. Mend it.',
		});
	});

	it('goes on while the new document cannot be read yet', async () => {
		const late = service(missing(), missing(), documentIn('uploaded'));

		expect(await one(late, 60)).toMatchObject({ status: 'uploaded' });
	});

	it('is ended by any other refusal at once, which says that the document is there', async () => {
		const forbidden = errorFor(refused(403));
		const closed = service(forbidden);

		await expect(one(closed)).rejects.toMatchObject({
			message: forbidden.message,
			details: { answer: { status: 403 }, notes: [ADVICE.unread] },
		});
		expect(closed.pauses).toEqual([]);
	});
});

describe('waiting for all documents', () => {
	it('reads those that are not ready yet, until the last one is', async () => {
		const slow = service(
			[documentIn('uploaded'), documentIn('processing'), documentIn('pending')],
			documentIn('processing'),
			documentIn('uploaded'),
			documentIn('sealed'),
		);

		expect(await all(slow)).toHaveLength(3);
		expect(slow.pauses).toEqual([500]);
	});

	it('gives the reason of the one that failed', async () => {
		const failed = service(
			[documentIn('uploaded'), documentIn('failed')],
			documentIn('failed', { failureReason: 'Torn' }),
		);

		await expect(all(failed)).rejects.toMatchObject({
			description:
				'Reason: Torn. Delete the document, add a corrected file, and run this step again.',
		});
	});

	it('is over after its time, which they share', async () => {
		const slow = service(
			[documentIn('processing'), documentIn('processing')],
			documentIn('processing'),
			documentIn('processing'),
			documentIn('uploaded'),
			documentIn('processing'),
		);

		await expect(all(slow, 2)).rejects.toThrow('within 2 seconds');
		expect(slow.pauses).toEqual([500, 750, 500, 250]);
	});
});
