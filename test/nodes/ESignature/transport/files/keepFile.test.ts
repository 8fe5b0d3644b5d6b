import { PassThrough, type Readable } from 'node:stream';
import { PDFDocument } from 'pdf-lib';

import {
	keepFile,
	type BinaryStore,
	checkPdf,
} from '../../../../../nodes/ESignature/transport/files/keepFile';
import type { TimeLimit } from '../../../../../nodes/ESignature/transport/attempt';
import { Traffic } from '../../../../../nodes/ESignature/transport/traffic';
import { bodyOf } from '../fakeHost';
import type { DamagedFile } from '../../../../../nodes/ESignature/transport/failureOf';
import { endsOf } from './archives';

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

async function kept(into: BinaryStore = store(), headers: Record<string, string> = {}) {
	const touch = jest.fn();
	const outcome = await keepFile(
		into,
		{ statusCode: 200, headers, body: bodyOf(PDF) },
		{ name: 'a.pdf', mediaType: 'application/pdf', maxBytes: 1_000 },
		{ touch } as unknown as TimeLimit,
	);
	return { outcome, touch };
}

// First, since the process remembers where its files are kept.
it('lets eight files in at a time where n8n keeps them on disk or in S3, and four elsewhere', async () => {
	const admitted = async () => {
		const turns = Array.from({ length: 10 }, async () => await new Traffic().acquire(true));
		let inside = 0;
		for (const turn of turns) void turn.then(() => inside++);
		await new Promise(setImmediate);
		const count = inside;
		for (const turn of turns) (await turn)();
		return count;
	};
	await kept(store());
	await kept(store({ id: 'database:1' }));
	expect(await admitted()).toBe(4);
	await kept(store({ id: 's3:1' }));
	expect(await admitted()).toBe(8);
});

it.each([
	['announced as it came', PDF.length, true],
	['announced as another', PDF.length + 1, false],
])('says whether the length was verified: %s', async (_, bytes, lengthVerified) => {
	const { outcome } = await kept(store(), { 'content-length': String(bytes) });

	expect(outcome).toMatchObject({ value: { file: { lengthVerified, bytes: PDF.length } } });
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
	['a file on disk', { fd: 1 }, 1],
	['another store, which may still need it', {}, 0],
])('gives the memory of each piece back once it was compared: %s', async (_, kind, count) => {
	const chunk = Buffer.from(new Uint8Array(Buffer.from(PDF)).buffer);
	const transfer = jest.fn(() => chunk.fill(0));
	Object.assign(chunk.buffer, { transfer });
	const getBinaryStream = async () => Object.assign(PassThrough.from([chunk]), kind);
	const into = { ...store({ id: 'filesystem:1' }), getBinaryStream } as unknown as BinaryStore;

	expect((await kept(into)).outcome).toHaveProperty('value');
	expect(transfer).toHaveBeenCalledTimes(count);
});

