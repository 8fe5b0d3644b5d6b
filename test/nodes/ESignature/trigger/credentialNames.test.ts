import type { IWebhookFunctions } from 'n8n-workflow';

import { keyIdsOf, newerKeys } from '../../../../nodes/ESignature/trigger/credential';

it('keeps the names of a credential that cannot be read for a moment', async () => {
	const read = jest
		.fn()
		.mockResolvedValueOnce({ clientId: 'client', clientSecret: 'secret', webhookKeyId: 'key' })
		.mockRejectedValue(new Error('away'));
	const host = {
		getWorkflow: () => ({ id: 'names' }),
		getNode: () => ({ id: 'n', credentials: { eSignatureApi: { id: 'c', name: '' } } }),
		getCredentials: read,
	} as unknown as IWebhookFunctions;

	expect(await newerKeys(host, 0)).toMatchObject({ readable: true });
	expect(await newerKeys(host, Infinity)).toMatchObject({ readable: false });
	expect(await keyIdsOf(host)).toEqual(['key', 'client']);
});
