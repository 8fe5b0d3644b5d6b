import type { Account } from './account';
import type { RawReply } from '../wire/body';
import { isTlsCode, type Failure } from '../wire/failure';
import type { ProblemDetails } from '../wire/problem';
import { readRetryAfter } from '../wire/retryAfter';
import { SessionError } from '../wire/sessionError';
import { printable, without } from '../wire/text';

/** What an answer means that is no token. */
export function declined(reply: RawReply, problem: ProblemDetails, account: Account): SessionError {
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

export const notTheService = ({ origin }: Account, description?: string) =>
	new SessionError(
		`${origin} does not answer like the e-signature service. Check the 'Base URL': it is the address of your account's region, without any path that was not given to you.`,
		{ description },
	);

/** What it means that there was no answer. */
export function unreachable(failure: Failure, { origin }: Account): SessionError {
	if (failure.kind === 'session') return failure.error;
	const code = failure.kind === 'network' ? failure.code : '';
	if (isTlsCode(code)) {
		return new SessionError(
			`The certificate of ${origin} is not trusted, so nothing was sent. Check the 'Base URL', or ask the administrator of this n8n about its certificates.`,
		);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new SessionError(`No server called ${origin} was found. Check the 'Base URL'.`, {
			passing: true,
		});
	}
	if (failure.kind === 'tooLarge') {
		return new SessionError(
			`${origin} does not answer like the e-signature service. Check the 'Base URL'.`,
		);
	}
	return silence({ origin });
}

export const silence = ({ origin }: Pick<Account, 'origin'>) =>
	new SessionError(
		`${origin} did not answer the sign-in request. Check the 'Base URL' and that this n8n can reach it, then try again.`,
		{ passing: true },
	);
