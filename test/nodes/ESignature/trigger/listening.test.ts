import { signedHeaders } from '../../../../sandbox/webhooks/signature';
import { handled } from './plainHost';

const KEY = { id: 'client-1', secret: 'a secret' };
const URL_OF_TEST = 'https://n8n.example.com/webhook-test/1/webhook';
const EVENT = '{"id":"1","type":"EnvelopeSealed"}';
const JSON_TYPE = { 'content-type': 'application/json' };
const REFUSED = 'A request came in, but it was refused';

interface Sent {
	headers?: Record<string, string>;
	body?: string;
	parameters?: object;
	mode?: 'manual' | 'webhook';
}

const arrives = async ({ headers = {}, body = EVENT, parameters, mode = 'manual' }: Sent) =>
	await handled({
		url: URL_OF_TEST,
		originalUrl: new URL(URL_OF_TEST).pathname,
		headers: { ...JSON_TYPE, ...headers },
		body: Buffer.from(body),
		parameters: { verification: 'httpMessageSignature', ...parameters },
		credentials: { clientId: KEY.id, clientSecret: KEY.secret, webhookSecret: 'shared' },
		broken: { getMode: () => mode, getWebhookResourceUrl: () => URL_OF_TEST },
	});

const signed = async (key = KEY, at = Date.now()) =>
	Object.fromEntries(
		Object.entries(await signedHeaders(new URL(URL_OF_TEST), EVENT, key, at)).map(
			([name, value]) => [name.toLowerCase(), value],
		),
	);

const bySecret = { verification: 'sharedSecretHeader', headerName: 'x-secret' };
const HOUR = 3_600_000;

describe('somebody who listens in the editor', () => {
	it("sees an event that 'Trigger On' or 'Envelopes' leaves out", async () => {
		const parameters = {
			events: ['EnvelopeSentForSignature'],
			options: { envelopeIds: 'another' },
		};
		const { result } = await arrives({ headers: await signed(), parameters });
		expect(result?.workflowData).toMatchObject([[{ json: { type: 'EnvelopeSealed' } }]]);
	});

	it.each<[string, () => Promise<Sent>, RegExp]>([
		[
			'a wrong key',
			async () => ({ headers: await signed({ ...KEY, secret: 'wrong' }) }),
			/does not match.*check the secret in the credential/,
		],
		[
			'a key that is not ours',
			async () => ({ headers: await signed({ id: 'other', secret: 'wrong' }) }),
			/credential/,
		],
		['no signature', async () => ({}), /check 'Verification' in this node/],
		[
			'a wrong secret',
			async () => ({ headers: { 'x-secret': 'wrong' }, parameters: bySecret }),
			/does not have the 'Webhook Secret'.*make both the same/,
		],
		[
			'no secret',
			async () => ({ parameters: bySecret }),
			/the secret header is missing.*check 'Verification'/,
		],
		[
			'a header without a name',
			async () => ({ parameters: { ...bySecret, headerName: ' ' } }),
			/'Header Name' of this node is empty/,
		],
		[
			'an old signature',
			async () => ({
				headers: await signed(KEY, Date.now() - 24 * HOUR),
				parameters: { options: { timeWindow: 5, emitLateEvents: false } },
			}),
			/its signature is older/,
		],
		[
			'content that is no event',
			async () => ({ body: '[]', parameters: { verification: 'none' } }),
			/This is not an event/,
		],
		[
			'content that is not JSON',
			async () => ({
				headers: { 'content-type': 'multipart/form-data' },
				parameters: { verification: 'none' },
			}),
			/Only uncompressed JSON is accepted/,
		],
	])('is told why a request with %s was refused', async (_, sent, reason) => {
		await expect(arrives(await sent())).rejects.toMatchObject({
			message: REFUSED,
			description: expect.stringMatching(reason),
		});
	});
});

it('in production a refusal is an answer, not a failed run', async () => {
	const { status, result } = await arrives({ mode: 'webhook' });
	expect([status, result]).toEqual([401, { noWebhookResponse: true }]);
});
