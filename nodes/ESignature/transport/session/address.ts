import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from './account';
import { SessionError } from '../wire/sessionError';

/** Why a request is not signed: the token is for one address only. */
export function foreignAddress(
	{ origin }: Account,
	request: IHttpRequestOptions,
): SessionError | undefined {
	if (requestOrigin(request) === origin) return undefined;
	return new SessionError(
		`This E-Signature credential is for ${origin} only. The request goes to another address, so it was not sent.`,
	);
}

/** n8n's older request functions say `uri`; an absolute `url` overrides `baseURL`. */
function requestOrigin({
	url,
	uri,
	baseURL,
}: IHttpRequestOptions & { uri?: string }): string | undefined {
	const target = url ?? uri ?? '';
	const absolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(target);
	try {
		const joined = new URL(absolute || !baseURL ? target : baseURL).origin;
		// Two ways to read the same pair must agree, or one of them is being misled.
		return joined === new URL(target, baseURL).origin ? joined : undefined;
	} catch {
		return undefined;
	}
}
