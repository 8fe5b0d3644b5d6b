import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { execute } from '../../../../nodes/ESignature/core/run';

const MESSAGE = "This node has no operation 'fly' for 'envelope'";

/** One item that fails, in a node with this setting. */
async function failedItem(onError: INode['onError']): Promise<INodeExecutionData> {
	const parameters: Record<string, string> = { resource: 'envelope', operation: 'fly' };
	const host = {
		getInputData: () => [{ json: { name: 'First' } }],
		getNode: () => ({ name: 'Node', onError, parameters }),
		continueOnFail: () => true,
		getNodeParameter: (name: string) => parameters[name],
		getExecutionCancelSignal: () => undefined,
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			clientId: 'client',
			clientSecret: 'secret',
		}),
	};
	const [items] = await execute(host as unknown as IExecuteFunctions, []);
	return items?.[0] as INodeExecutionData;
}

it('is chosen for a failed item by every version of n8n, and keeps the details', async () => {
	const item = await failedItem('continueErrorOutput');

	// n8n before 2.36 looks for an error beside the JSON, and passes on a copy of the item.
	expect(item.error).toMatchObject({ message: MESSAGE });
	expect({ ...item }).toEqual({
		json: { error: MESSAGE, details: { description: expect.any(String), outcome: 'notDone' } },
		pairedItem: { item: 0 },
	});
});

it('needs no mark where failed items stay in their place: n8n would drop the details', async () => {
	const item = await failedItem('continueRegularOutput');

	expect(item.error).toBeUndefined();
	expect(item.json).toMatchObject({ error: MESSAGE, details: {} });
});
