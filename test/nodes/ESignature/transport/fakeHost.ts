import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Client } from '../../../../nodes/ESignature/transport/client';
import { readAccount } from '../../../../nodes/ESignature/transport/session/account';
import { type Host } from '../../../../nodes/ESignature/transport/session/session';
import { node } from '../sampleNode';

export const ID = '00000000-0000-4000-8000-000000000001';
export const account = {
	baseUrl: 'https://api.example.com/eu',
	clientId: 'client',
	clientSecret: 'secret',
};

export interface Reply {
	status?: number;
	body?: string | Error;
	headers?: Record<string, string>;
}

/** A body that arrives in one piece, or breaks. */
export const bodyOf = (body: string | Error) =>
	Readable.from(
		(async function* () {
			if (body instanceof Error) throw body;
			yield Buffer.from(body);
		})(),
	);

/** A host that answers with these, one after the other (the last one stays), or raises what is an error. */
export function fakeHost(replies: Array<Reply | Error>, cancel?: AbortSignal) {
	const sent: IHttpRequestOptions[] = [];
	const signals: Array<AbortSignal | undefined> = [];
	const host = {
		getNode: () => node,
		getExecutionCancelSignal: () => cancel,
		helpers: {
			httpRequestWithAuthentication: async function (
				this: IExecuteFunctions,
				_: string,
				request: IHttpRequestOptions,
			) {
				sent.push(request);
				signals.push(this.getExecutionCancelSignal());
				const reply = replies[Math.min(sent.length, replies.length) - 1] ?? {};
				if (reply instanceof Error) throw reply;
				const { status = 200, body = '', headers = {} } = reply;
				return { statusCode: status, headers, body: bodyOf(body) };
			},
		},
	};
	const client = new Client(host as unknown as Host, readAccount(account));
	const asked = () =>
		sent.map(({ method, url }) => `${method} ${url.slice(account.baseUrl.length)}`);
	return { host: host as unknown as Host, client, sent, signals, asked };
}
