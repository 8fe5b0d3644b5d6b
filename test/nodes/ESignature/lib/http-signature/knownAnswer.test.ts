import { createHmac } from 'crypto';

import { readSignatures } from '../../../../../nodes/ESignature/lib/http-signature';
import { signatureBase } from '../../../../../nodes/ESignature/lib/http-signature/signatureBase';
import {
	readDictionary,
	type InnerList,
} from '../../../../../nodes/ESignature/lib/http-signature/structuredFields';

/** RFC 9421, B.1.5 and B.2: the request and the key of its examples. */
const ADDRESS = { scheme: 'https', host: 'example.com', target: '/foo?param=Value&Pet=dog' };
const SHARED =
	'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
const REQUEST = {
	method: 'POST',
	headers: {
		host: 'example.com',
		date: 'Tue, 20 Apr 2021 02:07:55 GMT',
		'content-type': 'application/json',
		'content-digest':
			'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
		'content-length': '18',
	},
	body: Buffer.from('{"hello": "world"}'),
};

const baseOf = (list: string, address = ADDRESS) => {
	const covered = readDictionary(`sig=${list}`)?.get('sig') as InnerList;
	return signatureBase(covered, REQUEST)?.(address);
};

describe('the examples of RFC 9421', () => {
	it('B.2.5: the signature with a shared key is the printed one', () => {
		const list =
			'("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"';
		const base = baseOf(list);

		expect(base).toBe(
			[
				'"date": Tue, 20 Apr 2021 02:07:55 GMT',
				'"@authority": example.com',
				'"content-type": application/json',
				`"@signature-params": ${list}`,
			].join('\n'),
		);
		const signature = createHmac('sha256', Buffer.from(SHARED, 'base64')).update(base!);
		expect(signature.digest('base64')).toBe('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=');
	});

	it('B.2.3: a base that covers nearly everything is the printed one', () => {
		const list =
			'("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"';

		expect(baseOf(list)).toBe(
			[
				'"date": Tue, 20 Apr 2021 02:07:55 GMT',
				'"@method": POST',
				'"@path": /foo',
				'"@query": ?param=Value&Pet=dog',
				'"@authority": example.com',
				'"content-type": application/json',
				`"content-digest": ${REQUEST.headers['content-digest']}`,
				'"content-length": 18',
				`"@signature-params": ${list}`,
			].join('\n'),
		);
	});

	it.each([
		['@target-uri', '/path?param=value', 'https://www.example.com/path?param=value'],
		['@authority', '/path', 'www.example.com'],
		['@scheme', '/path', 'https'],
		['@request-target', '/path?param=value', '/path?param=value'],
		['@path', '/path?param=value', '/path'],
		['@path', '', '/'],
		['@query', '/path?param=value&foo=bar&baz=bat%2Dman', '?param=value&foo=bar&baz=bat%2Dman'],
		['@query', '/path?', '?'],
		['@query', '/path', '?'],
	])('2.2: the component %s of %s is %s', (name, target, value) => {
		const address = { scheme: 'https', host: 'www.example.com', target };

		expect(baseOf(`("${name}")`, address)?.split('\n')[0]).toBe(`"${name}": ${value}`);
	});

	it.each([
		['https', 'www.EXAMPLE.com:443', 'www.example.com'],
		['http', 'www.example.com:80', 'www.example.com'],
		['http', 'www.example.com:443', 'www.example.com:443'],
		['https', '[::1]:80', '[::1]:80'],
	])('2.2.3: by %s, @authority of the host %s is %s', (scheme, host, value) => {
		const address = { scheme, host, target: '/' };

		expect(baseOf('("@authority")', address)?.split('\n')[0]).toBe(`"@authority": ${value}`);
	});
});

describe('the examples of RFC 9530', () => {
	const hello = REQUEST.body;
	const withLineBreak = Buffer.from('{"hello": "world"}\n');
	const ofLineBreak = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:';

	it.each([
		[hello, REQUEST.headers['content-digest'], 'right'],
		[withLineBreak, ofLineBreak, 'right'],
		[hello, ofLineBreak, 'changed'],
	])('of %s, the digest %s is %s', (body, digest, result) => {
		const headers = {
			'content-digest': digest,
			'signature-input': 'sig=("@method" "@path" "content-digest")',
			signature: 'sig=:AAAA:',
		};
		const signed = readSignatures({ method: 'POST', headers, body });

		expect('result' in signed ? signed.result : 'right').toBe(result);
	});
});
