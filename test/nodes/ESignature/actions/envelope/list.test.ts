import { recentEnvelopes } from '../../../../../nodes/ESignature/actions/envelope/list';

const NOW = Date.UTC(2026, 0, 31);
const HOUR = 3_600_000;

/** A service that has these pages of envelopes, by how many hours ago each was created. */
function service(...pages: number[][]) {
	const request = async (_: string, { query }: { query?: { pageAfter?: string } } = {}) => {
		const page = Number(query?.pageAfter ?? 0);
		const items = (pages[page] ?? []).map((hours, at) => ({
			ID: `0000000${page}-0000-4000-8000-00000000000${at}`,
			createdAt: new Date(NOW - hours * HOUR).toISOString(),
		}));
		return { items, ...(page + 1 < pages.length && { nextPage: String(page + 1) }) };
	};
	return { call: { request } as never };
}

async function all(envelopes: AsyncIterable<{ createdAt?: unknown }>): Promise<number[]> {
	const found: number[] = [];
	for await (const { createdAt } of envelopes) {
		found.push((NOW - Date.parse(String(createdAt))) / HOUR);
	}
	return found;
}

describe('the envelopes among which a new one must be', () => {
	const recent = async (...hours: number[]) =>
		await all(recentEnvelopes(service(hours).call, new Date(NOW)));

	it('end where a list from new to old is older than a day', async () => {
		expect(await recent(0, 1, 24, 25, 26)).toEqual([0, 1, 24, 25]);
	});

	it('may have been created at one time', async () => {
		expect(await recent(1, 1, 25, 25)).toEqual([1, 1, 25]);
	});

	it('are all where the list goes in another order', async () => {
		expect(await recent(1, 0, 25, 26, 2)).toEqual([1, 0, 25, 26, 2]);
		expect(await recent(1, 0, -1, 30, 40)).toEqual([1, 0, -1, 30, 40]);
	});
});
