import { listAll } from '../../../../../nodes/ESignature/actions/shared/lists';

describe('a list', () => {
	it('that has no end is read for 100 pages, and is a part of one', async () => {
		let pages = 0;
		const request = async () => {
			pages += 1;
			return { items: [{ ID: String(pages) }], nextPage: `after-${pages}` };
		};
		const { items, missing } = await listAll(
			{ request } as never,
			'GET /sign/envelopes/{envelopeID}/participants',
			{ envelopeID: 'a' as never },
		);

		expect([pages, items.length, missing]).toEqual([100, 100, 'unknown']);
	});
});
