/* eslint-disable @n8n/community-nodes/no-restricted-imports -- packs samples */
import { deflateRawSync, deflateSync } from 'node:zlib';

import { unpack, unpredict } from '../../../../nodes/ESignature/pdf/file/filters';
import { inflate } from '../../../../nodes/ESignature/pdf/file/inflate';
import { Name, type Dict, type PdfObject } from '../../../../nodes/ESignature/pdf/file/objects';
import { Budget } from '../../../../nodes/ESignature/pdf/file/limits';
import { drawn, readContent, stream } from './handMade';

const dictOf = (entries: Record<string, PdfObject>): Dict => new Map(Object.entries(entries));

function unpacked(
	bytes: Uint8Array | string,
	filters: string[],
	options?: Record<string, number>,
): string {
	const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
	const dict = dictOf({
		Filter: filters.map((filter) => new Name(filter)),
		...(options && { DecodeParms: [dictOf(options)] }),
	});
	const { bytes: result, whole } = unpack(data, dict, (value) => value ?? null, new Budget());
	return `${whole ? '' : 'cut: '}${Buffer.from(result).toString('latin1')}`;
}

/** Letters that repeat in some places and not in others. */
const sample = (length: number): Buffer =>
	Buffer.from(Array.from({ length }, (_, at) => (at % 7 === 0 ? (at * at) % 251 : (at >> 4) % 64)));

describe('DEFLATE', () => {
	const lengths = [0, 1, 2, 300, 65_535, 65_536, 200_000];

	it.each(lengths)('is undone for %d bytes, however they were packed', (length) => {
		const data = sample(length);
		for (const level of [0, 1, 6, 9]) {
			for (const strategy of [0, 1, 2, 3, 4]) {
				const { bytes, whole } = inflate(deflateSync(data, { level, strategy }), new Budget());
				expect(whole).toBe(true);
				expect(data.equals(bytes)).toBe(true);
			}
		}
	});

	it('needs neither a header nor a checksum', () => {
		const data = sample(5_000);

		expect(data.equals(inflate(deflateRawSync(data), new Budget()).bytes)).toBe(true);
		expect(data.equals(inflate(deflateSync(data).subarray(0, -4), new Budget()).bytes)).toBe(true);
	});

	it('gives what comes before the damage, and says that there is some', () => {
		const data = sample(50_000);
		const packed = deflateSync(data);
		const cut = inflate(packed.subarray(0, packed.length >> 1), new Budget());

		expect(cut.whole).toBe(false);
		expect(cut.bytes.length).toBeGreaterThan(10_000);
		expect(data.subarray(0, cut.bytes.length).equals(cut.bytes)).toBe(true);
	});
});

