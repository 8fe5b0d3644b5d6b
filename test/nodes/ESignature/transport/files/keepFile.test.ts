/* eslint-disable @n8n/community-nodes/no-restricted-imports -- names the type of a stream */
import { PassThrough, type Readable } from 'node:stream';

import {
	keepFile,
	type BinaryStore,
} from '../../../../../nodes/ESignature/transport/files/keepFile';
import type { TimeLimit } from '../../../../../nodes/ESignature/transport/attempt';
import { bodyOf } from '../fakeHost';

const PDF = '%PDF-1.7\nfirst\n%%EOF\n';

/** A store that reads the stream, then says what it has; `stored` is what it gives back when it is read. */
function store({ id, stored }: { id?: string; stored?: string } = {}) {
	const prepareBinaryData = async (stream: Readable | Buffer) => {
		const chunks: Buffer[] = [];
		if (Buffer.isBuffer(stream)) chunks.push(stream);
		else for await (const chunk of stream) chunks.push(chunk as Buffer);
		const data = id ?? Buffer.from(stored ?? Buffer.concat(chunks).toString()).toString('base64');
		return { data, ...(id && { id }) };
	};
	const getBinaryStream = async () => bodyOf(stored ?? PDF);
	return { prepareBinaryData, getBinaryStream } as unknown as BinaryStore;
}

async function kept(
	into: BinaryStore = store(),
	{ body = PDF as string | Error, headers = {} }: { body?: string | Error; headers?: object } = {},
) {
	const touch = jest.fn();
	const outcome = await keepFile(
		into,
		{ statusCode: 200, headers: { ...headers }, body: bodyOf(body) },
		{ name: 'a.pdf', mediaType: 'application/pdf', maxBytes: 1_000 },
		{ touch } as unknown as TimeLimit,
	);
	return { outcome, touch };
}
const length = (bytes: unknown) => ({ headers: { 'content-length': String(bytes) } });

it.each([
	['announced as it came', PDF.length, true],
	['announced as another', PDF.length + 1, false],
	['not announced', undefined, false],
	['announced by what is no number', '1e1', false],
])('says whether the length was verified: %s', async (_, bytes, lengthVerified) => {
	const { outcome } = await kept(store(), bytes === undefined ? {} : length(bytes));

	expect(outcome).toMatchObject({ value: { file: { lengthVerified, bytes: PDF.length } } });
});

it('records nothing of entries or warnings where there are none', async () => {
	const { outcome } = await kept();
	const { file } = (outcome as { value: { file: object } }).value;

	expect(Object.keys(file).sort()).toEqual([
		...['bytes', 'lengthVerified', 'mediaType', 'name', 'retrievedAt', 'sha256'],
		'structureVerified',
	]);
});

it.each([
	['in memory', {}],
	['under an ID', { id: 'filesystem:1' }],
])('reads back what n8n stored %s', async (_, how) => {
	expect((await kept(store(how))).outcome).toMatchObject({
		value: { file: { name: 'a.pdf', bytes: PDF.length, structureVerified: true } },
	});
	expect((await kept(store({ ...how, stored: `${PDF} ` }))).outcome).toEqual({
		failure: { kind: 'storage', reason: 'the stored file differs from what arrived' },
	});
});

it.each([
	[new Error('No space left'), 'No space left'],
	[new Error(''), 'no reason was given'],
	['full', 'full'],
	[undefined, 'no reason was given'],
])('tells a store that fails from a transfer that does: %p', async (error, reason) => {
	const failing = { prepareBinaryData: async () => await Promise.reject(error) };

	expect((await kept(failing as unknown as BinaryStore)).outcome).toEqual({
		failure: { kind: 'storage', reason },
	});
});

it('says what ended a transfer, whatever the store makes of it', async () => {
	const broken = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
	const wrapping = {
		prepareBinaryData: async (stream: Readable) =>
			await store()
				.prepareBinaryData(stream as never)
				.catch(async () => await Promise.reject(new Error('The store failed'))),
	} as unknown as BinaryStore;

	expect((await kept(wrapping, { body: broken })).outcome).toEqual({
		failure: { kind: 'network', code: 'ECONNRESET', sent: true },
	});
	expect((await kept(wrapping, { body: 'no PDF' })).outcome).toEqual({
		failure: { kind: 'damaged', reason: 'it is not a PDF' },
	});
});

it('notes that something arrives, so that a slow transfer is not taken for a silent one', async () => {
	expect((await kept()).touch).toHaveBeenCalled();
});

it('ends the connection where the store fails before it reads', async () => {
	const body = PassThrough.from(Array.from({ length: 40 }, () => Buffer.alloc(50_000, '%PDF-1.7')));
	const refuses = async () => await Promise.reject(new Error('EACCES: permission denied, mkdir'));
	const outcome = await keepFile(
		{ prepareBinaryData: refuses, getBinaryStream: refuses } as unknown as BinaryStore,
		{ statusCode: 200, headers: { 'content-length': '2000000' }, body: body as never },
		{ name: 'a.pdf', mediaType: 'application/pdf', maxBytes: 10_000_000 },
		{ touch: () => {} } as unknown as TimeLimit,
	);

	expect(outcome).toMatchObject({ failure: { kind: 'storage' } });
	expect(body.destroyed).toBe(true);
});

describe('what the store is given', () => {
	/** A PDF of this many bytes, in chunks of this size, and the pieces in which the store gets it. */
	async function given(bytes: number, chunk: number) {
		const content = Buffer.from(PDF.replace('first', 'x'.repeat(bytes - PDF.length + 5)));
		const chunks = Array.from({ length: Math.ceil(bytes / chunk) }, (_, index) =>
			content.subarray(index * chunk, (index + 1) * chunk),
		);
		const pieces: Buffer[] = [];
		let isWhole = false;
		const prepareBinaryData = async (stored: Readable | Buffer) => {
			isWhole = Buffer.isBuffer(stored);
			if (Buffer.isBuffer(stored)) pieces.push(stored);
			else for await (const piece of stored) pieces.push(piece as Buffer);
			return { data: 'filesystem', id: 'filesystem:1' };
		};
		const getBinaryStream = async () => PassThrough.from(pieces);
		const outcome = await keepFile(
			{ prepareBinaryData, getBinaryStream } as unknown as BinaryStore,
			{ statusCode: 200, headers: {}, body: PassThrough.from(chunks) as never },
			{ name: 'a.pdf', mediaType: 'application/pdf', maxBytes: 10_000_000 },
			{ touch: () => {} } as unknown as TimeLimit,
		);
		expect(outcome).toMatchObject({ value: { file: { bytes } } });
		expect(Buffer.concat(pieces).equals(content)).toBe(true);
		return { isWhole, sizes: pieces.map(({ length }) => length) };
	}
	const AT_ONCE = 512 * 1024;

	it('is a small file whole, and a large one as a stream', async () => {
		expect(await given(AT_ONCE, 1_000)).toEqual({ isWhole: true, sizes: [AT_ONCE] });
		const large = await given(2_000_000, 65_536);
		expect(large.isWhole).toBe(false);
		expect(large.sizes[0]).toBe(65_536);
	});
});
