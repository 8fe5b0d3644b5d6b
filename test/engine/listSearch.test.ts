import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness({ sandbox: { pageSize: 20 } });

describe('the list of envelopes', () => {
	const search = async (filter?: string, paginationToken?: string) =>
		await harness.engine.listSearch('searchEnvelopes', {
			parameters: { resource: 'envelope', operation: 'get' },
			filter,
			paginationToken,
		});

	it('shows name and status and yields the ID', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'Lease', status: 'sent' });
		expect(await search()).toEqual({ results: [{ name: 'Lease (sent)', value: ID }] });
	});

	it('shows the ID of an envelope that has no name', async () => {
		const body = JSON.stringify({ items: [{ ID: 'x', status: 'sent' }] });
		harness.sandbox.faults.next('GET /sign/envelopes', { kind: 'body', body });
		expect(await search()).toEqual({ results: [{ name: 'x (sent)', value: 'x' }] });
	});

	it('finds an envelope by a part of its name, whatever page it is on', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'The Needle' });
		for (let n = 0; n < 90; n++) harness.sandbox.control.envelope({ name: `Hay ${n}` });
		const { results } = await search('needle');
		expect(results).toEqual([expect.objectContaining({ value: ID })]);
	});

	it('goes on where it stopped when more is asked for', async () => {
		for (let n = 0; n < 130; n++) harness.sandbox.control.envelope({ name: `Contract ${n}` });
		const seen = new Set<unknown>();
		let cursor: unknown;
		do {
			const { results, paginationToken } = await search('', cursor as string | undefined);
			results.forEach(({ value }) => seen.add(value));
			cursor = paginationToken;
		} while (cursor);
		expect(seen.size).toBe(130);
	});

	it('asks for one page at a time, however many envelopes there are', async () => {
		for (let n = 0; n < 130; n++) harness.sandbox.control.envelope({ name: `Contract ${n}` });
		const first = await search();
		expect(first.results).toHaveLength(20);
		expect(harness.sandbox.log.count('GET /sign/envelopes')).toBe(1);
		const second = await search('', first.paginationToken as string);
		expect(second.results).toHaveLength(20);
		expect(harness.sandbox.log.count('GET /sign/envelopes')).toBe(2);
	});

	it('ends when a cursor leads to itself', async () => {
		harness.sandbox.faults.always('GET /sign/envelopes', {
			kind: 'body',
			body: JSON.stringify({ items: [{ ID: 'x', name: 'n', status: 's' }], nextPage: 'again' }),
			contentType: 'application/json',
		});
		const { results, paginationToken } = await search();
		expect(results.length).toBeLessThanOrEqual(2);
		expect(paginationToken).toBeUndefined();
	});

	it('reads on until something matches, since an empty list cannot be scrolled', async () => {
		const { ID } = harness.sandbox.control.envelope({ name: 'The Needle' });
		for (let n = 0; n < 210; n++) harness.sandbox.control.envelope({ name: `Hay ${n}` });
		const { results, paginationToken } = await search('needle');
		expect(results).toEqual([{ name: 'The Needle (drafted)', value: ID }]);
		expect(paginationToken).toBeUndefined();
	});

	it('says so where it gives up', async () => {
		for (let page = 1; page <= 101; page++) {
			const items = [{ ID: `x${page}`, name: 'Hay' }];
			const body = JSON.stringify({ items, nextPage: `cursor ${page}` });
			harness.sandbox.faults.next('GET /sign/envelopes', { kind: 'body', body });
		}
		await expect(search('needle')).rejects.toThrow('None of the first 100 envelopes');
	});

	it('explains a wrong secret', async () => {
		harness.engine.credential.edit({ clientSecret: 'wrong' });
		await expect(search()).rejects.toThrow('did not accept the Client ID and Client Secret');
	});
});

describe('the list of envelopes to copy', () => {
	it('has none that was declined, stopped or deleted', async () => {
		for (const status of ['drafted', 'sealed', 'rejected', 'cancelled'] as const) {
			harness.sandbox.control.envelope({ name: 'Lease', status });
		}
		const { results } = await harness.engine.listSearch('searchTemplates', {
			parameters: { resource: 'envelope', operation: 'createFromTemplate' },
		});
		expect(results.map(({ name }) => name)).toEqual(['Lease (sealed)', 'Lease (drafted)']);
	});
});

describe('the list of participants', () => {
	const search = async (envelopeId: unknown, filter?: string) =>
		await harness.engine.listSearch('searchParticipants', {
			parameters: { resource: 'participant', operation: 'getAll', envelopeId: envelopeId as never },
			filter,
		});

	it('shows the people of the chosen envelope', async () => {
		const { ID, participants } = harness.sandbox.control.envelope({
			participants: [
				{ email: 'ann@example.com', role: 'signer' },
				{ email: 'bob@example.com', role: 'cc' },
			],
		});
		expect(await search(byId(ID), 'BOB')).toEqual({
			results: [{ name: 'bob@example.com (cc)', value: participants[1]?.ID }],
		});
	});

	it.each([[''], ['={{ $json.id }}']])(
		'asks for the envelope first when there is %j',
		async (value) => {
			await expect(search(byId(value))).rejects.toThrow('Choose the envelope first');
			expect(harness.sandbox.log.count()).toBe(0);
		},
	);
});

describe('the list of documents', () => {
	const search = async (envelopeId: unknown, filter?: string) =>
		await harness.engine.listSearch('searchDocuments', {
			parameters: { resource: 'document', operation: 'get', envelopeId: byId(envelopeId) },
			filter,
		});

	it('shows the documents of the chosen envelope in their order', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ documents: 3 });
		harness.sandbox.control.envelope({ documents: 2 });
		expect(await search(ID)).toEqual({
			results: documents.map((document) => ({ name: document.name, value: document.ID })),
		});
	});

	it('finds a document by a part of its name or of its ID', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({
			documents: [{ name: 'Lease.pdf' }, { name: 'Annex.pdf' }],
		});
		const [lease, annex] = documents;
		expect((await search(ID, ' ANN')).results).toMatchObject([{ value: annex?.ID }]);
		expect((await search(ID, lease?.ID.slice(0, 13))).results).toMatchObject([
			{ value: lease?.ID },
		]);
	});

	it.each([[''], ['={{ $json.id }}']])(
		'asks for the envelope first when there is %j',
		async (value) => {
			await expect(search(value)).rejects.toThrow('Choose the envelope first');
			expect(harness.sandbox.log.count()).toBe(0);
		},
	);
});
