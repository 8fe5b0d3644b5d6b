import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { TimeLimit } from '../../../../../nodes/ESignature/transport/attempt';
import type { RawReply } from '../../../../../nodes/ESignature/transport/reply';
import { readAccount } from '../../../../../nodes/ESignature/transport/session/account';
import {
	openSession,
	signed,
	signRequest,
	type Host,
} from '../../../../../nodes/ESignature/transport/session/session';
import { node } from '../../sampleNode';

export const SECRET = 'canary-client-secret';

let accounts = 0;

/** A credential that no other test has used: sessions are kept for the life of the process. */
export const newCredential = (
	values: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject => ({
	baseUrl: 'https://api.example.com',
	clientId: `client-${++accounts}`,
	clientSecret: SECRET,
	...values,
});

export type Answer =
	| { status: number; body?: RawReply['body']; headers?: RawReply['headers'] }
	| Error;

export const tokenAnswer = (accessToken: string, expiresIn: unknown = 3600): Answer => ({
	status: 200,
	body: JSON.stringify({ accessToken, tokenType: 'Bearer', expiresIn }),
});

/** A token endpoint that gives these answers in turn, then the last one forever. */
export function tokenEndpoint(...answers: [Answer, ...Answer[]]) {
	const asked: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		const answer = answers[Math.min(asked.push(options), answers.length) - 1] as Answer;
		if (answer instanceof Error) throw answer;
		return { statusCode: answer.status, headers: answer.headers ?? {}, body: answer.body ?? '' };
	};
	return { asked, helpers: { httpRequest } as unknown as IHttpRequestHelper['helpers'] };
}

type Helpers = IHttpRequestHelper['helpers'];
/** The status with which the service answers a request that has this token. */
type Judge = (token: string) => number | Promise<number>;

/** As n8n: gets a token if there is none, and a new one after these errors. */
async function carry(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
	{ helpers, judge, renews }: { helpers: Helpers; judge: Judge; renews(status?: number): boolean },
): Promise<number> {
	const once = async () => {
		const { headers = {} } = signRequest(data, request);
		const status = await judge(String(headers.Authorization).replace('Bearer ', ''));
		if (status >= 400) throw Object.assign(new Error(), { response: { status } });
		return status;
	};
	if (!data.accessToken) Object.assign(data, await openSession(helpers, data));
	return await once().catch(async (error: { response?: { status: number } }) => {
		if (!renews(error.response?.status)) throw error;
		Object.assign(data, await openSession(helpers, data));
		return await once();
	});
}

interface Sent {
	credentialsDecrypted: { data: ICredentialDataDecryptedObject };
}
/** As `httpRequestWithAuthentication` of n8n. */
type Carrier = (type: string, request: IHttpRequestOptions, sent: Sent) => Promise<unknown>;

/** A request of our own, carried in this way. */
export async function requestBy(
	carrier: Carrier,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const account = readAccount(credential);
	const host = { getNode: () => node, helpers: { httpRequestWithAuthentication: carrier } };
	const timeLimit = new TimeLimit({ idle: 60_000, total: 60_000 });
	const request = { url: `${account.baseUrl}/sign/envelopes` };
	await signed(host as unknown as Host, account)(request, timeLimit).finally(() =>
		timeLimit.stop(),
	);
}

/** A request of our own, with what this process knows by now. */
export const ownRequest = async (
	credential: ICredentialDataDecryptedObject,
	helpers: Helpers,
	judge: Judge,
): Promise<void> =>
	await requestBy(
		async (_, request, { credentialsDecrypted: { data } }) =>
			await carry(data, request, { helpers, judge, renews: (status) => status === 401 }),
		credential,
	);

/** One of n8n's HTTP Request node. */
export const foreignRequest = async (
	credential: ICredentialDataDecryptedObject,
	helpers: Helpers,
	judge: Judge,
): Promise<number> =>
	await carry(
		{ ...credential },
		{ url: `${String(credential.baseUrl)}/sign/envelopes` },
		{ helpers, judge, renews: () => true },
	);

/** The reason of a rejected promise. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
	const outcome = await promise.then(
		() => new Error('It was not rejected'),
		(error: Error) => error,
	);
	return outcome;
}
