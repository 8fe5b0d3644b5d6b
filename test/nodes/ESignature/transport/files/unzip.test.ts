/* eslint-disable @n8n/community-nodes/no-restricted-imports -- packs what is unpacked here */
import { deflateRawSync } from 'node:zlib';

import { filesIn } from '../../../../../nodes/ESignature/transport/files/zip';
import { zipOf, type ZipForm } from '../../../../support/files';

const CONTENT = Buffer.from('%PDF-1.7 '.repeat(500));
const FILES = { 'a.pdf': CONTENT, '\u00dcbergabe.pdf': 'short' };

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
	['with a comment', { comment: 'original documents' }],
];

it.each(FORMS)('unpacks what is %s', async (_, form) => {
	expect(await unpacked(await zipOf(FILES, form))).toEqual([
		['a.pdf', CONTENT],
		['\u00dcbergabe.pdf', Buffer.from('short')],
	]);
});

describe('a file that is not what was packed is refused', () => {
	const zip = async (form?: ZipForm) => await zipOf({ 'a.pdf': CONTENT }, form);
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
		expect(await first(locked)).toBe('it is packed in a way that cannot be read here');
		const other = await zip();
		other.writeUInt16LE(12, directory(other) + 10);
		expect(await first(other)).toBe('it is packed in a way that cannot be read here');
		const nowhere = await zip();
		nowhere[0] = 0;
		expect(await first(nowhere)).toBe('its files cannot fit into it');
	});

	it('as soon as it is longer than stated, however long it would become', async () => {
		const bomb = deflateRawSync(Buffer.alloc(64 * 1024 ** 2));
		const bytes = await zipOf({ 'a.pdf': bomb }, { compress: false });
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
