import { zipFault, zipNames } from '../../../../../nodes/ESignature/transport/files/zip';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { endsOf, listedElsewhere } from './archives';
import {
	craftedZip,
	extraField,
	unicodePath,
	wideEnd,
	wideSize,
	type CraftedEntry,
} from './craftedZip';

const faultOf = (bytes: Buffer) => zipFault(endsOf(bytes));
const named = (...names: string[]) => faultOf(craftedZip(names.map((name) => ({ name }))));
const one = (entry: Partial<CraftedEntry>) => faultOf(craftedZip([{ name: 'a', ...entry }]));

it('takes a ZIP written by hand, so that only the lies below are refused', async () => {
	const zip = craftedZip([{ name: 'a' }, { name: 'b/c', content: 'content' }]);

	expect(faultOf(zip)).toBeUndefined();
	expect(zipNames(endsOf(zip))).toEqual(['a', 'b/c']);
	expect(await listedElsewhere(zip)).toEqual(['a', 'b/c']);
});

describe('a hostile name', () => {
	it.each([
		...['../a', '..', 'a/../b', 'a/..', '../../etc/passwd', '/a', '/', '//server/share', '\\a'],
		...['a\\b', '..\\a', 'C:a', 'c:\\a', 'C:/a', 'a\0.pdf', '\0', 'a/../../b', '..\\..\\b'],
	])('is refused: %j', (name) => {
		expect(named('fine', name)).toBe('it has a file with a dangerous name');
	});

	it('is refused when it appears twice', () => {
		expect(named('a', 'b', 'a')).toBe('it has two files of the same name');
	});

	it('is refused when it stands in the field that readers prefer to the name', () => {
		const evil = unicodePath('../evil');

		expect(one({ extra: evil })).toBe('it has a file with a dangerous name');
		// Readers take the first of two.
		expect(typeof one({ extra: Buffer.concat([evil, unicodePath('fine')]) })).toBe('string');
		expect(typeof one({ extra: Buffer.concat([unicodePath('fine'), evil]) })).toBe('string');
	});

	it('costs linear time', () => {
		const worst = (size: number) => named('../'.repeat(size).slice(1), `${'./'.repeat(size)}a`);

		expect(growth(worst, 2_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
	});
});

describe('hostile sizes', () => {
	it('are refused when an entry would expand without measure', () => {
		expect(one({ says: { size: 1024 * 1000 + 1 } })).toBe(
			'it would unpack to an unreasonable size',
		);
		expect(one({ says: { size: 1024 * 1000 } })).toBeUndefined();
		const bomb = [{ name: 'fine' }, { name: 'bomb', says: { size: 0xfffffffe } }];
		expect(faultOf(craftedZip(bomb))).toBe('it would unpack to an unreasonable size');
	});

	it('are refused when the first of two wide values is the measure', () => {
		const extra = Buffer.concat([wideSize(10n ** 12n), wideSize(1n)]);

		expect(one({ says: { size: 0xffffffff }, extra: wideSize(1n) })).toBeUndefined();
		expect(typeof one({ says: { size: 0xffffffff }, extra })).toBe('string');
	});

	it.each([
		['two entries that share their bytes', [{}, { says: { start: 0 } }]],
		['an entry inside another', [{ content: 'x'.repeat(200) }, { says: { start: 50 } }]],
		['an entry longer than the file', [{ says: { packed: 100_000 } }]],
		['an entry behind the file', [{ says: { start: 100_000 } }]],
		['an entry that runs into the next', [{ says: { packed: 60 } }, {}]],
		['an entry that runs into the directory', [{ says: { packed: 60 } }]],
		['an entry inside the directory', [{}, { says: { start: 70 } }]],
		['wide values that are missing', [{ says: { packed: 0xffffffff } }]],
		['a wide start that is missing', [{ says: { start: 0xffffffff } }]],
	] as Array<[string, Array<Partial<CraftedEntry>>]>)('are refused: %s', (_, entries) => {
		const zip = craftedZip(entries.map((entry, index) => ({ name: `${index}`, ...entry })));

		expect(faultOf(zip)).toBe('its files do not fit into it');
	});
});

describe('a hostile end', () => {
	it.each([
		['fewer entries than there are', { count: 1 }],
		['no entries', { count: 0 }],
		['more entries than there are', { count: 3 }],
		['a directory that is shorter', { size: 60 }],
		['no directory', { size: 0, count: 0 }],
		['a directory that is longer', { size: 5_000 }],
		['a directory elsewhere', { start: 0 }],
		['a directory behind the file', { start: 0xfffffff0 }],
	])('is refused when it states %s', (_, says) => {
		expect(typeof faultOf(craftedZip([{ name: 'a' }, { name: 'b' }], { says }))).toBe('string');
	});

	it.each([
		['a count', { count: 0xffff }],
		['a size', { size: 0xffffffff }],
		['a start', { start: 0xffffffff }],
	])('is refused when %s is said to be in a wide record that is missing', (_, says) => {
		expect(faultOf(craftedZip([{ name: 'a' }], { says }))).toBe('its end is damaged');
	});

	it('is refused when the narrow and the wide record lead to two directories', async () => {
		const inner = craftedZip([{ name: 'evil' }]);
		const entry = inner.subarray(inner.indexOf('PK\x01\x02'), inner.length - 22);
		const zip = craftedZip([{ name: 'good' }], {
			gap: entry,
			beforeEnd: ({ start, size }) =>
				wideEnd({ start: start - entry.length, size: entry.length, count: 1 }, start + size),
		});
		expect(await listedElsewhere(zip)).toEqual(['evil']);

		expect(typeof faultOf(zip)).toBe('string');
	});

	it('is found behind a comment that looks like an end', () => {
		const comment = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(40, 0x41)]);

		expect(faultOf(craftedZip([{ name: 'a' }], { comment }))).toBeUndefined();
	});
});

describe('what a strict reader refuses', () => {
	const CASES: Array<[string, Buffer]> = [
		['a second disk', craftedZip([{ name: 'a' }], { says: { disk: 1 } })],
		['a second disk in the wide record', secondDisk()],
		['an encrypted entry', craftedZip([{ name: 'a', says: { flags: 0x41 } }])],
		['a sign of strong encryption alone', craftedZip([{ name: 'a', says: { flags: 0x40 } }])],
		['a stored entry of two sizes', craftedZip([{ name: 'a', says: { size: 2, method: 0 } }])],
		[
			'an extra field longer than its place',
			craftedZip([{ name: 'a', extra: extraField(0x5455, Buffer.alloc(5), 500) }]),
		],
	];

	it.each(CASES)('is refused here too: %s', async (_, zip) => {
		expect(await listedElsewhere(zip)).toBeInstanceOf(Error);
		expect(typeof faultOf(zip)).toBe('string');
	});
});

function secondDisk(): Buffer {
	const zip = craftedZip([{ name: 'a' }], {
		beforeEnd: (directory) => wideEnd(directory, directory.start + directory.size),
	});
	zip.writeUInt32LE(1, zip.indexOf('PK\x06\x06', 0, 'latin1') + 16);
	return zip;
}