describe('a filter', () => {
	it.each([
		['ASCIIHexDecode', '53 69 67 6E>', 'Sign'],
		['ASCIIHexDecode', '5369676E5>', 'SignP'],
		['ASCII85Decode', '<~9jqo^BlbD-BleB1DJ+*+F(f,q~>', 'Man is distinguished'],
		['ASCII85Decode', '9jqo^ z\n9jn~>', 'Man \0\0\0\0Ma'],
		['RunLengthDecode', '\x03Sign\xfe!\x80more', 'Sign!!!'],
		// The example of ISO 32000-1, 7.4.4.2.
		['LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', '-----A---B'],
		['AHx', '53>', 'S'],
		['Crypt', 'plain', 'plain'],
	])('%s is undone', (filter, packed, plain) => {
		expect(unpacked(packed, [filter])).toBe(plain);
	});

	it.each([
		['ASCIIHexDecode without an end', 'ASCIIHexDecode', '5369', 'Si'],
		['ASCIIHexDecode with an end too early', 'ASCIIHexDecode', '5369>676E>', 'Si'],
		['ASCIIHexDecode with another letter', 'ASCIIHexDecode', '53x69>', 'Si'],
		['ASCII85Decode without an end', 'ASCII85Decode', '9jqo^', 'Man '],
		['ASCII85Decode with an end too early', 'ASCII85Decode', '9jqo^~BlbD-~>', 'Man '],
		['ASCII85Decode with another letter', 'ASCII85Decode', '9jqo^\x7f~>', 'Man '],
		['ASCII85Decode with zeros inside a group', 'ASCII85Decode', '9jzqo^~>', 'Man '],
		['ASCII85Decode with one letter too many', 'ASCII85Decode', '9jqo^9~>', 'Man '],
		['RunLengthDecode that is cut', 'RunLengthDecode', '\x03Sig', 'Sig'],
		['RunLengthDecode without the letter to repeat', 'RunLengthDecode', '\x00S\xff', 'S\0\0'],
		['LZWDecode without an end', 'LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85', '-----A---B'],
		[
			'LZWDecode that begins with a code not yet made',
			'LZWDecode',
			packedCodes(256, 258, 65, 257),
			'A',
		],
		[
			'LZWDecode with a code far beyond',
			'LZWDecode',
			packedCodes(256, 65, 66, 400, 67, 257),
			'ABBBC',
		],
	])('%s gives what it has, and says that there is more', (_, filter, packed, plain) => {
		expect(unpacked(packed, [filter])).toBe(`cut: ${plain}`);
	});

	it.each([
		['ASCIIHexDecode', '53 69\n>\r\n', 'Si'],
		['ASCII85Decode', '9jqo^~\n>\n', 'Man '],
		['ASCII85Decode', '9jqo^~', 'Man '],
		['RunLengthDecode', '\x03Sign', 'Sign'],
	])('%s is whole with blanks at the end, or half of it', (filter, packed, plain) => {
		expect(unpacked(packed, [filter])).toBe(plain);
	});

	it('may follow another', () => {
		const hex = `${deflateSync('Sign').toString('hex')}>`;

		expect(unpacked(hex, ['AHx', 'Fl'])).toBe('Sign');
	});

	it('that is for images leaves nothing, and says so', () => {
		expect(unpacked('x', ['DCTDecode'])).toBe('cut: ');
		expect(
			unpacked(
				'41>',
				Array.from({ length: 9 }, () => 'AHx'),
			),
		).toBe('cut: ');
	});

	it('LZW makes codes longer in time, early or late', () => {
		for (const early of [0, 1]) {
			const data = sample(20_000);
			expect(unpacked(lzw(data, early), ['LZWDecode'], { EarlyChange: early })).toBe(
				data.toString('latin1'),
			);
		}
	});
});

describe('a predictor', () => {
	const rows = { colors: 1, bits: 8, columns: 4 };

	it('is undone by the filter that each row names', () => {
		const packed = [
			...[0, 10, 20, 30, 40],
			...[1, 10, 10, 10, 10],
			...[2, 1, 1, 1, 1],
			...[3, 5, 5, 5, 5],
			...[4, 1, 1, 1, 1],
		];
		const { bytes, whole } = unpredict(Uint8Array.from(packed), { ...rows, predictor: 15 });

		expect(whole).toBe(true);
		expect([...bytes]).toEqual([
			...[10, 20, 30, 40],
			...[10, 20, 30, 40],
			...[11, 21, 31, 41],
			...[10, 20, 30, 40],
			...[11, 21, 31, 41],
		]);
	});

	it('of TIFF adds up what stands to the left, colour by colour', () => {
		const packed = Uint8Array.from([1, 2, 3, 4, 10, 20, 30, 40]);

		expect([...unpredict(packed, { ...rows, predictor: 2 }).bytes]).toEqual([
			1, 3, 6, 10, 10, 30, 60, 100,
		]);
		expect([...unpredict(packed, { ...rows, predictor: 2, colors: 2, columns: 2 }).bytes]).toEqual([
			1, 2, 4, 6, 10, 20, 40, 60,
		]);
	});

	it('may end in the middle of a row', () => {
		const packed = Uint8Array.from([0, 1, 2, 3, 4, 2, 1]);

		expect(unpredict(packed, { ...rows, predictor: 12 })).toEqual({
			bytes: Uint8Array.from([1, 2, 3, 4, 2]),
			whole: true,
		});
	});

	it('may end in the middle of its only row', () => {
		const packed = Uint8Array.from([1, 5, 1, 1]);

		expect(unpredict(packed, { ...rows, columns: 1_000_000, predictor: 12 })).toEqual({
			bytes: Uint8Array.from([5, 6, 7]),
			whole: true,
		});
		expect(unpredict(new Uint8Array(0), { ...rows, predictor: 12 }).bytes).toHaveLength(0);
	});

	it('that nobody knows leaves the rows as they are, and says so', () => {
		const packed = Uint8Array.from([5, 1, 2, 3, 4]);

		expect(unpredict(packed, { ...rows, predictor: 12 })).toEqual({
			bytes: Uint8Array.from([1, 2, 3, 4]),
			whole: false,
		});
		expect(unpredict(packed, { ...rows, bits: 4, predictor: 2 }).whole).toBe(false);
	});
});

