import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { Clients } from '../../../../nodes/ESignature/core/call';
import { node } from '../sampleNode';

const account = { baseUrl: 'https://api.example.com', clientId: 'a', clientSecret: 'secret' };

/** The clients of an execution whose items have these credentials, and in which order they are read. */
function clientsFor(...credentials: ICredentialDataDecryptedObject[]) {
	const read: number[] = [];
	let reading = 0;
	let most = 0;
	const host = {
		getNode: () => node,
		getInputData: () => credentials.map(() => ({ json: {} })),
		getCredentials: async (_: string, item: number) => {
			read.push(item);
			most = Math.max(most, ++reading);
			await Promise.resolve();
			reading -= 1;
			return credentials[item] ?? account;
		},
	};
	const clients = new Clients(host as unknown as IExecuteFunctions, {});
	return { clients, read, most: () => most };
}

describe('the clients of an execution', () => {
	it('are one for each account, whatever the number of items', async () => {
		const { clients } = clientsFor(account, { ...account, clientId: 'b' }, { ...account });
		const [one, other, same] = await Promise.all(
			[0, 1, 2].map(async (item) => await clients.of(item)),
		);

		expect(same).toBe(one);
		expect(other).not.toBe(one);
		expect(other?.account.clientId).toBe('b');
	});

	it('are read for all items when the first one is needed, a few at a time and once', async () => {
		const items = Array.from({ length: 40 }, (_, item) => item);
		const { clients, read, most } = clientsFor(...items.map(() => account));
		await clients.of(0);
		await clients.of(39);
		await clients.of(0);

		expect(read.sort((a, b) => a - b)).toEqual(items);
		expect(most()).toBe(8);
	});

	it('that cannot be had fail their own item and no other', async () => {
		const { clients } = clientsFor({ ...account, clientId: '' }, account);

		await expect(clients.of(0)).rejects.toThrow("The 'Client ID' of the E-Signature credential");
		expect((await clients.of(1)).account.clientId).toBe('a');
	});

	it('can also be had for an item that the input does not have', async () => {
		const { clients } = clientsFor(account);

		expect(await clients.of(7)).toBe(await clients.of(0));
	});
});
