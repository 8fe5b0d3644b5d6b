import { signedHeaders } from '../../../../sandbox/webhooks/signature';
import { handled } from './plainHost';

const KEY = { id: 'client-1', secret: 'a secret' };
const PRODUCTION = 'https://n8n.example.com/webhook/1/webhook';
const TEST = 'https://n8n.example.com/webhook-test/1/webhook';
const ELSEWHERE = 'https://other.example.com/webhook-test/1/webhook';

/** An event on a version of n8n that tells the production address alone, as 2.11 does. */
async function received(arrivedAt: string, signedFor: string, mode: 'manual' | 'webhook') {
	const body = Buffer.from('{"id":"1","type":"A"}');
	const signed = await signedHeaders(new URL(signedFor), body.toString(), KEY, Date.now());
	return await handled({
		url: PRODUCTION,
		originalUrl: new URL(arrivedAt).pathname,
		// As Node hands headers over.
		headers: Object.fromEntries(
			Object.entries({ 'content-type': 'application/json', ...signed }).map(([name, value]) => [
				name.toLowerCase(),
				value,
			]),
		),
		body,
		parameters: { verification: 'httpMessageSignature' },
		credentials: { clientId: KEY.id, clientSecret: KEY.secret },
		broken: { getWebhookResourceUrl: undefined, getMode: () => mode },
	});
}

it.each([
	['a production event', PRODUCTION, 'webhook'],
	['a test event that somebody waits for', TEST, 'manual'],
] as const)('takes %s where it arrived', async (_, url, mode) => {
	const { status, result } = await received(url, url, mode);

	expect(status).toBeUndefined();
	expect(result?.workflowData).toHaveLength(1);
});

it('starts nothing for an event signed for a test when nobody waits', async () => {
	const { status, result } = await received(PRODUCTION, TEST, 'webhook');

	expect(status).toBe(401);
	expect(result).toEqual({ noWebhookResponse: true });
});

it.each([
	['for production while it waits for a test', PRODUCTION],
	// It may be our own address by another name: 'Public URLs' would say so.
	['for the same path of another host', ELSEWHERE],
] as const)('shows whoever waits that an event was signed %s', async (_, signedFor) => {
	await expect(received(TEST, signedFor, 'manual')).rejects.toThrow(
		'A request came in, but it was refused',
	);
});
