import { createHash } from 'node:crypto';
import fc from 'fast-check';

import {
	fewBytes,
	longId,
	shortId,
	Sketch,
	type SketchEntry,
} from '../../../../nodes/ESignature/polling/sketch';

const entries = fc.uniqueArray(
	fc.record({ id: fc.uuid(), status: fc.integer({ min: 0, max: 255 }) }),
	{ selector: ({ id, status }) => `${id}${status}`, maxLength: 60 },
);
const sketchOf = (...lists: SketchEntry[][]) => {
	const sketch = Sketch.empty();
	for (const entry of lists.flat()) sketch.add(entry);
	return sketch;
};
const inOrder = (list: SketchEntry[]) => list.map(({ id, status }) => `${id} ${status}`).sort();
const many = (count: number): SketchEntry[] =>
	Array.from({ length: count }, (_, n) => ({
		id: `${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
		status: n % 7,
	}));

describe('the summary of a list', () => {
	it('names what two lists do not have in common, and only that', () => {
		fc.assert(
			fc.property(entries, entries, (one, other) => {
				const both = many(500);
				const difference = sketchOf(both, one).minus(sketchOf(both, other)).difference();
				const [ones, others] = [new Set(inOrder(one)), new Set(inOrder(other))];

				expect(difference.isWhole).toBe(true);
				expect(inOrder(difference.more)).toEqual(
					[...ones].filter((text) => !others.has(text)).sort(),
				);
				expect(inOrder(difference.less)).toEqual(
					[...others].filter((text) => !ones.has(text)).sort(),
				);
			}),
			{ numRuns: 50 },
		);
	});

	it('finds 400 differences among 20,000 entries in 26 kB', () => {
		const list = many(20_000);
		const sketch = sketchOf(list);
		const { more, isWhole } = sketch.minus(sketchOf(list.slice(400))).difference();

		expect(isWhole).toBe(true);
		expect(inOrder(more)).toEqual(inOrder(list.slice(0, 400)));
		expect(sketch.pack().length).toBeLessThan(26_000);
	});

	it('says when the differences are too many to be told', () => {
		expect(sketchOf(many(5_000)).minus(Sketch.empty()).difference().isWhole).toBe(false);
	});

	it('is the same after it was written down, and refuses what is no summary', () => {
		const sketch = sketchOf(many(100));
		const read = Sketch.unpack(sketch.pack()) as Sketch;

		expect(read.minus(sketch).difference()).toEqual({ more: [], less: [], isWhole: true });
		expect(Sketch.unpack('AAAA')).toBeUndefined();
		expect(Sketch.unpack(null)).toBeUndefined();
	});

	// As it was stored: if this changes, so must the version of what is stored (packing.ts).
	it('is written down as it always was', () => {
		const stored = createHash('sha256')
			.update(sketchOf(many(100)).pack())
			.digest('hex');

		expect(stored).toBe('753a37200d077948fb934566a2b3ede11c3be1da6001583a6659fa3158c5be46');
		expect(many(3).map(({ id }) => fewBytes(id))).toEqual([
			194_321_700_021_811, 162_870_408_414_231, 129_281_091_901_930,
		]);
	});

	it('counts an entry that was taken out as if it had never been there', () => {
		const sketch = sketchOf(many(10));
		for (const entry of many(10)) sketch.remove(entry);

		expect(sketch.pack()).toBe(Sketch.empty().pack());
	});
});

describe('a short ID', () => {
	it('is the ID again', () => {
		fc.assert(
			fc.property(fc.uuid(), (id) => {
				expect(shortId(id)).toHaveLength(22);
				expect(longId(shortId(id))).toBe(id);
			}),
		);
	});
});
