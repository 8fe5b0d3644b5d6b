import type { Fault } from '../../sandbox';
import { prepareGround } from '../support/ground';

const ground = prepareGround({ sandbox: { pageSize: 3 } });
const LIST = 'GET /sign/envelopes';
afterEach(() => jest.restoreAllMocks());

const parameters = (more: object = { returnAll: true }) => ({
	resource: 'envelope',
	operation: 'getAll',
	filters: {},
	...more,
});

/** In the order of the list: newest first. */
const some = (count: number) =>
	Array.from({ length: count }, (_, n) => ground.sandbox.control.envelope({ name: `No. ${n}` }))
		.map(({ ID }) => ID)
		.reverse();

const short = (n: number) => ({
	ID: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
	name: `No. ${n}`,
	status: 'sent',
	createdAt: '2026-01-01T00:00:00.000Z',
	lastModifiedAt: '2026-01-01T00:00:00.000Z',
});
const page = (numbers: number[], nextPage?: unknown, total?: unknown): Fault => ({
	kind: 'body',
	body: JSON.stringify({ items: numbers.map(short), nextPage, total }),
});
const cursors = () =>
	ground.sandbox.log.requests
		.filter(({ route }) => route === LIST)
		.map(({ query }) => query.pageAfter);

it('follows the pages to the last one', async () => {
	const IDs = some(7);
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.ID)).toEqual(IDs);
	expect(items[0]).toEqual({
		json: {
			ID: IDs[0],
			name: 'No. 6',
			status: 'drafted',
			createdAt: expect.any(String),
			lastModifiedAt: expect.any(String),
		},
		pairedItem: { item: 0 },
	});
	// Three pages, and the first one again.
	expect(ground.sandbox.log.count(LIST)).toBe(4);
	expect(ground.sandbox.log.maxInFlight).toBe(1);
});

it.each([
	[1, 1],
	[3, 1],
	[4, 2],
	[6, 2],
	[100, 4],
])('reads no more pages than a limit of %i needs', async (limit, requests) => {
	const IDs = some(7);
	const { items } = await ground.engine.run(parameters({ returnAll: false, limit }));
	expect(items.map(({ json }) => json.ID)).toEqual(IDs.slice(0, limit));
	expect(ground.sandbox.log.count(LIST)).toBe(requests);
});

it('returns 50 unless told otherwise', async () => {
	some(52);
	const { items } = await ground.engine.run({ resource: 'envelope', operation: 'getAll' });
	expect(items).toHaveLength(50);
});

it.each([0, -1, 1.5, '={{ "many" }}', '={{ $json.none }}'])(
	'refuses a limit of %s',
	async (limit) => {
		const { error } = await ground.engine.run(parameters({ returnAll: false, limit }));
		expect(error?.message).toBe("'Limit' must be a whole number, 1 or greater");
		expect(ground.sandbox.log.count()).toBe(0);
	},
);

it('returns nothing, and no error, where there is nothing', async () => {
	const { items, error, status } = await ground.engine.run(parameters());
	expect([items, error, status]).toEqual([[], undefined, 'success']);
});

it('returns an envelope that moved to the next page once', async () => {
	ground.sandbox.faults.next(LIST, page([1, 2, 3], 'b'));
	ground.sandbox.faults.next(LIST, page([3, 2, 4]));
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1', 'No. 2', 'No. 3', 'No. 4']);
});

it('goes on after an empty page that has a next one', async () => {
	ground.sandbox.faults.next(LIST, page([], 'b'));
	ground.sandbox.faults.next(LIST, page([1]));
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1']);
	expect(cursors()).toEqual([undefined, 'b', undefined]);
});

it.each([
	['to itself', ['a', 'a'], [undefined, 'a']],
	['back to an earlier page', ['a', 'b', 'c', 'a'], [undefined, 'a', 'b', 'c']],
])('ends with an error, not with a part, when a cursor leads %s', async (_, next, asked) => {
	next.forEach((cursor, n) => ground.sandbox.faults.next(LIST, page([n], cursor)));
	ground.sandbox.faults.always(LIST, { kind: 'status', status: 404 });
	const { items, error } = await ground.engine.run(parameters());
	expect(error?.message).toContain('envelopes repeat');
	expect(cursors()).toEqual(asked);
	expect(items).toEqual([]);
});

it('ends where an empty page names itself as the next one', async () => {
	ground.sandbox.faults.next(LIST, page([1, 2], 'a'));
	ground.sandbox.faults.next(LIST, page([], 'a'));
	ground.sandbox.faults.next(LIST, page([1, 2], 'a'));
	const { items, error } = await ground.engine.run(parameters());
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1', 'No. 2']);
});