describe('a page whose commands are damaged', () => {
	it('is read as far as possible, and says so', async () => {
		const commands = `BT /F1 12 Tf 100 700 Td (Sign here) Tj ET ${'0 0 m '.repeat(2_000)}`;
		const packed = deflateSync(commands, { level: 0 }).toString('latin1').slice(0, 8_000);
		const { pages } = await readContent('', {
			objects: { 4: stream(packed, '/Filter /FlateDecode') },
		});

		expect(drawn({ pages })).toBe('Sign here');
		expect(pages[0]?.damaged).toBe(true);
	});

	it.each(['/DCTDecode', '/Unknown'])('says so if they are packed by %s', async (filter) => {
		const { pages } = await readContent('', { objects: { 4: stream('x', `/Filter ${filter}`) } });

		expect(pages[0]).toMatchObject({ runs: [], damaged: true });
	});

	it('is whole with an only row that is shorter than stated', async () => {
		const packed = deflateSync('\0BT /F1 12 Tf 100 700 Td (Sign here) Tj ET').toString('latin1');
		const options = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 400 >>';
		const { pages } = await readContent('', { objects: { 4: stream(packed, options) } });

		expect(drawn({ pages })).toBe('Sign here');
		expect(pages[0]?.damaged).toBe(false);
	});

	it('says so if they are missing, but not if there are none', async () => {
		const damaged = async (contents: string) =>
			(await readContent('', { contents })).pages[0]?.damaged;

		expect(await damaged('[4 0 R 99 0 R]')).toBe(true);
		expect(await damaged('[4 0 R]')).toBe(false);
		expect(await damaged('null')).toBe(false);
	});
});

/** Codes of nine bits, as LZW begins. */
function packedCodes(...codes: number[]): string {
	const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
	return String.fromCharCode(
		...(bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)),
	);
}

/** Packs as the specification says, with a table of whole texts. */
function lzw(data: Buffer, early: number): Buffer {
	const bits: string[] = [];
	let [table, width] = [new Map<string, number>(), 9];
	const reset = () => {
		table = new Map(Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte]));
	};
	const write = (code: number) => bits.push(code.toString(2).padStart(width, '0'));
	reset();
	write(256);
	let [word, next] = ['', 258];
	for (const letter of data.toString('latin1')) {
		if (table.has(word + letter)) {
			word += letter;
			continue;
		}
		write(table.get(word) as number);
		table.set(word + letter, next);
		next += 1;
		word = letter;
		if (next + early > 1 << width) width += 1;
		if (next === 4_094) {
			write(256);
			reset();
			[next, width] = [258, 9];
		}
	}
	write(table.get(word) as number);
	write(257);
	const all = bits.join('');
	return Buffer.from((all.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)));
}
