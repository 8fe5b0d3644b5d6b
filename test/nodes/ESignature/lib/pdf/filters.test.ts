import { deflateSync } from 'node:zlib';

import { unpack } from '../../../../../nodes/ESignature/lib/pdf/filters';
import { Budget } from '../../../../../nodes/ESignature/lib/pdf';
import { Name, type Dict, type PdfObject } from '../../../../../nodes/ESignature/lib/pdf/objects';
import { drawn, readContent, unreadIn } from '../pdf-text/handMade';
import { stream } from '../handMade';

const dictOf = (entries: Record<string, PdfObject>): Dict => new Map(Object.entries(entries));

async function unpacked(
	bytes: Uint8Array | string,
	filters: string[],
	options?: Record<string, number>,
): Promise<string> {
	const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
	const dict = dictOf({
		Filter: filters.map((filter) => new Name(filter)),
		...(options && { DecodeParms: [dictOf(options)] }),
	});
	const { bytes: result, whole } = await unpack(data, dict, (value) => value ?? null, new Budget());
	return `${whole ? '' : 'cut: '}${Buffer.from(result).toString('latin1')}`;
}

/** Letters that repeat in some places and not in others. */
const sample = (length: number): Buffer =>
	Buffer.from(Array.from({ length }, (_, at) => (at % 7 === 0 ? (at * at) % 251 : (at >> 4) % 64)));

describe('a filter', () => {
	it.each([
		['ASCIIHexDecode', '53 69\n67 6E>\r\n', 'Sign'],
		['ASCIIHexDecode', '5369676E5>', 'SignP'],
		['ASCIIHexDecode', '5369', 'cut: Si'],
		['ASCII85Decode', '9jqo^ z\n9jn~>', 'Man \0\0\0\0Ma'],
		['ASCII85Decode', '9jqo^~', 'Man '],
		['ASCII85Decode', '9jqo^', 'cut: Man '],
		['ASCII85Decode', '9jqo^\x7f~>', 'cut: Man '],
		['DCTDecode', 'an image', 'cut: '],
		['LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', 'cut: '],
	])('%s is undone, or its data are not whole: %j', async (filter, packed, plain) => {
		expect(await unpacked(packed, [filter])).toBe(plain);
	});

	it.each([0, 200_000])('FlateDecode is undone for %d bytes', async (length) => {
		const data = sample(length);

		expect(await unpacked(deflateSync(data), ['FlateDecode'])).toBe(data.toString('latin1'));
	});

	it('FlateDecode may have the end of a line counted as a part of it', async () => {
		const packed = deflateSync('Sign').toString('latin1');

		expect(await unpacked(`${packed}\r\n`, ['FlateDecode'])).toBe('Sign');
	});

	it('FlateDecode gives what comes before the damage, and says that there is some', async () => {
		const data = sample(50_000).toString('latin1');
		const packed = deflateSync(Buffer.from(data, 'latin1'));
		const cut = await unpacked(packed.subarray(0, packed.length >> 1), ['FlateDecode']);

		expect(cut.startsWith('cut: ')).toBe(true);
		expect(data.startsWith(cut.slice(5))).toBe(true);
	});

	it('may follow another', async () => {
		const hex = `${deflateSync('Sign').toString('hex')}>`;

		expect(await unpacked(hex, ['ASCIIHexDecode', 'FlateDecode'])).toBe('Sign');
	});

	it('with a reader that refuses what stands behind the data tries without the end of the line', async () => {
		const packed = deflateSync('Sign');
		const strict = () =>
			new TransformStream<Uint8Array, Uint8Array>({
				transform: (chunk, controller) => {
					if (chunk.length > packed.length) controller.error(new Error('junk'));
					else controller.enqueue(Buffer.from('Sign'));
				},
			});
		jest.spyOn(globalThis, 'DecompressionStream').mockImplementation(strict as never);

		expect(await unpacked(Buffer.concat([packed, Buffer.from('\r\n')]), ['FlateDecode'])).toBe(
			'Sign',
		);
		jest.restoreAllMocks();
	});
});

describe('a predictor', () => {
	const predicted = async (rows: number[], options: Record<string, number>) => {
		const found = await unpacked(deflateSync(Buffer.from(rows)), ['FlateDecode'], options);
		return found.startsWith('cut: ') ? 'cut' : [...Buffer.from(found, 'latin1')];
	};

	it('is undone by the filter that each row names', async () => {
		const rows = [
			[0, 10, 20, 30, 40],
			[1, 10, 10, 10, 10],
			[2, 1, 1, 1, 1],
		];
		const undone = [
			[10, 20, 30, 40],
			[10, 20, 30, 40],
			[11, 21, 31, 41],
		];

		expect(await predicted(rows.flat(), { Predictor: 15, Columns: 4 })).toEqual(undone.flat());
	});

	it('may end in the middle of a row', async () => {
		expect(await predicted([0, 1, 2, 3, 4, 2, 1], { Predictor: 12, Columns: 4 })).toEqual([
			1, 2, 3, 4, 2,
		]);
		expect(await predicted([1, 5, 1, 1], { Predictor: 12, Columns: 1e12 })).toEqual([5, 6, 7]);
	});

	it.each([
		['a row has a filter that only images have', [3, 1, 2, 3, 4], { Predictor: 12, Columns: 4 }],
		['it is one of images', [1, 2, 3, 4], { Predictor: 2, Columns: 4 }],
		['rows have no end', [0, 1], { Predictor: 12, Columns: Infinity }],
	])('leaves data that are not whole if %s', async (_, rows, options) => {
		expect(await predicted(rows, options)).toBe('cut');
	});
});

describe('a page whose commands are damaged', () => {
	it('is read as far as possible, and says so', async () => {
		const commands = `BT /F1 12 Tf 100 700 Td (Sign here) Tj ET ${'0 0 m '.repeat(20_000)}`;
		const packed = deflateSync(commands, { level: 0 }).toString('latin1').slice(0, 80_000);
		const document = await readContent('', {
			objects: { 4: stream(packed, '/Filter /FlateDecode') },
		});

		expect(drawn(document)).toBe('Sign here');
		expect(unreadIn(document)).toBe('text');
	});

	it.each([
		['a part of them is missing', '[4 0 R 99 0 R]', 'text'],
		['all are there', '[4 0 R]', undefined],
		['there are none', 'null', undefined],
	])('says so only if that is so: %s', async (_, contents, unread) => {
		expect(unreadIn(await readContent('', { contents }))).toBe(unread);
	});
});