describe.each([400, 404, 410, 416])('a further page that is refused with %s', (status) => {
	const refuse = (...totals: unknown[]) => {
		totals.forEach((total, n) =>
			ground.sandbox.faults.next(LIST, page([2 * n, 2 * n + 1], `c${n}`, total)),
		);
		ground.sandbox.faults.next(LIST, { kind: 'status', status });
		ground.sandbox.faults.always(LIST, page([0, 1], 'c0', totals[0]));
	};

	it('is the end when as many were announced as were read', async () => {
		refuse(4, '4');
		const { items, error } = await ground.engine.run(parameters());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(4);
	});

	it.each([
		['nothing was announced', undefined],
		['more were announced', 5],
		['a page counts only itself', 2],
	])('is an error that says how many were read when %s', async (_, total) => {
		refuse(total, total);
		const { items, error } = await ground.engine.run(parameters());
		expect(items).toEqual([]);
		expect(error?.description).toContain('refused the next page of the list after 4 envelopes');
		expect(error?.description).toContain('The service says: Planned by the fault plan.');
	});
});

it('says nothing about pages when the first one is refused', async () => {
	ground.sandbox.faults.always(LIST, { kind: 'status', status: 404 });
	const { error } = await ground.engine.run(parameters());
	expect(error?.description).not.toContain('next page');
});

it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'is an error, not a part of the list, when a page cannot be read (mode %s)',
	async (onError) => {
		some(7);
		ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 }, 2);
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 503 });
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { items, errorItems, error } = await ground.engine.run(parameters(), { onError });
		const failed = onError === 'continueErrorOutput' ? errorItems : items;
		if (onError) {
			expect(failed).toHaveLength(1);
			expect(failed[0]?.json.error).toContain('The service had an internal problem');
			expect([...items, ...errorItems]).toHaveLength(1);
		} else {
			expect(items).toEqual([]);
			expect(error).toMatchObject({ httpCode: '503' });
		}
	},
);

it('reads a page again that was not answered, and loses nothing', async () => {
	const IDs = some(7);
	ground.sandbox.faults.next(LIST, { kind: 'delay', ms: 0 });
	ground.sandbox.faults.next(LIST, { kind: 'reset', when: 'body' });
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.ID)).toEqual(IDs);
});

it.each([
	['a number', 7, '7'],
	['a number of 64 bits', 12345678901234567890n, '12345678901234567890'],
	['a link', 'https://elsewhere.example/sign/envelopes?pageAfter=b%2F1', 'b/1'],
	['a path', '/sign/envelopes?size=3&pageAfter=b', 'b'],
])('follows a cursor that is %s', async (_, nextPage, asked) => {
	const body = `{"items":[${JSON.stringify(short(1))}],"nextPage":${
		typeof nextPage === 'bigint' ? nextPage : JSON.stringify(nextPage)
	}}`;
	ground.sandbox.faults.next(LIST, { kind: 'body', body });
	ground.sandbox.faults.next(LIST, page([2]));
	ground.sandbox.faults.always(LIST, page([1]));
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1', 'No. 2']);
	expect(cursors()).toEqual([undefined, asked, undefined]);
});

it.each([null, '', false, 'null', { pageAfter: null }])(
	'ends where the next page is %j',
	async (nextPage) => {
		ground.sandbox.faults.always(LIST, page([1], nextPage));
		const { items } = await ground.engine.run(parameters());
		expect(items).toHaveLength(1);
		expect(cursors()).toEqual([undefined]);
	},
);

it.each<[string, Fault]>([
	['shows nothing', page([])],
	['shows the same', page([1], 0)],
	['is refused', { kind: 'status', status: 400 }],
	['is not found', { kind: 'status', status: 404 }],
])('ends where the next page is 0 and %s', async (_, then) => {
	ground.sandbox.faults.next(LIST, page([1], 0));
	ground.sandbox.faults.next(LIST, then);
	ground.sandbox.faults.always(LIST, page([1], 0));
	const { items, error } = await ground.engine.run(parameters());
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(cursors().slice(0, 2)).toEqual([undefined, '0']);
});

it('is an error where the next page is 0 and reading it goes wrong', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	ground.sandbox.faults.next(LIST, page([1], 0));
	ground.sandbox.faults.always(LIST, { kind: 'status', status: 503 });
	const { items, error } = await ground.engine.run(parameters());
	expect(items).toEqual([]);
	expect(error).toMatchObject({ httpCode: '503' });
});

it('follows pages that are counted from 0', async () => {
	for (const one of [page([1], 0), page([2], 1), page([3])]) ground.sandbox.faults.next(LIST, one);
	ground.sandbox.faults.always(LIST, page([1], 0));
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1', 'No. 2', 'No. 3']);
	expect(cursors()).toEqual([undefined, '0', '1', undefined]);
});

it('finds what stands behind many empty pages, each with a new cursor', async () => {
	ground.sandbox.faults.next(LIST, page([1], 'first'));
	for (let n = 0; n < 60; n++) ground.sandbox.faults.next(LIST, page([], `cursor ${n}`));
	ground.sandbox.faults.next(LIST, page([2]));
	ground.sandbox.faults.always(LIST, page([1], 'first'));
	const { items, error } = await ground.engine.run(parameters());
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.name)).toEqual(['No. 1', 'No. 2']);
});

