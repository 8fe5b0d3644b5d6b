import { readAccount } from '../../../../nodes/ESignature/transport/session/account';
import { allowsHost, storageAddress } from '../../../../nodes/ESignature/transport/storage';

const account = (more: object = {}) =>
	readAccount({
		baseUrl: 'https://api.example.com',
		clientId: 'id',
		clientSecret: 'secret',
		...more,
	});
const from = new URL('https://api.example.com/sign/envelopes/1:download-sealed');

describe('the address to which a service sends a download on', () => {
	it.each([
		['https://files.example.net/a?sig=1%2F', 'https://files.example.net/a?sig=1%2F'],
		['//files.example.net/a', 'https://files.example.net/a'],
		['/files/a', 'https://api.example.com/files/a'],
		['?again', 'https://api.example.com/sign/envelopes/1:download-sealed?again'],
		['https://files.example.net:8443/a', 'https://files.example.net:8443/a'],
	])('is followed if it is safe: %s', (location, url) => {
		expect(storageAddress(location, from, account()).href).toBe(url);
	});

	it.each([
		...['http://files.example.net/a', 'http://api.example.com/a', 'data:,a', 'javascript:a'],
		...['https://localhost/a', 'https://127.0.0.1/a', 'http://127.0.0.1/a', 'https://[::1]/a'],
		...['https://user@files.example.net/a', 'https://:pass@files.example.net/a', 'https://'],
	])('is not followed if it is not: %s', (location) => {
		expect(() => storageAddress(location, from, account())).toThrow(/was not followed, because/);
	});

	it.each(['http://127.0.0.1:9000/a', 'http://localhost/a', 'https://[::1]/a'])(
		'may be on this machine if the service is, too: %s',
		(location) => {
			const here = account({ baseUrl: 'http://127.0.0.1:8080' });

			expect(storageAddress(location, from, here).href).toBe(location);
			expect(() => storageAddress('http://files.example.net/a', from, here)).toThrow('https://');
		},
	);

	it('is never shown further than its host', () => {
		const location = 'http://files.example.net/object?signature=key';
		expect(() => storageAddress(location, from, account())).toThrow(
			/^The service redirected the download to files\.example\.net, and the redirect was not followed, because it does not start with https:\/\/$/,
		);
	});
});

describe('the domains of a credential', () => {
	const limited = (allowedDomains: unknown) =>
		account({ allowedHttpRequestDomains: 'domains', allowedDomains });

	it.each(['all', 'none', undefined])('are no limit when it says %s', (mode) => {
		const free = account({ allowedHttpRequestDomains: mode, allowedDomains: 'a.example' });
		expect(allowsHost(free, 'files.example.net')).toBe(true);
	});

	it.each([
		['files.example.net', 'files.example.net', true],
		['a.example, FILES.example.net. ', 'files.example.net', true],
		['*.example.net', 'files.example.net', true],
		['*.example.net', 'example.net', false],
		['*.example.net', 'badexample.net', false],
		['example.net', 'files.example.net', false],
		['*.', 'files.example.net', false],
		['', 'files.example.net', false],
		[undefined, 'files.example.net', false],
		['', 'api.example.com', true],
	])('of the list %j let %s pass: %s', (list, host, passes) => {
		expect(allowsHost(limited(list), host)).toBe(passes);
	});
});
