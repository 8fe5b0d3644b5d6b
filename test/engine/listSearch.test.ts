import type { INodeTypeDescription } from 'n8n-workflow';

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

	it('asks for one page at a time, however many envelopes there are', async () => {
		for (let n = 0; n < 130; n++) harness.sandbox.control.envelope({ name: `Contract ${n}` });
		const first = await search();
		expect(first.results).toHaveLength(20);
		expect(harness.sandbox.log.count('GET /sign/envelopes')).toBe(1);
		const second = await search('', first.paginationToken as string);
		expect(second.results).toHaveLength(20);
		expect(harness.sandbox.log.count('GET /sign/envelopes')).toBe(2);
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
});

describe('the list of fields', () => {
	const search = async (envelopeId: unknown, documentId: unknown, filter?: string) =>
		await harness.engine.listSearch('searchFields', {
			parameters: {
				resource: 'field',
				operation: 'update',
				envelopeId: byId(envelopeId),
				documentId: byId(documentId),
			},
			filter,
		});

	function withFields() {
		const { ID, documents, participants } = harness.sandbox.control.envelope({
			documents: [{ name: 'contract.pdf', pages: 2 }, { name: 'annex.pdf' }],
			fields: true,
		});
		const [contract, annex] = documents;
		contract?.fields.push({
			ID: '00000000-0000-4000-8000-0000000000a1',
			documentID: contract.ID,
			participantID: participants[0]?.ID ?? '',
			boundingBox: [1, 2, 3, 4],
			page: 2,
			type: 'custom',
			label: 'Customer number',
		});
		return { ID, contract, annex };
	}

	it('shows type or label and the page, for the chosen document only', async () => {
		const { ID, contract, annex } = withFields();
		expect((await search(ID, contract?.ID)).results).toEqual(
			['signature on page 1', 'date on page 1', 'Customer number on page 2'].map((name, n) => ({
				name,
				value: contract?.fields[n]?.ID,
			})),
		);
		expect((await search(ID, annex?.ID)).results).toEqual([]);
	});

	it('finds a field by its label', async () => {
		const { ID, contract } = withFields();
		const { results } = await search(ID, contract?.ID, 'customer');
		expect(results).toMatchObject([{ value: contract?.fields[2]?.ID }]);
	});

	it('asks for the envelope first, then for the document', async () => {
		const { ID } = withFields();
		await expect(search('', '')).rejects.toThrow('Choose the envelope first');
		await expect(search(ID, '={{ $json.id }}')).rejects.toThrow('Choose the document first');
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

describe('the list of people who can have a field', () => {
	/** The lists behind the locators of a form, also of those inside rows and collections. */
	function listsOf(operation: string): string[] {
		const [node] = harness.engine.types.nodes;
		const { properties } = node?.description as INodeTypeDescription;
		const shown = properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes('field') && show.operation?.includes(operation),
		);
		return JSON.stringify(shown).match(/(?<="searchListMethod":")\w+/g) ?? [];
	}

	it.each(['create', 'createMany', 'update'])(
		'is the one that the form opens (%s)',
		(operation) => {
			expect(listsOf(operation)).toContain('searchSigners');
			expect(listsOf(operation)).not.toContain('searchParticipants');
		},
	);

	it('shows signers only, also from within a row', async () => {
		const { ID, participants } = harness.sandbox.control.envelope({
			participants: [
				{ email: 'ann@example.com' },
				{ email: 'copy@example.com', role: 'cc' },
				{ email: 'bob@example.com' },
			],
		});
		const { results } = await harness.engine.listSearch('searchSigners', {
			parameters: { resource: 'field', operation: 'createMany', envelopeId: byId(ID) },
			path: 'parameters.fields.field[0].participantId',
		});
		expect(results).toEqual(
			[participants[0], participants[2]].map((one) => ({
				name: `${one?.email} (signer)`,
				value: one?.ID,
			})),
		);
	});
});
