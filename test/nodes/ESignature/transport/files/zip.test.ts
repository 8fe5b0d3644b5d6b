import { checkZip } from '../../../../../nodes/ESignature/transport/files/zip';
import { endsOf, listedElsewhere, zipFault, zipNames, zipOf, type ZipOptions } from './archives';
import { craftedZip } from './craftedZip';

const many = (count: number, length = 10): Array<[string, string]> =>
	Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, '0'), `${index}`]);

const VALID: Array<[string, ZipOptions]> = [
	['three files', {}],
	['three files, not compressed', { compress: false }],
	['one file', { files: [['a', '']] }],
	['wide values', { zip64: true }],
	['a comment', { comment: 'sealed by the service' }],
	['the longest comment', { comment: 'c'.repeat(0xffff) }],
	['a thousand files', { files: many(1_000) }],
	['names that are not English', { files: [['dokumente/\u00dcbergabe \u4f60\u597d.pdf', 'x']] }],
	[
		'dots in names',
		{
			files: [
				['..a', 'x'],
				['a..', 'x'],
				['a/..b/c', 'x'],
				['...', 'x'],
			],
		},
	],
	[
		'a file larger than what is kept of it',
		{ files: [['big', noise(3_000_000)]], compress: false },
	],
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
		['nothing', ''],
		['three bytes', 'PK\x03'],
		['a PDF', '%PDF-1.7 %%EOF'],
		['a web page', '<!doctype html>'],
		['JSON', '{"status":409}'],
		['an executable', `MZ${'\0'.repeat(100)}`],
	])('is not %s', (_, text) => {
		expect(zipFault(endsOf(Buffer.from(text, 'latin1')))).toBe('it is not a ZIP');
	});

	it('without files is refused', async () => {
		expect(zipFault(endsOf(await zipOf({ files: [] })))).toBe('it is empty');
	});

	it('counts neither folders nor empty files, which are no documents', () => {
		const zip = craftedZip([
			{ name: 'documents/', content: '' },
			{ name: 'documents/contract.pdf' },
			{ name: 'empty.pdf', content: '' },
		]);

		expect(checkZip(endsOf(zip))).toBe(1);
	});

	it('with a list longer than what is kept of a file is refused', async () => {
		const zip = await zipOf({ files: many(6_000, 200), compress: false });

		expect(zipFault(endsOf(zip))).toBe('its list of files is unreasonably long');
	});
});

/** Text that does not shrink. */
function noise(length: number): string {
	let seed = 1;
	const next = () => (seed = (seed * 16_807) % 2_147_483_647);
	return Array.from({ length }, () => String.fromCharCode(33 + (next() % 90))).join('');
}
