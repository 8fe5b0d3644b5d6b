import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';

import { checkZip, filesIn } from '../../../../../nodes/ESignature/transport/files/zip';
import { endsOf, listedElsewhere, zipFault, zipNames, zipOf, type ZipOptions } from './archives';
import { zipOf as zipOfEntries, type ZipForm } from '../../../../support/files';
import { draws } from '../../../../support/draws';

const many = (count: number, length = 10): Array<[string, string]> =>
	Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, '0'), `${index}`]);

const VALID: Array<[string, ZipOptions]> = [
	['three files', {}],
	['three files, not compressed', { compress: false }],
	['wide values', { zip64: true }],
	['a comment', { comment: 'sealed by the service' }],
	['the longest comment', { comment: 'c'.repeat(0xffff) }],
	['more than what is kept of it', { files: [['big', 'x'.repeat(3_000_000)]], compress: false }],
];

describe('a ZIP', () => {
	it.each(VALID)('as a library writes it has no fault: %s', async (_, options) => {
		const zip = await zipOf(options);

		expect(zipFault(endsOf(zip))).toBeUndefined();
		expect(zipNames(zip)).toEqual(await listedElsewhere(zip));
	});

	it.each([
		['plain', {}],
		['with a comment', { comment: 'a comment' }],
		['with wide values', { zip64: true }],
	])('that is cut is refused, wherever: %s', async (_, options) => {
		const zip = await zipOf(options);
		const accepted = Array.from({ length: zip.length }, (_unused, length) => length).filter(
			(length) => zipFault(endsOf(zip.subarray(0, length))) === undefined,
		);

		expect(accepted).toEqual([]);
	});

	it('that has lost its first bytes, or a piece of its middle, is refused', async () => {
		const zip = await zipOf();
		const accepted = Array.from({ length: zip.length - 1 }, (_, at) => at).filter((at) =>
			[1, 4, 50].some((gap) => {
				const rest = Buffer.concat([zip.subarray(0, at), zip.subarray(at + gap)]);
				return zipFault(endsOf(rest)) === undefined;
			}),
		);

		expect(accepted).toEqual([]);
	});

	it('with something before or behind it is refused', async () => {
		const zip = await zipOf();
		expect(zipFault(endsOf(zip, Buffer.from('\0')))).toBeDefined();
		expect(zipFault(endsOf(Buffer.from('MZ'), zip))).toBeDefined();
	});

	it('that is cut behind an archive that it holds is refused', async () => {
		const inner = await zipOf();
		const outer = await zipOf({
			compress: false,
			files: [
				['inner.zip', inner],
				['b', inner],
			],
		});
		const end = outer.indexOf(inner) + inner.length;

		for (const length of [end, end + 1, end + 40, outer.lastIndexOf(inner) + inner.length]) {
			expect(zipFault(endsOf(outer.subarray(0, length)))).toBe('its end is missing');
		}
		expect(zipFault(endsOf(outer))).toBeUndefined();
	});

	it.each([
		['three bytes', 'PK\x03'],
		['a web page', '<!doctype html>'],
	])('is not %s', (_, text) => {
		expect(zipFault(endsOf(Buffer.from(text, 'latin1')))).toBe('it is not a ZIP');
	});

	it('without files is refused', async () => {
		expect(zipFault(endsOf(await zipOf({ files: [] })))).toBe('it is empty');
	});

	it('counts no empty files, which are no documents', async () => {
		const files: Array<[string, string]> = [
			['documents/contract.pdf', 'x'],
			['empty.pdf', ''],
		];

		expect(checkZip(endsOf(await zipOf({ files })))).toBe(1);
	});

	it('with a list longer than what is kept of a file is refused', async () => {
		const zip = await zipOf({ files: many(6_000, 200), compress: false });

		expect(zipFault(endsOf(zip))).toBe('its list of files is unreasonably long');
	});
});

