import type { IWebhookFunctions } from 'n8n-workflow';

import { credentialOf } from '../../../../nodes/ESignature/trigger/authenticate';

/** A node whose credential takes until the next turn to be read. */
function aNode(read: jest.Mock, { workflow = 'w', id = 'n', credential = 'c' } = {}) {
	return {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id, credentials: { eSignatureApi: { id: credential, name: '' } } }),
		getCredentials: read,
	} as unknown as IWebhookFunctions;
}

it('is read once for requests that come together, and each has a copy', async () => {
	const read = jest.fn(async () => ({ clientId: 'a' }));
	const [one, other] = await Promise.all([credentialOf(aNode(read)), credentialOf(aNode(read))]);

	expect(read).toHaveBeenCalledTimes(1);
	expect(one).toEqual({ clientId: 'a' });
	expect(other).toEqual(one);
	expect(other).not.toBe(one);
});

it('is read again for the next request, since the user may have changed it', async () => {
	const read = jest.fn(async () => ({}));
	await credentialOf(aNode(read));
	await credentialOf(aNode(read));

	expect(read).toHaveBeenCalledTimes(2);
});

it('is read again after it could not be read', async () => {
	const read = jest.fn().mockRejectedValueOnce(new Error('No')).mockResolvedValue({});
	await expect(credentialOf(aNode(read))).rejects.toThrow('No');

	expect(await credentialOf(aNode(read))).toEqual({});
});

it.each([{ workflow: 'x' }, { id: 'x' }, { credential: 'x' }])(
	'is not shared with another node, workflow or credential: %j',
	async (other) => {
		const [read, another] = [jest.fn(async () => ({})), jest.fn(async () => ({}))];
		await Promise.all([credentialOf(aNode(read)), credentialOf(aNode(another, other))]);

		expect(another).toHaveBeenCalledTimes(1);
	},
);
