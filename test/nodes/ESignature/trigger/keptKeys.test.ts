import { MOST_IN_A_ROW } from '../../../../nodes/ESignature/trigger/credential';
import { until } from '../../../support/until';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { CREDENTIAL, deliver, eventOf, KEY, sendTo } from './delivery';
import { handled } from './plainHost';
import { signed } from './sender';

let server: WebhookServer;
let ahead = 0;

beforeEach(async () => {
	server = await webhookServer(CREDENTIAL);
	ahead = 0;
	const now = Math.ceil(performance.now());
	// The clock stands still unless it is put forward.
	jest.spyOn(performance, 'now').mockImplementation(() => now + ahead);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await server.close();
});

const OTHER = { ...KEY, secret: 'the next secret' };
const GUESS = { ...KEY, secret: 'a guess' };

const status = async (key = KEY, event = eventOf('A')) =>
	(await deliver(server.url, event, { key })).status;

/** Uses up what may be read in a row. */
async function flood(): Promise<number[]> {
	const statuses = [];
	for (let times = 0; times < 3 * MOST_IN_A_ROW; times++) statuses.push(await status(GUESS));
	return statuses;
}

it('reads the credential once for many genuine events, together or one after another', async () => {
	await Promise.all(Array.from({ length: 10 }, async () => expect(await status()).toBe(200)));
	for (let times = 0; times < 10; times++) expect(await status()).toBe(200);

	expect(server.credential.reads).toBe(1);
	expect(server.runs).toHaveLength(20);
});

it('reads it a few times for many made-up signatures, and asks for the others again', async () => {
	expect(await flood()).toEqual([
		...Array(MOST_IN_A_ROW).fill(401),
		...Array(2 * MOST_IN_A_ROW).fill(503),
	]);
	expect(server.credential.reads).toBe(MOST_IN_A_ROW);
});

it('reads it a few times for many made-up secrets in a header, too', async () => {
	server.set({ verification: 'sharedSecretHeader' });
	server.credential.edit({ webhookSecret: 's3cret' });
	const send = async (secret: string) =>
		(
			await sendTo(server.url, {
				headers: { 'Content-Type': 'application/json', 'X-Webhook-Secret': secret },
				body: JSON.stringify(eventOf('A')),
			})
		).status;
	for (let times = 0; times < 3 * MOST_IN_A_ROW; times++) {
		expect([401, 503]).toContain(await send('a guess'));
	}
	expect(server.credential.reads).toBe(MOST_IN_A_ROW);

	expect(await send('s3cret')).toBe(200);
	server.credential.edit({ webhookSecret: 'another' });
	ahead += 1_000;
	expect(await send('another')).toBe(200);
});

it('accepts genuine events at once while others make signatures up', async () => {
	await flood();
	const { reads } = server.credential;

	expect(await status()).toBe(200);
	expect(server.credential.reads).toBe(reads);
});

it('accepts the first event with a new secret, although the old one is kept', async () => {
	expect(await status()).toBe(200);
	server.credential.edit({ clientSecret: OTHER.secret });

	expect(await status(OTHER)).toBe(200);
	expect(await status(KEY)).toBe(401);
});

it('never refuses an event with a new secret for good because others make signatures up', async () => {
	await flood();
	server.credential.edit({ clientSecret: OTHER.secret });
	const event = eventOf('New');
	expect(await status(OTHER, event)).toBe(503);

	// Whoever comes first in the next second, the credential is read.
	ahead += 1_000;
	await status(GUESS);
	expect(await status(OTHER, event)).toBe(200);
	expect(server.runs.filter(({ type }) => type === 'New')).toHaveLength(1);
});

it('does not accept an old secret for longer than three seconds', async () => {
	expect(await status()).toBe(200);
	server.credential.edit({ clientSecret: OTHER.secret });
	expect(await status()).toBe(200);

	ahead += 3_000;
	expect(await status()).toBe(401);
});

it('does not go on with an old secret because it is in use all the time', async () => {
	expect(await status()).toBe(200);
	server.credential.edit({ clientSecret: OTHER.secret });
	for (let times = 0; times < 3; times++) {
		ahead += 900;
		expect(await status()).toBe(200);
	}

	ahead += 300;
	expect(await status()).toBe(401);
});

describe('a reading that began before an event came', () => {
	const url = 'https://n8n.example.com/webhook/1/webhook';
	let workflows = 0;

	/** n8n with a slow database: each reading gives what the credential had when it began. */
	function slowHost() {
		const workflow = `slow ${++workflows}`;
		const read = jest.fn<Promise<object>, []>();
		// What an event needs right before its keys.
		const address = jest.fn(() => url);
		const send = async (secret: string) => {
			const body = JSON.stringify(eventOf('A'));
			const { headers } = signed(new URL(url).pathname, { key: secret, body });
			return await handled({
				url,
				workflow,
				headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
				body: Buffer.from(body),
				parameters: { verification: 'httpMessageSignature' },
				broken: { getCredentials: read, getWebhookResourceUrl: address },
			});
		};
		return { read, address, send };
	}

	it('is not enough to refuse it', async () => {
		const { read, address, send } = slowHost();
		let give: (data: object) => void = () => {};
		read
			.mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
			.mockResolvedValue({ clientId: 'a', clientSecret: 'new' });
		const sent = [send('old')];
		await until(() => read.mock.calls.length > 0, Promise.all(sent));
		sent.push(send('new'), send('new'));
		await until(() => address.mock.calls.length === 3, Promise.all(sent));
		give({ clientId: 'a', clientSecret: 'old' });

		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(3).fill(undefined));
		expect(read).toHaveBeenCalledTimes(2);
	});

	it('is followed by one more for all who do not fit, and that one is final', async () => {
		const { read, send } = slowHost();
		read.mockResolvedValue({ clientId: 'a', clientSecret: 'right' });
		const sent = await Promise.all(Array.from({ length: 20 }, async () => await send('a guess')));

		expect(sent.map(({ status }) => status)).toEqual(Array(20).fill(401));
		expect(read).toHaveBeenCalledTimes(2);
	});
});
