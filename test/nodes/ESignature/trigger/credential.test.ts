import type { IWebhookFunctions } from 'n8n-workflow';

import {
	credentialOf,
	keptKeys,
	keptNow,
	MOST_IN_A_ROW,
	newerKeys,
	readingsSoFar,
} from '../../../../nodes/ESignature/trigger/credential';
import { until } from '../../../support/until';

/** A node whose credential takes until the next turn to be read. */
function aNode(read: jest.Mock, { workflow = 'w', id = 'n', credential = 'c' } = {}) {
	return {
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id, credentials: { eSignatureApi: { id: credential, name: '' } } }),
		getCredentials: read,
	} as unknown as IWebhookFunctions;
}

describe('the credential of the trigger', () => {
	it('is read once for requests that come together, and each has a copy', async () => {
		const read = jest.fn(async () => ({ clientId: 'a' }));
		const [one, other] = await Promise.all([credentialOf(aNode(read)), credentialOf(aNode(read))]);

		expect(read).toHaveBeenCalledTimes(1);
		expect(one).toEqual({ clientId: 'a' });
		expect(other).toEqual(one);
		expect(other).not.toBe(one);
	});

	it('is read again for the next request, since the user may have changed it', async () => {
		const read = jest.fn(async () => ({}));
		await credentialOf(aNode(read));
		await credentialOf(aNode(read));

		expect(read).toHaveBeenCalledTimes(2);
	});

	it('is read again after it could not be read', async () => {
		const read = jest.fn().mockRejectedValueOnce(new Error('No')).mockResolvedValue({});
		await expect(credentialOf(aNode(read))).rejects.toThrow('No');

		expect(await credentialOf(aNode(read))).toEqual({});
	});

	it.each([{ workflow: 'x' }, { id: 'x' }, { credential: 'x' }])(
		'is not shared with another node, workflow or credential: %j',
		async (other) => {
			const [read, another] = [jest.fn(async () => ({})), jest.fn(async () => ({}))];
			await Promise.all([credentialOf(aNode(read)), credentialOf(aNode(another, other))]);

			expect(another).toHaveBeenCalledTimes(1);
		},
	);
});

describe('the keys in a credential', () => {
	let now = 0;
	let workflows = 0;
	beforeEach(() => {
		now = Math.ceil(performance.now());
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const secret = async () => ({ clientId: 'a', clientSecret: 'b' });
	/** A node that nobody has met before. */
	const anotherNode = (read: jest.Mock = jest.fn(secret)) => ({
		read,
		host: aNode(read, { workflow: `another ${++workflows}` }),
	});

	it('are kept for three seconds from when the reading began, and not longer', async () => {
		const { host } = anotherNode(
			jest.fn(async () => {
				now += 1_000;
				return await secret();
			}),
		);
		expect(keptKeys(host)).toBeUndefined();
		const keys = await newerKeys(host, 0);
		expect(keys?.sender?.keys).toEqual([Buffer.from('b')]);

		now += 1_999;
		expect(keptKeys(host)).toBe(keys);
		now += 1;
		expect(keptKeys(host)).toBeUndefined();
	});

	it('are read three times in a row at most, and then once a second', async () => {
		const { host, read } = anotherNode();
		const readings = async (times: number) => {
			read.mockClear();
			for (let time = 0; time < times; time++) await newerKeys(host, Infinity);
			return read.mock.calls.length;
		};

		expect(await readings(40)).toBe(MOST_IN_A_ROW);
		now += 999;
		expect(await readings(5)).toBe(0);
		now += 1;
		expect(await readings(5)).toBe(1);
		now += 2_000;
		expect(await readings(5)).toBe(2);
		now += 3_600_000;
		expect(await readings(40)).toBe(MOST_IN_A_ROW);
	});

	it('are not read again if that was done since', async () => {
		const { host, read } = anotherNode();
		const before = readingsSoFar();
		const keys = await newerKeys(host, before);

		expect(await newerKeys(host, before)).toBe(keys);
		expect(read).toHaveBeenCalledTimes(1);
	});

	it('are known to be unreadable, too, and not read without end then', async () => {
		const { host, read } = anotherNode(jest.fn().mockRejectedValue(new Error('No')));
		for (let time = 0; time < 40; time++) await newerKeys(host, Infinity);

		expect(keptKeys(host)).toMatchObject({ readable: false });
		expect(read).toHaveBeenCalledTimes(MOST_IN_A_ROW);
	});

	it('are kept for 500 nodes, those that were read last', async () => {
		const nodes = Array.from({ length: 510 }, () => anotherNode().host);
		for (const host of nodes) await newerKeys(host, Infinity);

		expect(keptNow()).toBe(500);
		expect(keptKeys(nodes[0] as IWebhookFunctions)).toBeUndefined();
		expect(keptKeys(nodes[509] as IWebhookFunctions)).toBeDefined();
	});

	it('are dropped when they are old, although nobody asks for them', async () => {
		await newerKeys(anotherNode().host, Infinity);
		expect(keptNow()).toBeGreaterThan(0);

		await until(() => keptNow() === 0, new Promise(() => {}));
	}, 20_000);
});