it('ends with an error when empty pages have new cursors for ever', async () => {
	for (let n = 0; n < 400; n++) ground.sandbox.faults.next(LIST, page([], `cursor ${n}`));
	const { items, error } = await ground.engine.run(parameters());
	expect(items).toEqual([]);
	expect(error?.message).toContain('bring nothing new');
	expect(cursors().length).toBeLessThan(300);
});

it('ends with an error, and soon, when every page has a new cursor and nothing new', async () => {
	for (let n = 0; n < 200; n++) ground.sandbox.faults.next(LIST, page([1], `cursor ${n}`));
	const { items, error } = await ground.engine.run(parameters());
	expect(items).toEqual([]);
	expect(error?.message).toContain('bring nothing new');
	expect(error?.description).toContain('a partial list would look complete');
	expect(cursors().length).toBeLessThan(30);
});

it('ends with an error when it is not said where the next page is', async () => {
	ground.sandbox.faults.always(LIST, page([1], true));
	const { items, error } = await ground.engine.run(parameters());
	expect(items).toEqual([]);
	expect(error?.message).toContain('does not say how to get them');
});

it('finds what moved to the beginning of the list while it was read', async () => {
	const read = [page([1, 2], 'b'), page([3, 4], 'c'), page([6])];
	// 5 moved from the third page to the first one, and then 7 was created.
	const again = [page([5, 1], 'b'), page([2, 3], 'c')];
	const onceMore = [page([7, 5], 'b'), page([1, 2], 'c'), page([7, 5], 'b')];
	for (const one of [...read, ...again, ...onceMore]) ground.sandbox.faults.next(LIST, one);
	const { items } = await ground.engine.run(parameters());
	expect(items.map(({ json }) => json.name)).toEqual([1, 2, 3, 4, 6, 5, 7].map((n) => `No. ${n}`));
	expect(cursors()).toEqual([undefined, 'b', 'c', undefined, 'b', undefined, 'b', undefined]);
});

it('loses nothing of a list that grows while it is read', async () => {
	some(10);
	// Made when the request for a page arrives.
	const whenAsked = (name: string) => ({
		then: (resolve: (made: unknown) => void) => resolve(ground.sandbox.control.envelope({ name })),
	});
	for (let n = 0; n < 4; n++) {
		const until = whenAsked(`late ${n}`) as unknown as Promise<unknown>;
		ground.sandbox.faults.next(LIST, { kind: 'hold', until });
	}
	const { items } = await ground.engine.run(parameters());
	expect(new Set(items.map(({ json }) => json.ID)).size).toBe(14);
});

it('survives names, states and times that are null', async () => {
	const items = [{ ...short(1), name: null, status: null, lastModifiedAt: null }, short(2)];
	ground.sandbox.faults.always(LIST, { kind: 'body', body: JSON.stringify({ items }) });
	const found = async (filters: object) =>
		(await ground.engine.run(parameters({ returnAll: true, filters }))).items.map(({ json }) =>
			String(json.ID).slice(-1),
		);
	expect(await found({})).toEqual(['1', '2']);
	expect(await found({ nameContains: 'no.' })).toEqual(['2']);
	expect(await found({ status: ['sent'] })).toEqual(['2']);
	expect(await found({ modifiedAfter: '2025-01-01' })).toEqual(['1', '2']);
});

it.each([
	'2026-01-31T12:00:00',
	'2026-01-31 12:00:00.123456',
	'2026-01-31T12:00:00+00:00',
	1769860800,
])('takes a time of the service for UTC, wherever this n8n is (%s)', async (lastModifiedAt) => {
	const items = [{ ...short(1), lastModifiedAt }];
	ground.sandbox.faults.always(LIST, { kind: 'body', body: JSON.stringify({ items }) });
	const found = async (filters: object) =>
		(await ground.engine.run(parameters({ returnAll: true, filters }))).items.length;
	expect(await found({ modifiedAfter: '2026-01-31T12:00:00Z' })).toBe(1);
	expect(await found({ modifiedAfter: '2026-01-31T12:00:01Z' })).toBe(0);
	expect(await found({ modifiedBefore: '2026-01-31T12:00:01Z' })).toBe(1);
	expect(await found({ modifiedBefore: '2026-01-31T12:00:00Z' })).toBe(0);
});

it('keeps the digits of numbers beyond what JavaScript can hold', async () => {
	const body = `{"items":[{"ID":"${short(1).ID}","revision":9007199254740993}]}`;
	ground.sandbox.faults.always(LIST, { kind: 'body', body });
	const { items } = await ground.engine.run(parameters());
	expect(items[0]?.json.revision).toBe('9007199254740993');
});
