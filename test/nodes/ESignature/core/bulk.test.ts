import fc from 'fast-check';

import {
	bulkRequests,
	halves,
	type BulkRequest,
	type Contribution,
} from '../../../../nodes/ESignature/core/bulk';
import { draws } from '../../../support/draws';

describe('items that share a target', () => {
	const contribution = (item: number, envelopeID: string, ...entries: string[]) => ({
		item,
		target: { envelopeID },
		entries,
	});

	const sizes = (sequences: Array<Array<BulkRequest<string>>>) =>
		sequences.map((requests) => requests.map(({ members }) => members.length));

	const anyContributions: fc.Arbitrary<Array<Contribution<string>>> = fc
		.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(4)), { maxLength: 40 })
		.map((rows) =>
			rows.map(([envelopeID, count], item) => ({
				item,
				target: { envelopeID },
				entries: Array.from({ length: count }, (_, entry) => `${item}.${entry}`),
			})),
		);

	it('are never mixed, lost, repeated, reordered or too many for one request', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				const requests = bulkRequests(contributions, max).flat();
				for (const envelopeID of ['a', 'b', 'c']) {
					const isFor = ({ target }: { target: object }) =>
						(target as { envelopeID: string }).envelopeID === envelopeID;
					const sent = requests.filter(isFor).flatMap(({ members }) => members);
					const wanted = contributions.filter(isFor).flatMap(({ entries }) => entries);
					expect(sent.map(({ entry }) => entry)).toEqual(wanted);
				}
				expect(requests.every(({ members: { length } }) => length >= 1 && length <= max)).toBe(
					true,
				);
			}),
			{ numRuns: draws(1_000) },
		);
	});

	it('use as few requests as their number allows', () => {
		const contributions = Array.from({ length: 401 }, (_, item) =>
			contribution(item, 'a', `${item}`),
		);

		expect(sizes(bulkRequests(contributions, 200))).toEqual([[200, 200, 1]]);
		expect(sizes(bulkRequests(contributions.slice(0, 200), 200))).toEqual([[200]]);
		expect(bulkRequests([], 200)).toEqual([]);
	});

	it('come apart in halves by item, until each has a request of its own', () => {
		const rows = [
			contribution(0, 'a', '1', '2'),
			contribution(1, 'a', '3'),
			contribution(2, 'a', '4'),
		];
		const [request] = bulkRequests(rows, 9).flat();
		const parts = halves(request as BulkRequest<string>);
		const [first, second] = parts as [BulkRequest<string>, BulkRequest<string>];

		expect(parts.map(({ members }) => members.map(({ entry }) => entry))).toEqual([
			['1', '2', '3'],
			['4'],
		]);
		expect(parts.map(({ target }) => target)).toEqual([request?.target, request?.target]);
		expect(halves(first)).toHaveLength(2);
		expect(halves(second)).toEqual([]);
		expect(halves(halves(first)[0] as BulkRequest<string>)).toEqual([]);
	});

	it('leave out the entries that an earlier attempt has done', () => {
		const sequences = bulkRequests(
			[contribution(0, 'a', 'x', 'y'), contribution(1, 'a', 'z')],
			2,
			({ at }) => at === 0,
		);

		expect(sequences.flat().flatMap(({ members }) => members)).toEqual([
			{ item: 0, at: 1, entry: 'y' },
		]);
	});

	describe('entries that are the same thing', () => {
		const duplicateKey = (entry: string) => entry.toLowerCase();
		const alike = [
			{ ...contribution(0, 'a', 'x', 'y'), duplicateKey },
			{ ...contribution(1, 'a', 'Y', 'z'), duplicateKey },
			{ ...contribution(2, 'a', 'X'), duplicateKey },
		];
		const entries = (requests: Array<{ members: Array<{ entry: string }> }>) =>
			requests.map(({ members }) => members.map(({ entry }) => entry).join(''));

		it('stay together and count once', () => {
			expect(entries(bulkRequests(alike, 2).flat())).toEqual(['xXyY', 'z']);
			expect(entries(bulkRequests(alike, 3).flat())).toEqual(['xXyYz']);
		});

		it('stay together also when a request comes apart', () => {
			const [request] = bulkRequests(alike, 200).flat();
			expect(entries(request ? halves(request) : [])).toEqual(['xXyY', 'z']);
		});
	});
});
