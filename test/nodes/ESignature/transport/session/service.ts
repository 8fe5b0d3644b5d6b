import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { RawReply } from '../../../../../nodes/ESignature/transport/reply';

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

/** What a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
	const outcome = await promise.then(
		() => new Error('It was not rejected'),
		(error: Error) => error,
	);
	return outcome;
}
