import type { IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../transport/client';
import { fingerprint, readAccount } from '../transport/session';

/**
 * The clients of one execution, one per account: an expression in the credential may give each item
 * another one. All items are read for when the first one needs it, one after the other and without
 * waiting for requests, so that an edit during the run does not change where the later ones go.
 */
export class Clients {
	private readonly byAccount = new Map<string, Client>();

	private byItem?: Array<Promise<Client>>;

	constructor(private readonly host: IExecuteFunctions) {}

	async of(item: number): Promise<Client> {
		this.byItem ??= this.readAll();
		return await (this.byItem[item] ?? this.read(item));
	}

	private readAll(): Array<Promise<Client>> {
		let turn: Promise<unknown> = Promise.resolve();
		return this.host.getInputData().map((_, item) => {
			const client = turn.then(async () => await this.read(item));
			// What cannot be read fails the item that asks for it, and no other.
			turn = client.catch(() => {});
			return client;
		});
	}

	private async read(item: number): Promise<Client> {
		const credentials = await this.host.getCredentials('eSignatureApi', item);
		const key = fingerprint(readAccount(credentials));
		const client = this.byAccount.get(key) ?? Client.open(this.host, credentials);
		this.byAccount.set(key, client);
		return client;
	}
}
