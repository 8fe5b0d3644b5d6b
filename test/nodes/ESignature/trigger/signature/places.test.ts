import { placesOf, spellingsOf } from '../../../../../nodes/ESignature/trigger/signature/places';
import { isLate, senderOf } from '../../../../../nodes/ESignature/trigger/signature/verify';

const unique = (values: unknown[]) => [...new Set(values)];

describe('the spellings of an address', () => {
	const queriesOf = (address: string, queries?: string[]) =>
		unique(
			spellingsOf(new URL(address), address, { hosts: [], path: '/hook', queries }).map((target) =>
				'query' in target ? target.query : 'as it came',
			),
		);

	it.each([
		['https://n8n.example.com/hook', undefined, ['as it came']],
		['https://n8n.example.com/hook', [], ['as it came']],
		['https://n8n.example.com/hook', [''], ['as it came', '']],
		['https://n8n.example.com/hook', ['?a=1'], ['as it came', '?a=1']],
		['https://n8n.example.com/hook?b=2', undefined, ['as it came', '?b=2']],
		['https://n8n.example.com/hook?b=2', ['', '?b=2'], ['as it came', '?b=2', '']],
	])(
		'of %s with the queries %j are those that somebody has named',
		(address, queries, expected) => {
			expect(queriesOf(address, queries)).toEqual(expected);
		},
	);

	it('have the path as it is, as it came, and with and without a slash at its end', () => {
		const url = new URL('https://n8n.example.com/hook');
		const targets = spellingsOf(url, url.href, { hosts: [], path: '/other' });

		expect(unique(targets.map(({ path }) => path))).toEqual(['/hook', '/hook/']);
		expect(unique(targets.map(({ authority }) => authority))).toEqual([
			...['n8n.example.com', 'n8n.example.com:443'],
		]);
	});
});

describe('the addresses that a request tells of', () => {
	const claimed = (headers: Record<string, string>) => {
		const message = { method: 'POST', headers, query: '', content: Buffer.alloc(0) };
		const own = 'https://n8n.example.com/hook';
		return [...placesOf(own, [], message as never, '/hook').claimed()];
	};

	it('have the paths that proxies write down, with their queries', () => {
		const targets = claimed({ host: 'n8n.example.com', 'x-original-uri': '/proxied/hook?a=1' });

		expect(unique(targets.map(({ path }) => path))).toContain('/proxied/hook');
		expect(targets.filter(({ path }) => path === '/proxied/hook')).toContainEqual(
			expect.objectContaining({ query: '?a=1' }),
		);
		expect(targets.every(({ path }) => path.startsWith('/'))).toBe(true);
		expect(unique(targets.map(({ path }) => path))).not.toContain('/undefined');
	});

	it('have what a proxy has taken away before the path', () => {
		const targets = claimed({ host: 'n8n.example.com', 'x-forwarded-prefix': '/automation/' });

		expect(unique(targets.map(({ path }) => path))).toContain('/automation/hook');
	});
});

describe('the keys of a sender', () => {
	const keysOf = (webhookSecret: string) =>
		senderOf({ webhookSecret })?.keys.map((key) => key.toString('hex'));
	const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
	const spelled = (text: string) => Buffer.from(text).toString('hex');

	it.each(['base64', 'base64url'] as const)('are the secret, and what it spells in %s', (name) => {
		const secret = key.toString(name);

		expect(keysOf(secret)).toEqual([spelled(secret), key.toString('hex')]);
	});

	it('are what it spells in hexadecimal digits, too', () => {
		const secret = key.toString('hex');
		const asBase64 = Buffer.from(secret, 'base64').toString('hex');

		expect(keysOf(secret)).toEqual([spelled(secret), asBase64, secret]);
	});

	it('are the secret alone if it is too short to spell anything', () => {
		expect(keysOf('c2VjcmV0')).toEqual([spelled('c2VjcmV0')]);
	});
});

describe('a signature is late', () => {
	const clock = { now: 1_000_000, window: 60_000 };
	const late = (times: Record<string, number>, date?: string) => {
		const parameters = Object.entries(times).map(([name, value]) => [
			name,
			{ type: 'integer', value },
		]);
		return isLate(new Map(parameters as never) as never, date, clock);
	};

	it.each([
		['when it was made just now', { created: 1_000 }, false],
		['at the edge of the window', { created: 940 }, false],
		['before it', { created: 939 }, true],
		['ahead of it', { created: 1_061 }, true],
		['when it expires now', { created: 1_000, expires: 1_000 }, false],
		['when it has expired', { created: 1_000, expires: 999 }, true],
		['without any time', {}, false],
	])('or not: %s', (_, times, expected) => {
		expect(late(times)).toBe(expected);
	});
});
