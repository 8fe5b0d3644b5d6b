import {
	readDirectory,
	type Directory,
} from '../../../../../nodes/ESignature/transport/files/zipDirectory';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { endsOf, listedElsewhere, zipFault, zipNames, zipWarnings } from './archives';
import {
	craftedZip,
	extraField,
	unicodePath,
	wideEnd,
	wideSize,
	wideValues,
	type CraftedEntry,
} from './craftedZip';

/** Stands for a value that is in the field of the wide ones. */
const WIDE = 0xffffffff;

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
	const UNSAFE = /^Names that lead out of the folder, or that some systems do not accept: /;

	it.each([
		...['../a', '..', 'a/../b', 'a/..', '../../etc/passwd', '/a', '/', '//server/share', '\\a'],
		...['a\\b', '..\\a', 'C:a', 'c:\\a', 'C:/a', 'a\0.pdf', '\0', 'a/../../b', '..\\..\\b'],
		...['A: annex.pdf', 'Q1\\Q2.pdf', 'a\n.pdf', ''],
	])('is reported, and the file is kept: %j', (name) => {
		const zip = craftedZip([{ name: 'fine' }, { name }]);

		expect(zipFault(endsOf(zip))).toBeUndefined();
		expect(zipWarnings(endsOf(zip))).toEqual([expect.stringMatching(UNSAFE)]);
	});

	it('is reported when it appears twice', () => {
		const zip = craftedZip(['a', 'Contract.pdf', 'Contract.pdf'].map((name) => ({ name })));

		expect(zipWarnings(endsOf(zip))).toEqual([
			'Several files share a name, and a program may unpack only one of them: "Contract.pdf".',
		]);
	});

	it('is compared by its bytes, not by the signs that it decodes to', () => {
		const old = ['\x81', '\x82', '\x83', '\xe9', '\xfc'].map((text) => Buffer.from(text, 'latin1'));
		const zip = craftedZip(old.map((name) => ({ name, says: { flags: 0 } })));

		expect(zipWarnings(endsOf(zip))).toEqual([
			expect.stringMatching(
				/^Names in an old character set, which may look wrong: .* and 2 more\.$/,
			),
		]);
	});

	it('is reported when it stands in the field that readers prefer to the name', () => {
		const evil = unicodePath('../evil');
		const around = (extra: Buffer) => zipWarnings(endsOf(craftedZip([{ name: 'a', extra }])));

		expect(around(evil)).toEqual([expect.stringMatching(UNSAFE)]);
		// Readers take the first of two.
		expect(around(Buffer.concat([evil, unicodePath('fine')]))).toHaveLength(1);
		expect(around(Buffer.concat([unicodePath('fine'), evil]))).toEqual([]);
	});

	it('never brings more than a few names into a warning', () => {
		const names = Array.from({ length: 500 }, (_, index) => `../${index}${'x'.repeat(500)}`);
		const [warning] = zipWarnings(endsOf(craftedZip(names.map((name) => ({ name })))));

		expect(warning).toContain(' and 497 more.');
		expect(warning?.length).toBeLessThan(400);
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

		expect(faultOf(zip)).toBe('its files cannot fit into it');
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

it.each([
	['plainly', 0x01],
	['strongly', 0x41],
	['by the sign of strong encryption alone', 0x40],
])(
	'keeps an archive that is encrypted %s, since whoever has the password can open it',
	(_, flags) => {
		const zip = craftedZip([
			{ name: 'a', content: 'x'.repeat(13), says: { flags, size: 1, method: 0 } },
		]);

		expect(zipWarnings(endsOf(zip))).toEqual([
			'Files that open only with a password, so that their content could not be checked: "a".',
		]);
	},
);

describe('what writers may do', () => {
	const padding = extraField(0, Buffer.alloc(0));

	it('pads with extra fields of one type', () => {
		expect(one({ extra: Buffer.concat([padding, padding, Buffer.alloc(3)]) })).toBeUndefined();
	});

	it('signs the directory', () => {
		const signature = Buffer.from('PK\x05\x05\x03\0abc', 'latin1');
		const zip = craftedZip([{ name: 'a' }], {
			beforeEnd: () => signature,
			says: { size: 46 + 1 + signature.length },
		});

		expect(faultOf(zip)).toBeUndefined();
	});

	it('leaves a gap before the directory, and lists the entries in another order', () => {
		const zip = craftedZip(
			[
				{ name: 'a', says: { start: 32 } },
				{ name: 'b', says: { start: 0 } },
			],
			{
				gap: Buffer.alloc(50),
			},
		);

		expect(faultOf(zip)).toBeUndefined();
	});

	it.each<[string, CraftedEntry['says'], bigint[]]>([
		['size', { size: WIDE }, [3n]],
		['packed size', { packed: WIDE, size: 3 }, [3n]],
		['start', { start: WIDE }, [32n]],
		['size and packed size', { size: WIDE, packed: WIDE }, [5n, 3n]],
		['packed size and start', { packed: WIDE, size: 4, start: WIDE }, [3n, 32n]],
		['all three', { size: WIDE, packed: WIDE, start: WIDE }, [5n, 3n, 32n]],
	])('writes only some values wide: the %s', (_, says, values) => {
		const zip = craftedZip([
			{ name: 'a' },
			{ name: 'b', content: 'xyz', says, extra: wideValues(...values) },
		]);
		const directory = readDirectory(endsOf(zip)) as Directory;
		const size = says?.size === WIDE ? Number(values[0]) : (says?.size ?? 3);

		expect(directory.entries?.[1]).toMatchObject({ size, packed: 3, start: 32 });
		expect(faultOf(zip)).toBeUndefined();
		expect(faultOf(craftedZip([{ name: 'a' }, { name: 'b', content: 'xyz', says }]))).toBeDefined();
	});

	it('leaves the number of the disk to the wide record', () => {
		const zip = craftedZip([{ name: 'a' }], {
			beforeEnd: (directory) => wideEnd(directory, directory.start + directory.size),
			says: { disk: 0xffff },
		});
		zip.writeUInt16LE(0xffff, zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 6);

		expect(faultOf(zip)).toBeUndefined();
	});
});

function secondDisk(): Buffer {
	const zip = craftedZip([{ name: 'a' }], {
		beforeEnd: (directory) => wideEnd(directory, directory.start + directory.size),
	});
	zip.writeUInt32LE(1, zip.indexOf('PK\x06\x06', 0, 'latin1') + 16);
	return zip;
}
