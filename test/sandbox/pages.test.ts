import type { EnvelopePage } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox({ pageSize: 3 }, (opened) => ({ sandbox, client } = opened));

const page = async (query = '') =>
	(await client.call<EnvelopePage>(`GET /sign/envelopes${query}`)).body;

const make = (count: number) =>
	Array.from({ length: count }, () => sandbox.control.envelope().ID).reverse();

const IDs = ({ items }: EnvelopePage) => items.map(({ ID }) => ID);

it('lists short envelopes, newest first, with a cursor as long as more follow', async () => {
	const all = make(7);
	const first = await page();
	const second = await page(`?pageAfter=${first.nextPage}`);
	const third = await page(`?pageAfter=${second.nextPage}`);
	expect([first, second, third].map(IDs)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
	expect(third).not.toHaveProperty('nextPage');
	expect(Object.keys(first.items[0]!).sort()).toEqual(
		['ID', 'createdAt', 'lastModifiedAt', 'name', 'status'].sort(),
	);
});

it('has no next page when the last one is exactly full', async () => {
	make(3);
	expect(await page()).not.toHaveProperty('nextPage');
});

it('pages backwards to what stands right before the cursor', async () => {
	const all = make(7);
	const first = await page();
	const second = await page(`?pageAfter=${first.nextPage}`);
	const back = await page(`?pageBefore=${second.nextPage}`);
	expect(IDs(back)).toEqual(all.slice(2, 5));
});

it('goes on behind a cursor whose envelope is deleted, and shows no new one twice', async () => {
	const all = make(6);
	const first = await page();
	await client.call(`DELETE /sign/envelopes/${all[2]}`);
	make(2);
	expect(IDs(await page(`?pageAfter=${first.nextPage}`))).toEqual(all.slice(3));
});

it('sorts by the time of creation', async () => {
	const old = sandbox.control.envelope({ createdAt: '2020-01-01T00:00:00.000Z' });
	const recent = sandbox.control.envelope();
	expect(IDs(await page())).toEqual([recent.ID, old.ID]);
	expect(old.createdAt).toBe('2020-01-01T00:00:00.000Z');
});

it.each(['?pageAfter=nonsense', '?pageAfter=a&pageBefore=b', '?pageAfter=a&pageAfter=b'])(
	'refuses the query %s',
	async (query) => {
		const answer = await client.call(`GET /sign/envelopes${query}`);
		expect(answer).toMatchObject({ status: 400, body: { validation_errors: expect.any(Object) } });
	},
);