describe('unpacking', () => {
	const CONTENT = Buffer.from('%PDF-1.7 '.repeat(500));
	const FILES = { 'a.pdf': CONTENT, 'empty.txt': '', '\u00dcbergabe.pdf': 'short' };

	/** Name -> content, or what is wrong with it. */
	async function unpacked(zip: Buffer): Promise<Array<[string, Buffer | string]> | string> {
		const files = filesIn(zip);
		if (typeof files === 'string') return files;
		return await Promise.all(
			files.map(async ({ name, read }): Promise<[string, Buffer | string]> => [name, await read()]),
		);
	}

	const FORMS: Array<[string, ZipForm]> = [
		['stored', { compress: false }],
		['deflated', {}],
		['deflated, with lengths behind the data', { streamed: true }],
		['with wide values', { zip64: true }],
	];

	it.each(FORMS)('unpacks what has content and is %s', async (_, form) => {
		expect(await unpacked(await zipOfEntries(FILES, form))).toEqual([
			['a.pdf', CONTENT],
			['\u00dcbergabe.pdf', Buffer.from('short')],
		]);
	});

	describe('a file that is not what was packed is refused', () => {
		const zip = async (form?: ZipForm) => await zipOfEntries({ 'a.pdf': CONTENT }, form);
		const directory = (bytes: Buffer): number => bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
		const first = async (bytes: Buffer) => (await unpacked(bytes))[0]?.[1];

		it('with another byte', async () => {
			const stored = await zip({ compress: false });
			stored[100] = 0x21;
			expect(await first(stored)).toBe('its checksum is wrong');
		});

		it('with damaged data', async () => {
			const bytes = await zip();
			bytes.fill(0xff, 40, 60);
			expect(await first(bytes)).toBe('it does not unpack to the size that the ZIP states');
		});

		it.each([
			['more', -1],
			['less', 1],
		])('with %s than is stated', async (_, difference) => {
			const bytes = await zip();
			bytes.writeUInt32LE(CONTENT.length + difference, directory(bytes) + 24);
			expect(await first(bytes)).toBe('it does not unpack to the size that the ZIP states');
		});

		it('with a password, in another method, or where nothing is', async () => {
			const locked = await zip();
			locked.writeUInt16LE(1, directory(locked) + 8);
			expect(await first(locked)).toBe(
				'it is encrypted, or its compression method is not supported',
			);
			const other = await zip();
			other.writeUInt16LE(12, directory(other) + 10);
			expect(await first(other)).toBe(
				'it is encrypted, or its compression method is not supported',
			);
			const nowhere = await zip();
			nowhere[0] = 0;
			expect(await first(nowhere)).toBe('its files cannot fit into it');
		});

		it('as soon as it is longer than stated, however long it would become', async () => {
			const bomb = deflateRawSync(Buffer.alloc(64 * 1024 ** 2));
			const bytes = await zipOfEntries({ 'a.pdf': bomb }, { compress: false });
			bytes.writeUInt16LE(8, directory(bytes) + 10);
			expect(await first(bytes)).toBe('it does not unpack to the size that the ZIP states');
			bytes.writeUInt32LE(0x7fffffff, directory(bytes) + 24);
			expect(await first(bytes)).toBe('it would unpack to an unreasonable size');
		});

		it('if the archive itself is damaged', async () => {
			expect(await unpacked((await zip()).subarray(0, -30))).toBe('its end is missing');
			expect(await unpacked(Buffer.from('%PDF-1.7'))).toBe('it is not a ZIP');
		});
	});
});

const RUNS = draws(8_000);

/** A strict reader refuses these, too; the hostile tests cover them one by one. */
const ALSO_REFUSED =
	/multi-disk|strong encryption|size mismatch for stored file|extra field length exceeds/;

const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
const changes = fc.oneof(
	{ weight: 3, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.array(change, { minLength: 4, maxLength: 40 }) },
);

function mutated(zip: Buffer, list: Array<[number, number]>, from = 0): Buffer {
	const copy = Buffer.from(zip);
	for (const [at, byte] of list) copy[from + (at % (copy.length - from))] = byte;
	return copy;
}

describe('a ZIP with changed bytes', () => {
	it.each([
		['plain', {}],
		['not compressed, with a comment', { compress: false, comment: 'a comment' }],
		['with wide values', { zip64: true }],
	])('is refused, or lists what another reader lists: %s', async (_, options) => {
		const zip = await zipOf(options);
		const directory = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
		let accepted = 0;
		await fc.assert(
			fc.asyncProperty(changes, fc.boolean(), async (list, anywhere) => {
				const bytes = mutated(zip, list, anywhere ? 0 : directory);
				if (zipFault(endsOf(bytes)) !== undefined) return true;
				accepted++;
				const elsewhere = await listedElsewhere(bytes);
				if (elsewhere instanceof Error) return ALSO_REFUSED.test(elsewhere.message);
				return JSON.stringify(zipNames(bytes)) === JSON.stringify(elsewhere);
			}),
			{ numRuns: RUNS },
		);
		expect(accepted).toBeGreaterThan(RUNS / 20);
		expect(accepted).toBeLessThan(RUNS);
	});
});
