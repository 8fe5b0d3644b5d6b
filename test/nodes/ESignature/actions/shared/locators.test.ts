import { envelopeId } from '../../../../../nodes/ESignature/actions/shared/locators';

type Asked = { query: { pageAfter?: string } };

describe('the list of envelopes to choose from', () => {
	const search = async (nextPage: (asked: string | undefined) => string | undefined) => {
		const asked: Array<string | undefined> = [];
		const request = async (_: string, { query }: Asked) => {
			asked.push(query.pageAfter);
			const items = [{ ID: `id-${query.pageAfter}`, name: 'Lease', status: 'sent' }];
			return { items, nextPage: nextPage(query.pageAfter) };
		};
		const result = await envelopeId.search({ request } as never, '', 'second');
		return { asked, result };
	};

	it('goes on behind the cursor of the page before', async () => {
		const { asked, result } = await search(() => undefined);

		expect(asked).toEqual(['second']);
		expect(result).toEqual({ results: [{ name: 'Lease (sent)', value: 'id-second' }] });
	});

	it('ends where a page leads to itself', async () => {
		const { asked, result } = await search(() => 'second');

		expect(asked).toEqual(['second']);
		expect(result).not.toHaveProperty('paginationToken');
	});
});
