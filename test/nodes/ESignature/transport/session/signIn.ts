import { readAccount } from '../../../../../nodes/ESignature/transport/session/account';
import { requestToken } from '../../../../../nodes/ESignature/transport/session/tokenExchange';
import { patienceOf } from '../../../../../nodes/ESignature/transport/wire/time';
import type { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { newCredential, rejection, tokenEndpoint, type Answer } from './service';

/** One sign-in at an endpoint that gives these answers; `session` is what it ended with. */
export async function signIn(...answers: [Answer, ...Answer[]]) {
	const { asked, helpers } = tokenEndpoint(...answers);
	const account = readAccount(newCredential());
	const session = requestToken(helpers, account, 'key', patienceOf(30_000));
	const error = (await rejection(session)) as UserError;
	return { session, error, asked, account };
}

export const problem = (members: object, status = 401): Answer => ({
	status,
	body: JSON.stringify(members),
});
