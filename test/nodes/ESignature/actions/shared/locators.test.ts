import { envelopeId } from '../../../../../nodes/ESignature/actions/shared/locators';

it('the list of envelopes to choose from goes on behind the cursor of the page before', async () => {
	const asked: Array<string | undefined> = [];
	const request = async (_: string, { query }: { query: { pageAfter?: string } }) => {
		asked.push(query.pageAfter);
		return { items: [{ ID: `id-${query.pageAfter}`, name: 'Lease', status: 'sent' }] };
	};
	const result = await envelopeId.search({ request } as never, '', 'second');

	expect(asked).toEqual(['second']);
	expect(result).toEqual({ results: [{ name: 'Lease (sent)', value: 'id-second' }] });
});
