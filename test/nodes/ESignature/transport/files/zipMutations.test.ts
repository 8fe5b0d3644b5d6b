import fc from 'fast-check';

import { endsOf, listedElsewhere, zipFault, zipNames, zipOf } from './archives';
import { draws } from '../../../../support/draws';

const RUNS = draws(8_000);

/** What a strict reader refuses and the hostile tests cover one by one. */
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

	it('never raises another error, not even when it is made of nothing but signatures', () => {
		const signatures = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07'];
		const words = fc.oneof(
			fc.constantFrom(...signatures).map((text) => Buffer.from(text, 'latin1')),
			fc.constantFrom('ffffffff', 'ffff', '00000000', '0000', '0100', '16000000').map(hex),
			fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
		);
		fc.assert(
			fc.property(fc.array(words, { maxLength: 40 }), fc.nat(30), (parts, comment) => {
				const end = Buffer.alloc(22 + comment, 0xff);
				end.writeUInt32LE(0x06054b50, 0);
				end.writeUInt16LE(comment, 20);
				const zip = Buffer.concat([hex('504b0304'), ...parts, end]);
				return typeof zipFault(endsOf(zip)) === 'string' && Array.isArray(zipNames(zip));
			}),
			{ numRuns: draws(20_000) },
		);
	});
});

function hex(text: string): Buffer {
	return Buffer.from(text, 'hex');
}
