/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';

import { byId } from '../support/ground';
import { prepareGround } from './support/ground';
import { placesOf, storedBy } from './support/stored';

const ground = prepareGround();
const CODE = `code-${randomUUID()}`;
/** The code is nowhere in the workflow as one text: who finds it got it from us. */
const hidden = `={{ ${JSON.stringify(CODE.slice(0, 8))} + ${JSON.stringify(CODE.slice(8))} }}`;
const person = { email: 'ada@example.com', role: 'signer', authentication: 'accessCode' };

const participants = (operation: string, ID: string, more: object = {}) => ({
	resource: 'participant',
	operation,
	envelopeId: byId(ID),
	...more,
});

/** Successes, refusals, lost connections, renewed tokens: all that could let something out. */
async function everythingSecret(): Promise<string> {
	const { control, faults } = ground.sandbox;
	const draft = control.envelope({ participants: [] });
	const create = participants('create', draft.ID, { ...person, accessCode: hidden });
	await ground.run(create);
	await ground.run(participants('getAll', draft.ID));
	const sent = control.envelope({ status: 'sent', participants: [{ email: 'grace@example.com' }] });
	await ground.run(participants('create', sent.ID, { ...person, accessCode: hidden }));
	await ground.run(participants('getAll', sent.ID));
	control.revokeTokens();
	faults.next('*', { kind: 'status', status: 500, body: `echo ${CODE}` }, 3);
	await ground.run({ resource: 'envelope', operation: 'get', envelopeId: byId(sent.ID) });
	faults.clear();
	faults.always('POST /sign/envelopes/{envelopeID}/participants', { kind: 'reset' });
	await ground.run(create);
	faults.clear();
	return sent.ID;
}

/** As the service hands it out; our node was not asked for it. */
async function signingLink(ID: string): Promise<string> {
	const { authorization = '' } = ground.sandbox.log.requests.at(-1)?.headers ?? {};
	const answer = await fetch(
		`${ground.sandbox.url}/sign/envelopes/${ID}/participants/signing-urls`,
		{ headers: { authorization } },
	);
	return /https?:[^"]+/.exec(await answer.text())?.[0] as string;
}

it('keeps no secret in database, logs or files, but for the encrypted credential', async () => {
	const sent = await everythingSecret();
	const tokens = ground.sandbox.log.requests.map(({ headers }) =>
		String(headers.authorization ?? '').replace('Bearer ', ''),
	);
	const secrets = new Set([
		ground.sandbox.clientSecret,
		CODE,
		await signingLink(sent),
		...tokens.filter((token) => token !== ''),
	]);
	expect(secrets.size).toBeGreaterThan(4);
	const stored = await storedBy(ground.host);
	const found = [...secrets].flatMap((secret) => placesOf(stored, secret));
	process.stderr.write(
		`${secrets.size} secrets searched in ${stored.length} rows and files: ${found.length} hits\n`,
	);
	expect(found).toEqual([]);
});

it('would find one', async () => {
	const planted = `planted-${randomUUID()}`;
	const { ID } = ground.sandbox.control.envelope({ name: planted });
	await ground.run({ resource: 'envelope', operation: 'get', envelopeId: byId(ID) });
	expect(placesOf(await storedBy(ground.host), planted)).toContain('table execution_data');
});
