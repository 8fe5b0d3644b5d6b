import type { IWebhookFunctions } from 'n8n-workflow';

import { checkWithSecrets, MOST_READS } from '../../../../nodes/ESignature/trigger/secrets';

let now = 0;
let workflows = 0;
beforeEach(() => {
	// The clock stands still unless it is put forward.
	now = Math.ceil(performance.now());
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

type Read = jest.Mock<Promise<object>, []>;
const reading = (clientSecret: string): Read => jest.fn(async () => ({ clientSecret }));

/** A node that no other test has. An event shows its secret; the result says whether it is the credential's. */
function aNode(read: Read, workflow = `secrets ${++workflows}`) {
	const host = {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: 'n', credentials: { eSignatureApi: { id: 'c', name: '' } } }),
		getCredentials: read,
	} as unknown as IWebhookFunctions;
	return async (secret: string) =>
		await checkWithSecrets(
			host,
			(secrets) => (secrets ? String(secrets.signing.includes(secret)) : 'unreadable'),
			{
				isAccepted: (result) => result === 'true',
				unsure: (result) => (result === 'false' ? 'unsure' : result),
			},
		);
}

it('reads the credential once for many genuine events, together or one after another', async () => {
	const read = reading('ours');
	const event = aNode(read);
	const together = await Promise.all(Array.from({ length: 10 }, async () => await event('ours')));
	for (let times = 0; times < 10; times++) together.push(await event('ours'));

	expect(together).toEqual(Array(20).fill('true'));
	expect(read).toHaveBeenCalledTimes(1);
});

it('takes the webhook secret and the client secret without blanks, and leaves out what is empty', async () => {
	const read: Read = jest.fn(async () => ({ clientSecret: ' b\n', webhookSecret: 'a' }));
	const event = aNode(read);

	expect([await event('a'), await event('b')]).toEqual(['true', 'true']);
	expect(await aNode(reading(' '))('')).toBe('false');
});

it('reads it three times in three seconds for made-up secrets, and leaves the others open', async () => {
	const read = reading('ours');
	const event = aNode(read);
	const results = [];
	for (let times = 0; times < 6; times++) results.push(await event('guess'));
	expect(results).toEqual([...Array(MOST_READS).fill('false'), ...Array(3).fill('unsure')]);
	expect(await event('ours')).toBe('true');

	now += 3_000;
	expect(await event('guess')).toBe('false');
	expect(read).toHaveBeenCalledTimes(MOST_READS + 1);
});

it('accepts the first event with a new secret, and an old secret for three seconds at most', async () => {
	const read = reading('old');
	const event = aNode(read);
	await event('old');
	read.mockResolvedValue({ clientSecret: 'new' });
	now += 2_999;
	expect(await event('old')).toBe('true');
	now += 1;
	expect(await event('old')).toBe('false');
	read.mockResolvedValue({ clientSecret: 'newer' });

	expect(await event('newer')).toBe('true');
});

it('does not refuse an event by a read that began before the event arrived', async () => {
	let give: (data: object) => void = () => {};
	const read: Read = jest.fn();
	read
		.mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
		.mockResolvedValue({ clientSecret: 'new' });
	const event = aNode(read);
	const results = [event('old'), event('new'), event('new'), event('guess')];
	give({ clientSecret: 'old' });

	expect(await Promise.all(results)).toEqual(['true', 'true', 'true', 'false']);
	expect(read).toHaveBeenCalledTimes(2);
});

it('says so while the credential cannot be read, and reads it again', async () => {
	const read: Read = jest.fn();
	read.mockRejectedValue(new Error('away'));
	const event = aNode(read);
	const results = [];
	for (let times = 0; times < 5; times++) results.push(await event('ours'));
	expect(results).toEqual(Array(5).fill('unreadable'));
	expect(read).toHaveBeenCalledTimes(MOST_READS);

	read.mockResolvedValue({ clientSecret: 'ours' });
	now += 3_000;
	expect(await event('ours')).toBe('true');
});

it('shares nothing with other workflows', async () => {
	const [read, other] = [reading('ours'), reading('theirs')];
	await aNode(read)('ours');

	expect(await aNode(other)('ours')).toBe('false');
});