it.each([
	[new Error('No space left'), 'No space left'],
	['full', 'full'],
	[undefined, 'no reason was given'],
])('tells a store that fails from a transfer that does: %p', async (error, reason) => {
	const failing = { prepareBinaryData: async () => await Promise.reject(error) };

	expect((await kept(failing as unknown as BinaryStore)).outcome).toEqual({
		failure: { kind: 'storage', reason },
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

	it('is a small file whole, and a large one as a stream of large pieces', async () => {
		expect(await given(AT_ONCE, 1_000)).toEqual({ isWhole: true, sizes: [AT_ONCE] });
		expect(await given(3 * AT_ONCE + 1_000, 65_536)).toEqual({
			isWhole: false,
			sizes: [AT_ONCE, AT_ONCE, AT_ONCE, 1_000],
		});
	});
});

const START = '%PDF-1.7\n';
const END = '\n%%EOF\n';
/** The error in a PDF, if there is one. */
function fault(...chunks: Buffer[]): string | undefined {
	try {
		checkPdf(endsOf(...chunks));
		return undefined;
	} catch (error) {
		return (error as DamagedFile).message;
	}
}
const faultOf = (text: string) => fault(Buffer.from(text, 'latin1'));

describe('a PDF', () => {
	it('as a library writes it has no fault', async () => {
		const pdf = await PDFDocument.create();
		pdf.addPage();

		for (const useObjectStreams of [true, false]) {
			expect(fault(Buffer.from(await pdf.save({ useObjectStreams })))).toBeUndefined();
		}
	});

	it('may have bytes before its start and after its end, as readers allow', () => {
		expect(faultOf(`${'\n'.repeat(1_000)}${START}x${END}`)).toBeUndefined();
		expect(faultOf(`${START}x${END}${'\0'.repeat(1_000)}`)).toBeUndefined();
	});

	it('may have any number of blanks or zeros behind its end', () => {
		expect(faultOf(`${START}x${END}${'\0'.repeat(70_000)}`)).toBeUndefined();
		expect(faultOf(`${START}x${END}${' \t\f\r\n'.repeat(300)}`)).toBeUndefined();
	});

	it('has one fault when its end is cut off, wherever', () => {
		const whole = `${START}${'x'.repeat(5_000)}%%EOF`;
		for (let length = START.length; length < whole.length; length++) {
			expect(faultOf(whole.slice(0, length))).toBe('its end is missing');
		}
		expect(faultOf(whole)).toBeUndefined();
	});

	it('ends at its end, not in its middle', () => {
		expect(faultOf(`${START}${END}${'x'.repeat(2_000)}`)).toBe('its end is missing');
	});

	it.each([
		['a web page', `<!doctype html>${'x'.repeat(2_000)}%PDF-1.7${END}`],
		['a start that is cut off', '%PDF'],
	])('is not %s', (_, text) => {
		expect(faultOf(text)).toBe('it is not a PDF');
	});
});

describe('a PDF with several revisions', () => {
	const first = handMade();
	const object = '2 0 obj\n<< /Type /Sig >>\nendobj\n';
	const second = `${first}${object}xref\n0 0\ntrailer\n<< /Prev ${first.indexOf('xref')} >>\nstartxref\n${
		first.length + object.length
	}\n%%EOF\n`;

	it('is whole', () => {
		expect(fault(Buffer.from(first))).toBeUndefined();
		expect(fault(Buffer.from(second))).toBeUndefined();
	});

	it('is not whole while its last revision is not', () => {
		for (let length = first.length + 8; length < second.length - 2; length++) {
			expect(faultOf(second.slice(0, length))).toBe('its end is missing');
		}
	});
});

describe('a PDF made for fast display', () => {
	const { text, firstEnd } = linearized();

	it('is whole at the length that it states', () => {
		expect(fault(Buffer.from(text))).toBeUndefined();
	});

	it('is not whole at the end of its first part, which looks like one', () => {
		for (let length = firstEnd; length < text.length - 2; length++) {
			expect(faultOf(text.slice(0, length))).toBe('its end is missing');
		}
	});

	it('may have grown by another revision, or lost a line break at its end', () => {
		expect(faultOf(`${text}${handMade().slice(9)}`)).toBeUndefined();
		expect(faultOf(text.trimEnd())).toBeUndefined();
	});
});

function handMade(): string {
	const body = `${START}1 0 obj\n<< /Type /Catalog >>\nendobj\n`;
	const table = 'xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \n';
	return `${body}${table}trailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}

/** In the order of annex F: first page and its table, which points nowhere, then all the rest. */
function linearized(): { text: string; firstEnd: number } {
	const part = (length: string) =>
		`${START}1 0 obj\n<< /Linearized 1 /L ${length} /N 2 >>\nendobj\n`;
	const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 /Root 2 0 R >>\n';
	const first = `${table}startxref\n0\n%%EOF\n2 0 obj\n<< /Type /Catalog >>\nendobj\n`;
	const at = part('00000').length;
	const rest = `${'3 0 obj\n<< /Type /Page >>\nendobj\n'.repeat(30)}${table}startxref\n${at}\n%%EOF\n`;
	const length = at + first.length + rest.length;
	const firstEnd = at + first.indexOf('%%EOF') + 5;
	return { text: `${part(String(length).padStart(5, '0'))}${first}${rest}`, firstEnd };
}
