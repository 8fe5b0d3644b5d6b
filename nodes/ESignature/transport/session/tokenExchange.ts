import type { IHttpRequestHelper } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Account } from './account';
import { parseJson, readText, type RawReply } from '../wire/body';
import { failureOf, isTlsCode, type Failure } from '../wire/failure';
import { readProblem, type ProblemDetails } from '../wire/problem';
import { readRetryAfter } from '../wire/retryAfter';
import { SessionError } from '../wire/sessionError';
import { printable, without } from '../wire/text';
import { expiry, readToken, type Session } from './tokenReply';

const ATTEMPTS = 3;
const TIME_LIMIT = 30_000;
/** Everything that needs the token waits as well, the credential's test too. */
const LONGEST_WAIT = 30_000;
const LARGEST_REPLY = 64 * 1024;

/** Asks for a token, again if the service stumbles; every other end is a sentence for the user. */
export async function exchange(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	issuedFor: string,
): Promise<Session> {
	for (let attempt = 1; ; attempt++) {
		const result = await ask(helpers, account);
		if ('accessToken' in result) return { ...result, sessionIssuedFor: issuedFor };
		const asked = result.retryAfter ?? 0;
		if (!result.passing || attempt >= ATTEMPTS || asked > LONGEST_WAIT) throw result;
		await sleep(asked + Math.random() * 500 * 2 ** (attempt - 1));
	}
}

async function ask(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
): Promise<Omit<Session, 'sessionIssuedFor'> | SessionError> {
	try {
		const reply = (await helpers.httpRequest({
			method: 'POST',
			url: `${account.baseUrl}/oauth/token`,
			body: { clientID: account.clientId, clientSecret: account.clientSecret },
			json: true,
			encoding: 'stream',
			timeout: TIME_LIMIT,
			abortSignal: AbortSignal.timeout(TIME_LIMIT),
			// 307 and 308 would send the client secret on to another address.
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})) as RawReply;
		const text = await readText(reply.body, LARGEST_REPLY);
		return reply.statusCode >= 200 && reply.statusCode < 300
			? issued(text, account)
			: declined(reply, readProblem(text), account);
	} catch (error) {
		return unreachable(failureOf(error), account);
	}
}

function issued(text: string, account: Account): Omit<Session, 'sessionIssuedFor'> | SessionError {
	const reply = parseJson(text);
	const accessToken = readToken(reply);
	if (!accessToken) return notTheService(account);
	return { accessToken, sessionExpiresAt: expiry(reply, accessToken, Date.now()) };
}

function declined(reply: RawReply, problem: ProblemDetails, account: Account): SessionError {
	const { clientSecret, origin } = account;
	const status = reply.statusCode;
	const said = printable(without([clientSecret], problem.detail ?? ''));
	const description = said === '' ? undefined : `The service says: ${said}`;
	const retryAfter = readRetryAfter(reply, problem);
	if (status === 400 || status === 401) {
		return new SessionError(
			"The service did not accept the Client ID and Client Secret. Check both, and that the 'Base URL' is the address of the region they belong to.",
			{ description },
		);
	}
	if (status === 403) {
		return new SessionError(
			'The service does not let this application sign in. Ask the administrator of the account whether it is enabled.',
			{ description },
		);
	}
	if (status === 429) {
		return new SessionError('The service limits sign-in attempts. Wait a minute and try again.', {
			description,
			passing: true,
			retryAfter,
		});
	}
	if (status >= 500 || status === 408) {
		return new SessionError(
			`The service at ${origin} cannot sign you in at the moment (status ${status}). Try again later.`,
			{ description, passing: true, retryAfter },
		);
	}
	if (status >= 300 && status < 400) {
		return new SessionError(
			`${origin} sends requests on to another address, so nothing was sent there. Enter the final address as 'Base URL'.`,
		);
	}
	return notTheService(account, description);
}

const notTheService = ({ origin }: Account, description?: string) =>
	new SessionError(
		`${origin} does not answer like the e-signature service. Check the 'Base URL': it is the address of your account's region, without any path that was not given to you.`,
		{ description },
	);

function unreachable(failure: Failure, { origin }: Account): SessionError {
	if (failure.kind === 'session') return failure.error;
	const code = failure.kind === 'network' ? failure.code : '';
	const passing = !isTlsCode(code);
	if (isTlsCode(code)) {
		return new SessionError(
			`The certificate of ${origin} is not trusted, so nothing was sent. Check the 'Base URL', or ask the administrator of this n8n about its certificates.`,
		);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new SessionError(`No server called ${origin} was found. Check the 'Base URL'.`, {
			passing,
		});
	}
	if (failure.kind === 'tooLarge') {
		return new SessionError(
			`${origin} does not answer like the e-signature service. Check the 'Base URL'.`,
		);
	}
	return new SessionError(
		`${origin} did not answer the sign-in request. Check the 'Base URL' and that this n8n can reach it, then try again.`,
		{ passing },
	);
}
