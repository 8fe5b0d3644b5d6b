import { randomUUID } from 'node:crypto';

import type { Sandbox } from '../../../sandbox';
import { byId, envelopeParameters } from '../../support/harness';
import { fetchUnpooled } from './fetchUnpooled';

type Run = (parameters: object) => Promise<unknown>;

const person = { email: 'ada@example.com', role: 'signer', authentication: 'accessCode' };

const participants = (operation: string, ID: string, more: object = {}) => ({
	resource: 'participant',
	operation,
	envelopeId: byId(ID),
	...more,
});

/**
 * Successes, refusals, lost connections, renewed tokens: everything that could leak a secret. Returns the
 * secrets that were used.
 */
export async function everythingSecret(sandbox: Sandbox, run: Run): Promise<string[]> {
	const { control, faults, log } = sandbox;
	const code = `code-${randomUUID()}`;
	// The workflow has the code only in parts, so the whole code can only come from our node.
	const halves = [code.slice(0, 8), code.slice(8)].map((half) => JSON.stringify(half));
	const accessCode = `={{ ${halves.join(' + ')} }}`;
	const draft = control.envelope({ participants: [] });
	const create = participants('create', draft.ID, { ...person, accessCode });
	await run(create);
	await run(participants('getAll', draft.ID));
	const sent = control.envelope({ status: 'sent', participants: [{ email: 'grace@example.com' }] });
	await run(participants('create', sent.ID, { ...person, accessCode }));
	await run(participants('getAll', sent.ID));
	control.revokeTokens();
	const echo = {
		kind: 'body',
		status: 500,
		body: `echo ${code}`,
		contentType: 'text/plain',
	} as const;
	faults.next('*', echo, 3);
	await run(envelopeParameters('get', sent.ID));
	faults.clear();
	faults.always('POST /sign/envelopes/{envelopeID}/participants', { kind: 'reset' });
	await run(create);
	faults.clear();
	const tokens = log.requests
		.map(({ headers }) => String(headers.authorization ?? '').replace('Bearer ', ''))
		.filter((token) => token !== '');
	const links = await signingLinks(sandbox, sent.ID);
	return [...new Set([sandbox.clientSecret, code, ...links, ...tokens])];
}

/** Taken from the service, not from our node. */
export async function signingLinks({ url, log }: Sandbox, ID: string): Promise<string[]> {
	const { authorization = '' } = log.requests.at(-1)?.headers ?? {};
	const answer = await fetchUnpooled(`${url}/sign/envelopes/${ID}/participants/signing-urls`, {
		headers: { authorization },
	});
	const { items } = (await answer.json()) as { items: Array<{ signingUrl: string }> };
	return items.map(({ signingUrl }) => signingUrl);
}
