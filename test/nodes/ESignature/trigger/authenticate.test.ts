import { REASONS } from '../../../../nodes/ESignature/trigger/texts';
import { digestOf, signedByLibrary } from '../lib/http-signature/signing';
import { deliver, itemOf, KEY, URL_OF_NODE, type Sent } from './delivery';
import { handled } from './plainHost';

const { pathname: PATH } = new URL(URL_OF_NODE);
const BODY = '{"id":"1","type":"A"}';
const SIGNATURE = { verification: 'httpMessageSignature' };

/** The answer to an event, and the last line of the log. */
async function outcome({ secret, ...sent }: Sent & { secret?: string } = {}) {
	const seen = await deliver(BODY, { key: { ...KEY, secret: secret ?? KEY.secret }, ...sent });
	if (itemOf(seen)) return 'run';
	return { status: seen.status, reason: seen.log.at(-1)?.replace('E-Signature Trigger: ', '') };
}

const refused = (reason: string) => ({ status: 401, reason });
const again = (reason: string) => ({ status: 503, reason });

it.each([
	[{ created: -10, expires: 10 }, undefined],
	[{ created: -10, expires: -1 }, true],
	[{ expires: 10 }, undefined],
])('takes an event signed with %j seconds from now as late: %s', async (params, late) => {
	const now = Math.floor(Date.now() / 1000);
	const times = Object.entries(params).map(([name, seconds]) => [name, now + seconds]);
	const body = Buffer.from(BODY);
	const { headers } = signedByLibrary(
		{
			url: URL_OF_NODE,
			method: 'POST',
			headers: { 'content-digest': digestOf(body) },
			content: body,
		},
		{
			fields: ['@method', '@path', 'content-digest'],
			params: Object.fromEntries(times) as Record<string, number>,
			key: KEY,
		},
	);
	const { result } = await handled({
		url: URL_OF_NODE,
		headers,
		body,
		parameters: SIGNATURE,
		credentials: { clientSecret: KEY.secret },
	});

	expect(result?.workflowData?.[0]?.[0]?.json).toHaveProperty('id');
	expect(result?.workflowData?.[0]?.[0]?.json.late).toBe(late);
});

it.each([
	['https://hooks.example.com/in', 'https://hooks.example.com/in'],
	['https://hooks.example.com', `https://hooks.example.com${PATH}`],
	['https://hooks.example.com', 'https://hooks.example.com/'],
	['hooks.example.com:8443/in', 'https://hooks.example.com:8443/in'],
])('accepts an event by the public URL %s if it is signed for %s', async (entry, signedFor) => {
	const changed = { host: 'inside:5678' };
	const parameters = { ...SIGNATURE, options: { publicUrls: ['not an address', entry] } };

	expect(await outcome({ signedFor, changed, parameters })).toBe('run');
	expect(await outcome({ signedFor, changed })).toEqual(again(REASONS.mismatch));
});

it.each<[string, Parameters<typeof outcome>[0], string]>([
	['no signature', { changed: { signature: '', 'signature-input': '' } }, REASONS.unsigned],
	['another body', { body: Buffer.from('{}') }, REASONS.changed],
])('refuses an event with %s for good, without reading the credential', async (_, sent, reason) => {
	const getCredentials = jest.fn(async () => ({}));

	expect(await outcome({ ...sent, broken: { getCredentials } })).toEqual(refused(reason));
	expect(getCredentials).not.toHaveBeenCalled();
});

it('accepts the first event with a new secret, and none with the old one', async () => {
	const credential = { clientSecret: 'old' };
	const event = async (secret: string) =>
		await outcome({ secret, broken: { getCredentials: async () => credential } });
	expect(await event('old')).toBe('run');
	credential.clientSecret = ' new\n';

	expect(await event('new')).toBe('run');
	expect(await event('old')).toEqual(again(REASONS.mismatch));
});

it.each([{}, { clientSecret: '', webhookSecret: ' ' }])(
	'accepts no signature with an empty secret, as in the credential %j',
	async (credentials) => {
		expect(await outcome({ secret: ' ', credentials })).toEqual(again(REASONS.noClientSecret));
	},
);

describe('by a shared secret', () => {
	const parameters = { verification: 'sharedSecretHeader', headerName: ' X-Gate ' };
	const credentials = { clientSecret: KEY.secret, webhookSecret: 's3cret' };
	const shown = async (value: string, more: Sent = {}) =>
		await outcome({ changed: { 'x-gate': value }, parameters, credentials, ...more });

	it('accepts the webhook secret and nothing else', async () => {
		expect(await shown('s3cret')).toBe('run');
		expect(await shown('s3cret2')).toEqual(again(REASONS.wrongSecret));
		expect(await shown(KEY.secret)).toEqual(again(REASONS.wrongSecret));
		expect(await shown('')).toEqual(refused(REASONS.noSecret));
	});

	it('asks again while there is nothing to compare with', async () => {
		const none = { clientSecret: KEY.secret };
		const unnamed = { ...parameters, headerName: ' ' };

		expect(await shown(KEY.secret, { credentials: none })).toEqual(again(REASONS.noWebhookSecret));
		expect(await shown('s3cret', { parameters: unnamed })).toEqual(again(REASONS.noHeaderName));
	});
});

describe('in n8n 2.11, which tells the production address alone', () => {
	const TEST = 'https://n8n.example.com/webhook-test/1/webhook';
	const received = async (arrivedAt: string, mode: 'manual' | 'webhook') =>
		await outcome({
			signedFor: TEST,
			originalUrl: new URL(arrivedAt).pathname,
			broken: { getWebhookResourceUrl: undefined, getMode: () => mode },
		});

	it('a test event is accepted only while a user listens', async () => {
		expect(await received(TEST, 'manual')).toBe('run');
		expect(await received(URL_OF_NODE, 'webhook')).toEqual(again(REASONS.mismatch));
	});
});
