import { createHash } from 'crypto';
import fc from 'fast-check';

import { FileReader } from '../../../../../nodes/ESignature/transport/files/fileReader';
import { draws } from '../../../../support/draws';

const MEGABYTE = 1024 * 1024;

function read(chunks: Buffer[]) {
	const reader = new FileReader();
	chunks.forEach((chunk) => reader.add(chunk));
	const { bytes, head, tail } = reader;
	return { bytes, head, tail, sha256: reader.sha256() };
}

/** The file cut at these places. */
function pieces(file: Buffer, cuts: number[]): Buffer[] {
	const places = [...new Set([0, ...cuts.map((cut) => cut % (file.length + 1)), file.length])];
	places.sort((a, b) => a - b);
	return places.slice(1).map((end, index) => file.subarray(places[index], end));
}

/** Bytes in which every position is recognisable. */
function patterned(length: number): Buffer {
	const file = Buffer.alloc(length);
	for (let at = 0; at + 4 <= length; at += 4)
		file.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at);
	return file;
}

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');

describe('a file that is read in pieces', () => {
	it('gives what it gives in one piece, wherever it is cut', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 5_000 }),
				fc.array(fc.nat(), { maxLength: 40 }),
				(content, cuts) => {
					const file = Buffer.from(content);
					const { bytes, head, tail, sha256: hash } = read(pieces(file, cuts));
					return (
						bytes === file.length &&
						head.equals(file.subarray(0, 1024)) &&
						tail.equals(file) &&
						hash === sha256(file)
					);
				},
			),
			{ numRuns: draws(3_000) },
		);
	});

	it('keeps its last megabyte, wherever it is cut', () => {
		const file = patterned(5 * MEGABYTE + 12_345);
		fc.assert(
			fc.property(fc.array(fc.nat({ max: file.length }), { maxLength: 200 }), (cuts) => {
				const { bytes, head, tail } = read(pieces(file, cuts));
				return (
					bytes === file.length &&
					head.equals(file.subarray(0, 1024)) &&
					tail.equals(file.subarray(-MEGABYTE))
				);
			}),
			{ numRuns: 25 },
		);
	});

	it.each([MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 2 * MEGABYTE, 2 * MEGABYTE + 1])(
		'keeps the right end when it has %d bytes in chunks of the network',
		(length) => {
			const file = patterned(length);
			const cuts = Array.from({ length: Math.ceil(length / 65_536) }, (_, chunk) => chunk * 65_536);
			const { tail, sha256: hash } = read(pieces(file, cuts));

			expect(tail.equals(file.subarray(-MEGABYTE))).toBe(true);
			expect(hash).toBe(sha256(file));
		},
	);

	it('may be empty, or hold empty pieces', () => {
		expect(read([])).toEqual({
			bytes: 0,
			head: Buffer.alloc(0),
			tail: Buffer.alloc(0),
			sha256: sha256(Buffer.alloc(0)),
		});
		expect(read([Buffer.alloc(0), Buffer.from('a'), Buffer.alloc(0)]).bytes).toBe(1);
	});

	it('may be looked at in between', () => {
		const reader = new FileReader();
		reader.add(Buffer.from('one'));
		expect(reader.tail.toString()).toBe('one');
		reader.add(Buffer.from('two'));

		expect(reader.tail.toString()).toBe('onetwo');
		expect(reader.sha256()).toBe(sha256(Buffer.from('onetwo')));
	});

	it('holds on to no more than a few megabytes of a large file', () => {
		const reader = new FileReader();
		const chunk = Buffer.alloc(MEGABYTE, 'x');
		for (let chunks = 0; chunks < 64; chunks++) reader.add(chunk);
		const kept = (reader as unknown as { last: Buffer[] }).last;

		expect(kept.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(3 * MEGABYTE);
		expect(reader.tail.buffer.byteLength).toBeLessThanOrEqual(MEGABYTE);
	});
});

describe('the last bytes that are neither blank nor zero', () => {
	const endOf = (...chunks: Buffer[]) => {
		const reader = new FileReader();
		chunks.forEach((chunk) => reader.add(chunk));
		return reader.end.toString('latin1').replace(/[\s\0]/g, ' ');
	};

	it('are the same wherever the file is cut', () => {
		const blankish = fc.array(fc.constantFrom(0, 9, 10, 12, 13, 32, 65, 66, 255), {
			maxLength: 6_000,
		});
		fc.assert(
			fc.property(blankish, fc.array(fc.nat(), { maxLength: 40 }), (content, cuts) => {
				const file = Buffer.from(content);
				const wanted = file
					.toString('latin1')
					.replace(/[\s\0]/g, ' ')
					.trimEnd();
				return endOf(...pieces(file, cuts)) === wanted.slice(-2048);
			}),
			{ numRuns: draws(1_000) },
		);
	});
});

describe('a second copy of a file', () => {
	const file = patterned(10_000);
	const continues = (earlier: Buffer, copy: Buffer, cuts: number[]) => {
		const reader = new FileReader({ bytes: earlier.length, sha256: sha256(earlier) });
		pieces(copy, cuts).forEach((chunk) => reader.add(chunk));
		expect(reader.continuesEarlier && reader.sha256() !== sha256(copy)).toBe(false);
		return reader.continuesEarlier;
	};

	it('goes on where the first was cut, or it does not, wherever the pieces are cut', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 9_999 }),
				fc.array(fc.nat(), { maxLength: 10 }),
				(length, cuts) => {
					const cut = file.subarray(0, length);
					const other = Buffer.from(cut);
					other[length - 1] = (other[length - 1] as number) ^ 1;
					return (
						continues(cut, file, [...cuts, length]) &&
						continues(cut, file, cuts) &&
						!continues(other, file, cuts) &&
						!continues(file, cut, cuts) &&
						!continues(file, file, cuts)
					);
				},
			),
			{ numRuns: 300 },
		);
	});
});
