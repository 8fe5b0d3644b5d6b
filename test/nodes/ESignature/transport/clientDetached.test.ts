import type { IExecuteFunctions } from 'n8n-workflow';

import { Client } from '../../../../nodes/ESignature/transport/client';
import { readAccount, type Host } from '../../../../nodes/ESignature/transport/session/session';
import { node } from '../sampleNode';

const ROUTE = 'GET /sign/envelopes/{envelopeID}';
const envelopeID = '00000000-0000-4000-8000-000000000001';
const account = { baseUrl: 'http://127.0.0.1:1', clientId: 'client', clientSecret: 'secret' };

/** A cancelled execution of which each request ends only when it is aborted. */
function cancelled() {
	const sent: string[] = [];
	const host = {
		getNode: () => node,
		getExecutionCancelSignal: () => AbortSignal.abort(),
		helpers: {
			httpRequestWithAuthentication: async function (
				this: IExecuteFunctions,
				_: string,
				{ method }: { method: string },
			) {
				sent.push(method);
				return await new Promise((_resolve, reject) =>
					this.getExecutionCancelSignal()?.addEventListener('abort', () =>
						reject(new Error('aborted')),
					),
				);
			},
		},
	};
	return { sent, client: new Client(host as unknown as Host, readAccount(account)) };
}

describe('a client of a cancelled execution', () => {
	it('sends nothing', async () => {
		const { sent, client } = cancelled();
		await expect(client.request(ROUTE, { envelopeID })).rejects.toThrow('canceled');
		expect(sent).toEqual([]);
	});

	it('can be had apart, and then ends with its own time limit', async () => {
		const { sent, client } = cancelled();
		await expect(client.detached(20).request(ROUTE, { envelopeID })).rejects.toThrow('canceled');
		expect(sent).toEqual(['GET']);
	});
});

describe('the clients of an account', () => {
	const open = (credentials: typeof account) =>
		new Client(cancelled().client.host, readAccount(credentials));

	it('share what the service allows, in whatever execution they are', () => {
		const one = open(account);

		expect(open(account).traffic.limit).toBe(one.traffic.limit);
		expect(one.detached(20).traffic.limit).toBe(one.traffic.limit);
	});

	it('share neither that nor their name with those of another one', () => {
		const one = open(account);
		const others = [
			open({ ...account, clientId: 'another' }),
			open({ ...account, baseUrl: 'http://127.0.0.1:2' }),
		];

		expect(others.map(({ traffic }) => traffic.limit === one.traffic.limit)).toEqual([
			false,
			false,
		]);
		expect(new Set([one, ...others].map((client) => client.account.key)).size).toBe(3);
	});
});
