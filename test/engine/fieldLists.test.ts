import type { INodeTypeDescription } from 'n8n-workflow';

import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();

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
