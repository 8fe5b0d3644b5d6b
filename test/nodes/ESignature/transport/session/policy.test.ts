import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { readAccount } from '../../../../../nodes/ESignature/transport/session/account';
import { signRequest } from '../../../../../nodes/ESignature/transport/session/session';
import { newCredential } from './service';

describe('signing a request', () => {
	const TOKEN = 'canary-token';
	const HOME = 'https://api.example.com';

	function signedIn(
		values: ICredentialDataDecryptedObject = {},
		credential = newCredential(),
	): ICredentialDataDecryptedObject {
		return {
			...credential,
			accessToken: TOKEN,
			sessionExpiresAt: Date.now() + 60_000,
			tokenIssuedFor: readAccount(credential).key,
			...values,
		};
	}

	type Request = Partial<IHttpRequestOptions> & { uri?: string };
	const sign = (request: Request, credential = signedIn()) =>
		signRequest(credential, request as IHttpRequestOptions);

	function errorOf(run: () => unknown): Error & { response?: { status: number } } {
		try {
			run();
		} catch (error) {
			return error as Error;
		}
		throw new Error('Nothing was raised');
	}

	describe('a request to the address of the credential', () => {
		it.each<[string, Request]>([
			['an absolute URL', { url: `${HOME}/sign/envelopes` }],
			['a base URL and a path', { baseURL: HOME, url: '/sign/envelopes' }],
			['a base URL and no path', { baseURL: HOME, url: '' }],
			['the older name of the URL', { uri: `${HOME}/sign` }],
			['an absolute URL that overrides a base URL', { baseURL: 'https://x.example', url: HOME }],
		])('gets the token: %s', (_, request) => {
			expect(sign(request).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});

		it('keeps all it had, and is not sent on even if the node asks for that', () => {
			const request = {
				url: `${HOME}/sign`,
				qs: { a: 1 },
				headers: { Accept: 'x' },
				disableFollowRedirect: false,
				followRedirect: true,
				followAllRedirects: true,
				maxRedirects: 9,
				sendCredentialsOnCrossOriginRedirect: true,
			};

			expect(sign(request)).toEqual({
				url: `${HOME}/sign`,
				qs: { a: 1 },
				headers: { Accept: 'x', Authorization: `Bearer ${TOKEN}` },
				disableFollowRedirect: true,
				followRedirect: false,
				followAllRedirects: false,
				maxRedirects: 0,
				sendCredentialsOnCrossOriginRedirect: false,
			});
			expect(request.headers).toEqual({ Accept: 'x' });
		});
	});

	const ELSEWHERE: Array<[string, Request]> = [
		['another host', { url: 'https://evil.example/sign' }],
		['another host by the older name', { uri: 'https://evil.example/sign' }],
		['another host, though the older name is right', { url: 'https://evil.example', uri: HOME }],
		['a host that begins alike', { url: `${HOME}.evil.example/` }],
		['another port', { url: `${HOME}:8443/` }],
		['no encryption', { url: 'http://api.example.com/' }],
		['a user name that looks like the host', { url: 'https://api.example.com@evil.example/' }],
		['a path that begins with two slashes', { baseURL: HOME, url: '//evil.example/x' }],
		['a slash and a backslash', { baseURL: HOME, url: '/\\evil.example' }],
		['a blank before the URL', { baseURL: HOME, url: ' https://evil.example' }],
		['a tab inside the scheme', { baseURL: HOME, url: 'ht\ttps://evil.example' }],
		['a base URL elsewhere', { baseURL: 'https://evil.example', url: '/sign' }],
		['an absolute URL that overrides the base', { baseURL: HOME, url: 'https://evil.example/' }],
		['no address', {}],
		['a path alone', { url: '/sign' }],
	];

	it.each(ELSEWHERE)(
		'is not done, nor a reason to sign in, where it goes elsewhere: %s',
		(_, request) => {
			const error = errorOf(() => sign(request));

			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain('is only for https://api.example.com.');
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
			expect(errorOf(() => sign(request, newCredential())).response).toBeUndefined();
		},
	);

	const CONTROLLED: Array<[string, object]> = [
		['a proxy', { proxy: 'http://evil.example:3128' }],
		['certificates unchecked', { skipSslCertificateValidation: true }],
		['certificates unchecked by the older name', { rejectUnauthorized: false }],
		['another authority', { agentOptions: { ca: 'PEM' } }],
		['a Host header', { headers: { Host: 'evil.example' } }],
		['a Host header in small letters', { headers: { 'host ': 'evil.example' } }],
	];

	describe('a request whose way somebody else controls', () => {
		const controlled = (more: object) => ({ url: `${HOME}/sign`, ...more });

		it.each(CONTROLLED)('is not sent: %s', (_, more) => {
			const error = errorOf(() => sign(controlled(more)));

			expect(error).toBeInstanceOf(UserError);
			expect(error.response).toBeUndefined();
			expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
		});

		it('is not one with what the form of the HTTP Request node leaves', () => {
			const left = {
				rejectUnauthorized: true,
				proxy: '',
				agentOptions: {},
				skipSslCertificateValidation: false,
				headers: { 'X-Forwarded-Host': 'a.example' },
			};
			expect(sign(controlled(left)).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});
	});

	describe('a session that is over', () => {
		const request = { url: `${HOME}/sign` };

		it.each<[string, ICredentialDataDecryptedObject]>([
			['by time', { sessionExpiresAt: Date.now() - 1 }],
			['since it never began', { accessToken: '' }],
			['since it is for another secret', { clientSecret: 'rotated' }],
			['since its end is unreadable', { sessionExpiresAt: 'tomorrow' }],
		])('asks n8n for a new one with a 401: %s', (_, values) => {
			const error = errorOf(() => sign(request, signedIn(values)));

			expect(error.response).toEqual({ status: 401 });
			expect(error).not.toBeInstanceOf(UserError);
		});
	});

	describe('a Base URL with a path', () => {
		const at = (url: string, baseURL?: string) => {
			const tenant = newCredential({ baseUrl: 'https://gw.example.com/tenant-a' });
			return sign({ url, ...(baseURL && { baseURL }) }, signedIn({}, tenant)).headers;
		};

		it.each([
			['https://gw.example.com/tenant-a/sign/envelopes', undefined],
			['https://gw.example.com/tenant-a', undefined],
			['/sign/envelopes', 'https://gw.example.com/tenant-a/'],
		])('is where the token goes: %s %s', (url, baseURL) => {
			expect(at(url, baseURL)).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
		});

		it.each([
			'..%2ftenant-b',
			'..%5Ctenant-b',
			'..;/tenant-b',
			'%252e%252e/tenant-b',
			'a%2e',
			'..%c0%af',
		])('is not left by a path that a gateway reads in its own way: %s', (path) => {
			expect(() => at(`https://gw.example.com/tenant-a/${path}`)).toThrow("contains '%' or ';'");
			expect(() => at(path, 'https://gw.example.com/tenant-a')).toThrow("contains '%' or ';'");
		});

		it('may itself have such a character, and a query may', () => {
			const tenant = newCredential({ baseUrl: 'https://gw.example.com/tenant%20a' });
			const url = 'https://gw.example.com/tenant%20a/sign/envelopes?name=50%25;x';
			expect(sign({ url }, signedIn({}, tenant)).headers).toMatchObject({
				Authorization: `Bearer ${TOKEN}`,
			});
		});

		it.each([
			['https://gw.example.com/tenant-abc', undefined],
			['https://gw.example.com/', undefined],
			['https://gw.example.com/tenant-a/%2e%2e/tenant-evil', undefined],
			['../tenant-evil', 'https://gw.example.com/tenant-a'],
		])('is the only place: %s %s', (url, baseURL) => {
			expect(() => at(url, baseURL)).toThrow('The request goes to another address');
		});
	});
});
