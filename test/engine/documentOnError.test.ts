import type { INodeExecutionData } from 'n8n-workflow';

import { byId, prepareHarness } from '../support/harness';
import { pairs, pdf, UNKNOWN_ID, withFile } from '../support/samples';

const harness = prepareHarness();

/** Three items with a file: the first and the last are good, the other one names an unknown thing. */
function three(operation: string): INodeExecutionData[] {
	const { ID, documents } = harness.sandbox.control.envelope({
		documents: 2,
		status: operation === 'downloadSealed' ? 'sealed' : 'drafted',
	});
	const all = documents.map((document) => document.ID);
	const [first, last] = all;
	const bad = ['add', 'getAll', 'reorder'].includes(operation)
		? { envelope: UNKNOWN_ID, document: first }
		: { envelope: ID, document: UNKNOWN_ID };
	return [{ envelope: ID, document: first }, bad, { envelope: ID, document: last }].map((json) =>
		withFile(pdf(), 'new.pdf', undefined, { ...json, all }),
	);
}

const parameters = (operation: string) => ({
	resource: 'document',
	operation,
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	documentIds: '={{ $json.all }}',
	name: 'new.pdf',
	binaryPropertyName: 'data',
	contentType: '',
});

/** Each item once, although a list has several outputs for one. */
const served = (items: INodeExecutionData[]) => [
	...new Set(pairs(items).map((pair) => (pair as { item: number }).item)),
];

describe.each(['add', 'get', 'getAll', 'rename', 'reorder', 'delete', 'downloadSealed'])(
	'%s',
	(operation) => {
		it('stops at the item that fails and names it', async () => {
			const { error, items } = await harness.engine.run(parameters(operation), {
				items: three(operation),
			});
			expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
			expect(items).toEqual([]);
		});

		it('goes on and answers the item that failed in its place', async () => {
			const { error, items } = await harness.engine.run(parameters(operation), {
				items: three(operation),
				onError: 'continueRegularOutput',
			});
			expect(error).toBeUndefined();
			expect(served(items)).toEqual([0, 1, 2]);
			const failed = items.filter(({ json }) => 'error' in json);
			expect(failed).toMatchObject([
				{
					json: {
						error: expect.stringContaining('not found'),
						details: { statusCode: 404, title: 'Not Found' },
					},
					pairedItem: { item: 1 },
				},
			]);
		});

		it('goes on and sends the item that failed to the error output', async () => {
			const { items, errorItems } = await harness.engine.run(parameters(operation), {
				items: three(operation),
				onError: 'continueErrorOutput',
			});
			expect(served(items)).toEqual([0, 2]);
			expect(errorItems).toMatchObject([{ json: { details: { statusCode: 404 } } }]);
		});
	},
);
