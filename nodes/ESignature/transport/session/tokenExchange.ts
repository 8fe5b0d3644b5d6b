import type { IHttpRequestHelper } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Account } from './account';
import { patienceOf, type Patience } from './patience';
import { parseJson, readText, type RawReply } from '../wire/body';
import { failureOf } from '../wire/failure';
import { readProblem } from '../wire/problem';
import type { SessionError } from '../wire/sessionError';
import { declined, notTheService, unreachable } from './signInTrouble';
import { expiry, readToken, type Session } from './tokenReply';

const ATTEMPTS = 3;
/** Longer than anybody may wait: who waits decides, and n8n needs a number. */
const TIME_LIMIT = 3_700_000;
const PATIENCE = 30_000;
const LARGEST_REPLY = 64 * 1024;

/**
 * Asks for a token, again if the service stumbles; every other end is a sentence for the user. Silence is
 * not asked again: whoever needs the token has waited long enough.
 */
export async function exchange(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	issuedFor: string,
	patience: Patience = patienceOf(PATIENCE),
): Promise<Session> {
	for (let attempt = 1; ; attempt++) {
		const result = await ask(helpers, account, patience.signal);
		if ('accessToken' in result) return { ...result, tokenIssuedFor: issuedFor };
		const { error, silent } = result;
		const wait = (error.retryAfter ?? 0) + Math.random() * 500 * 2 ** (attempt - 1);
		const again = error.passing && !silent && attempt < ATTEMPTS && wait < patience.remaining();
		if (!again) throw error;
		await sleep(wait, patience.signal).catch(() => {
			throw error;
		});
	}
}

type Issued = Omit<Session, 'tokenIssuedFor'>;

async function ask(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	signal: AbortSignal,
): Promise<Issued | { error: SessionError; silent?: boolean }> {
	try {
		const reply = (await helpers.httpRequest({
			method: 'POST',
			url: `${account.baseUrl}/oauth/token`,
			body: { clientID: account.clientId, clientSecret: account.clientSecret },
			json: true,
			encoding: 'stream',
			timeout: TIME_LIMIT,
			abortSignal: signal,
			// 307 and 308 would send the client secret on to another address.
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})) as RawReply;
		const text = await readText(reply.body, LARGEST_REPLY);
		if (reply.statusCode < 200 || reply.statusCode >= 300) {
			return { error: declined(reply, readProblem(text), account) };
		}
		return issued(text) ?? { error: notTheService(account) };
	} catch (error) {
		const failure = failureOf(error);
		return {
			error: unreachable(failure, account),
			silent: failure.kind === 'timeout' || signal.aborted,
		};
	}
}

function issued(text: string): Issued | undefined {
	const reply = parseJson(text);
	const accessToken = readToken(reply);
	if (!accessToken) return undefined;
	const now = Date.now();
	return {
		accessToken,
		sessionExpiresAt: expiry(reply, accessToken, now),
		sessionIssuedAt: now,
	};
}
