import { createHmac } from 'crypto';

import {
	Fields,
	signatureBase,
	type Message,
} from '../../../../../nodes/ESignature/trigger/signature/message';
import { digestsOf } from '../../../../../nodes/ESignature/trigger/signature/signatures';
import {
	readDictionary,
	type InnerList,
} from '../../../../../nodes/ESignature/trigger/signature/structuredFields';

/** RFC 9421, B.1.5 and B.2: the request and the key of its examples. */
const TARGET = new URL('https://example.com/foo?param=Value&Pet=dog');
const SHARED =
	'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
const MESSAGE = {
	method: 'POST',
	query: TARGET.search,
	headers: {
		host: 'example.com',
		date: 'Tue, 20 Apr 2021 02:07:55 GMT',
		'content-type': 'application/json',
		'content-digest':
			'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
		'content-length': '18',
	},
	content: Buffer.from('{"hello": "world"}'),
};

const baseOf = (covered: InnerList, message: Message, { protocol, host, pathname }: URL) =>
	signatureBase(
		covered,
		new Fields(message),
	)?.({ scheme: protocol.slice(0, -1), authority: host, path: pathname });

const coveredBy = (text: string) => readDictionary(`sig=${text}`)!.get('sig') as InnerList;

describe('the examples of RFC 9421', () => {
	it('B.2.5: the signature with a shared key is the printed one', () => {
		const covered = coveredBy(
			'("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
		);
		const base = baseOf(covered, MESSAGE, TARGET);

		expect(base).toBe(
			[
				'"date": Tue, 20 Apr 2021 02:07:55 GMT',
				'"@authority": example.com',
				'"content-type": application/json',
				'"@signature-params": ("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
			].join('\n'),
		);
		const signature = createHmac('sha256', Buffer.from(SHARED, 'base64')).update(base!);
		expect(signature.digest('base64')).toBe('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=');
	});

	it('B.2.3: a base that covers nearly everything is the printed one', () => {
		const input =
			'("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"';

		expect(baseOf(coveredBy(input), MESSAGE, TARGET)).toBe(
			[
				'"date": Tue, 20 Apr 2021 02:07:55 GMT',
				'"@method": POST',
				'"@path": /foo',
				'"@query": ?param=Value&Pet=dog',
				'"@authority": example.com',
				'"content-type": application/json',
				`"content-digest": ${MESSAGE.headers['content-digest']}`,
				'"content-length": 18',
				`"@signature-params": ${input}`,
			].join('\n'),
		);
	});

	it('2.2: derived components of an address', () => {
		const value = (name: string, target = 'https://www.example.com/path?param=value') => {
			const url = new URL(target);
			const base = baseOf(coveredBy(`("${name}")`), { ...MESSAGE, query: url.search }, url);
			return base?.split('\n')[0];
		};

		expect(value('@target-uri')).toBe('"@target-uri": https://www.example.com/path?param=value');
		expect(value('@authority')).toBe('"@authority": www.example.com');
		expect(value('@scheme')).toBe('"@scheme": https');
		expect(value('@request-target')).toBe('"@request-target": /path?param=value');
		expect(value('@path')).toBe('"@path": /path');
		expect(value('@query', 'https://www.example.com/path')).toBe('"@query": ?');
		expect(value('@authority', 'https://www.EXAMPLE.com:443/')).toBe(
			'"@authority": www.example.com',
		);
	});
});

describe('the examples of RFC 9530', () => {
	const world = Buffer.from('{"hello": "world"}\n');

	it.each([
		[MESSAGE.content, MESSAGE.headers['content-digest'], true],
		[world, 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:', true],
		[MESSAGE.content, 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:', false],
	])('%s has the digest %s: %s', (content, header, fits) => {
		expect(digestsOf(content, header).wrong).toBe(!fits);
	});
});
