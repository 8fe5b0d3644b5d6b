import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness({ sandbox: { pageSize: 20 } });

/** The entries that the editor offers after these IDs were chosen. */
const search = async (method: string, ids: object = {}, more: object = {}) =>
	await harness.engine.listSearch(method, {
		parameters: { resource: 'field', operation: 'update', ...ids },
		...more,
	});

describe('the list of envelopes', () => {
	const envelopes = async (filter?: string) => await search('searchEnvelopes', {}, { filter });

	it('shows name, status and day of the last change, and yields the ID', async () => {
		const lastModifiedAt = '2026-02-03T04:05:06Z';
		const { ID } = harness.sandbox.control.envelope({
			name: 'Lease',
			status: 'sent',
			lastModifiedAt,
		});
		expect(await envelopes()).toEqual({
			results: [{ name: 'Lease (sent, 2026-02-03)', value: ID }],
		});
	});

	it('shows the ID of an envelope that has no name', async () => {
		const body = JSON.stringify({ items: [{ ID: 'x', status: 'sent' }] });
		harness.sandbox.faults.next('GET /sign/envelopes', { kind: 'body', body });
		expect(await envelopes()).toEqual({ results: [{ name: 'x (sent)', value: 'x' }] });
	});

	it('asks for one page at a time, however many envelopes there are', async () => {
		for (let n = 0; n < 30; n++) harness.sandbox.control.envelope({ name: `Contract ${n}` });
		expect((await envelopes()).results).toHaveLength(20);
		expect(harness.sandbox.log.count('GET /sign/envelopes')).toBe(1);
	});

	it('reads on until something matches, since an empty list cannot be scrolled', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'The Needle' });
		for (let n = 0; n < 210; n++) harness.sandbox.control.envelope({ name: `Hay ${n}` });
		const { results, paginationToken } = await envelopes('needle');
		expect(results).toEqual([
			{ name: expect.stringMatching(/^The Needle \(drafted, /) as string, value: ID },
		]);
		expect(paginationToken).toBeUndefined();
	});

	it('says so where it gives up', async () => {
		for (let page = 1; page <= 101; page++) {
			const items = [{ ID: `x${page}`, name: 'Hay' }];
			const body = JSON.stringify({ items, nextPage: `cursor ${page}` });
			harness.sandbox.faults.next('GET /sign/envelopes', { kind: 'body', body });
		}
		await expect(envelopes('needle')).rejects.toThrow('None of the first 100 envelopes');
	});
});

it('the list of envelopes to copy has drafts first, and none that was declined, stopped or deleted', async () => {
	for (const status of ['drafted', 'sealed', 'rejected', 'cancelled'] as const) {
		harness.sandbox.control.envelope({ name: 'Lease', status });
	}
	const { results } = await search('searchTemplates');
	expect(results.map(({ name }) => name.replace(/, .*/, ''))).toEqual([
		'Lease (drafted',
		'Lease (sealed',
	]);
});

describe('of the chosen envelope', () => {
	function chosen() {
		const { ID, documents, participants } = harness.sandbox.control.envelope({
			documents: [{ name: 'Lease.pdf', pages: 2 }, { name: 'Annex.pdf' }],
			participants: [{ email: 'ann@example.com' }, { email: 'bob@example.com', role: 'cc' }],
			fields: true,
		});
		harness.sandbox.control.envelope({ documents: 3 });
		const [lease, annex] = documents;
		lease?.fields.push({ ...lease.fields[0]!, page: 2, type: 'custom', label: 'Customer number' });
		const [ann, bob] = participants;
		return { ids: { envelopeId: byId(ID), documentId: byId(lease?.ID) }, lease, annex, ann, bob };
	}

	it('documents are shown by name, in their order', async () => {
		const { ids, lease, annex } = chosen();
		expect(await search('searchDocuments', ids)).toEqual({
			results: [lease, annex].map((one) => ({ name: one?.name, value: one?.ID })),
		});
	});

	it('people are shown by email address and role', async () => {
		const { ids, ann, bob } = chosen();
		expect(await search('searchParticipants', ids)).toEqual({
			results: [
				{ name: 'ann@example.com (signer)', value: ann?.ID },
				{ name: 'bob@example.com (cc)', value: bob?.ID },
			],
		});
	});

	it('only signers are shown where someone gets a field, also from within a row', async () => {
		const { ids, ann } = chosen();
		const path = 'parameters.fields.field[0].participantId';
		const { results } = await search('searchSigners', ids, { path });
		expect(results).toMatchObject([{ value: ann?.ID }]);
	});

	it('fields of the chosen document are shown by type or label and page', async () => {
		const { ids, lease, annex } = chosen();
		const { results } = await search('searchFields', ids);
		expect(results).toEqual(
			['signature on page 1', 'date on page 1', 'Customer number on page 2'].map((name, n) => ({
				name,
				value: lease?.fields[n]?.ID,
			})),
		);
		const other = await search('searchFields', { ...ids, documentId: byId(annex?.ID) });
		expect(other.results).toEqual([]);
	});

	it('all are found by a part of their name or of their ID', async () => {
		const { ids, lease, annex } = chosen();
		const found = async (filter?: string) =>
			(await search('searchDocuments', ids, { filter })).results.map(({ value }) => value);
		expect(await found(' ANN')).toEqual([annex?.ID]);
		expect(await found(lease?.ID.slice(0, 13))).toEqual([lease?.ID]);
		expect((await search('searchFields', ids, { filter: 'customer' })).results).toHaveLength(1);
		expect((await search('searchParticipants', ids, { filter: 'BOB' })).results).toHaveLength(1);
	});

	it('nothing is shown before the envelope, and then the document, is chosen', async () => {
		const { ids } = chosen();
		const none = { ...ids, envelopeId: byId('') };
		await expect(search('searchFields', none)).rejects.toThrow('Choose the envelope first');
		const expression = { ...ids, documentId: byId('={{ $json.id }}') };
		await expect(search('searchFields', expression)).rejects.toThrow('Choose the document first');
		expect(harness.sandbox.log.count()).toBe(0);
	});
});
