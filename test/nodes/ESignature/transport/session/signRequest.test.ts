import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	readAccount,
	openSession,
	signRequest,
} from '../../../../../nodes/ESignature/transport/session/session';
import { UserError } from '../../../../../nodes/ESignature/errors/userError';
import { newCredential } from './service';

const TOKEN = 'canary-token';
const HOME = 'https://api.example.com';

function signedIn(values: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
	const credential = newCredential();
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
		['capitals and the default port', { url: 'HTTPS://API.EXAMPLE.COM:443/sign' }],
		['a base URL and a path', { baseURL: HOME, url: '/sign/envelopes' }],
		['a base URL and no path', { baseURL: HOME, url: '' }],
		['a base URL and a relative path', { baseURL: `${HOME}/eu/`, url: 'sign' }],
		['the older name of the URL', { uri: `${HOME}/sign` }],
		[
			'an absolute URL that overrides a base URL',
			{ baseURL: 'https://x.example', url: `${HOME}/a` },
		],
		['a URL whose query names another host', { url: `${HOME}/sign?next=https://evil.example` }],
		['a URL whose path holds an at sign', { url: `${HOME}/sign/@evil.example` }],
	])('gets the token: %s', (_, request) => {
		expect(sign(request).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
	});

	const straight = {
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
		maxRedirects: 0,
		sendCredentialsOnCrossOriginRedirect: false,
	};

	it('keeps all it had, and is not sent on', () => {
		const request = { url: `${HOME}/sign`, qs: { a: 1 }, headers: { Accept: 'x' } };

		expect(sign(request)).toEqual({
			...request,
			headers: { Accept: 'x', Authorization: `Bearer ${TOKEN}` },
			...straight,
		});
		expect(request.headers).toEqual({ Accept: 'x' });
	});

	it('is not sent on even if the node asks for that', () => {
		const asking = {
			disableFollowRedirect: false,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 9,
			sendCredentialsOnCrossOriginRedirect: true,
		};

		expect(sign({ url: `${HOME}/sign`, ...asking })).toMatchObject(straight);
	});
});

const ELSEWHERE: Array<[string, Request]> = [
	['another host', { url: 'https://evil.example/sign' }],
	['another host by the older name', { uri: 'https://evil.example/sign' }],
	['another host, though the older name is right', { url: 'https://evil.example', uri: HOME }],
	['a subdomain', { url: 'https://sub.api.example.com/' }],
	['the parent domain', { url: 'https://example.com/' }],
	['a host that begins alike', { url: `${HOME}.evil.example/` }],
	['a trailing dot', { url: 'https://api.example.com./' }],
	['another port', { url: `${HOME}:8443/` }],
	['no encryption', { url: 'http://api.example.com/' }],
	['another scheme', { url: 'ftp://api.example.com/' }],
	['a user name that looks like the host', { url: 'https://api.example.com@evil.example/' }],
	['a user name with a port', { url: 'https://api.example.com:443@evil.example/' }],
	['a backslash before the at sign', { url: 'https://evil.example\\@api.example.com/' }],
	['backslashes instead of slashes', { baseURL: HOME, url: 'https:\\\\evil.example' }],
	['a path that begins with two slashes', { baseURL: HOME, url: '//evil.example/x' }],
	['two slashes and no base', { url: '//api.example.com/x' }],
	['a slash and a backslash', { baseURL: HOME, url: '/\\evil.example' }],
	['two backslashes', { baseURL: HOME, url: '\\\\evil.example' }],
	['a blank before the URL', { baseURL: HOME, url: ' https://evil.example' }],
	['a tab inside the scheme', { baseURL: HOME, url: 'ht\ttps://evil.example' }],
	['a tab between the slashes', { baseURL: HOME, url: '/\t/evil.example' }],
	['a line break before the slashes', { baseURL: HOME, url: '\n//evil.example' }],
	['a base URL elsewhere', { baseURL: 'https://evil.example', url: '/sign' }],
	['a base URL elsewhere and no path', { baseURL: 'https://evil.example', url: '' }],
	['an absolute URL that overrides the base', { baseURL: HOME, url: 'https://evil.example/' }],
	['a scheme without slashes', { url: 'https:evil.example' }],
	['no address', {}],
	['an empty address', { url: '' }],
	['a path alone', { url: '/sign' }],
	['no host', { url: 'https://' }],
	['data', { url: 'data:text/plain,x' }],
];

describe('a request to anywhere else', () => {
	it.each(ELSEWHERE)('is not sent: %s', (_, request) => {
		const error = errorOf(() => sign(request));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain('is only for https://api.example.com.');
		expect(error.response).toBeUndefined();
		expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
	});

	it.each(ELSEWHERE)('is not even a reason to sign in: %s', (_, request) => {
		expect(errorOf(() => sign(request, newCredential())).response).toBeUndefined();
	});
});

const CONTROLLED: Array<[string, string, object]> = [
	['a proxy', 'Proxy', { proxy: 'http://evil.example:3128' }],
	['a proxy in parts', 'Proxy', { proxy: { host: 'evil.example', port: 3128 } }],
	['certificates unchecked', 'Ignore SSL', { skipSslCertificateValidation: true }],
	['certificates unchecked by the older name', 'Ignore SSL', { rejectUnauthorized: false }],
	['another authority', 'SSL Certificates', { agentOptions: { ca: 'PEM' } }],
	[
		'certificates unchecked by the agent',
		'SSL Certificates',
		{ agentOptions: { rejectUnauthorized: false } },
	],
	['a Host header', "'Host' header", { headers: { Host: 'evil.example' } }],
	['a Host header in small letters', "'Host' header", { headers: { host: 'evil.example' } }],
];

describe('a request whose way somebody else controls', () => {
	const controlled = (more: object) => ({ url: `${HOME}/sign`, ...more });

	it.each(CONTROLLED)('is not sent: %s', (_, named, more) => {
		const error = errorOf(() => sign(controlled(more)));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(
			/^The E-Signature credential cannot be used with .* not sent\. ./,
		);
		expect(error.message).toContain(named);
		expect(error.response).toBeUndefined();
		expect(JSON.stringify(error) + error.message + error.stack).not.toContain(TOKEN);
	});

	it.each(CONTROLLED)(
		'does not cost a sign-in, whatever n8n does next: %s',
		async (_, __, more) => {
			const credential = signedIn();
			const refusal = errorOf(() => sign(controlled(more), credential));
			const httpRequest = jest.fn();

			await expect(openSession({ httpRequest }, credential)).rejects.toBe(refusal);
			expect(httpRequest).not.toHaveBeenCalled();
			expect(sign({ url: `${HOME}/sign` }, credential).headers).toMatchObject({
				Authorization: `Bearer ${TOKEN}`,
			});
		},
	);

	it.each<[string, object]>([
		['what the form of the HTTP Request node leaves', { rejectUnauthorized: true, proxy: '' }],
		['no certificates in its settings', { agentOptions: {} }],
		['no proxy, in so many words', { proxy: false, skipSslCertificateValidation: false }],
		['other headers', { headers: { 'X-Forwarded-Host': 'a.example', accept: 'x' } }],
	])('is not one with %s', (_, more) => {
		expect(sign(controlled(more)).headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
	});
});

describe('a session that is over', () => {
	const request = { url: `${HOME}/sign` };

	it.each<[string, ICredentialDataDecryptedObject]>([
		['by time', { sessionExpiresAt: Date.now() - 1 }],
		['since it never began', { sessionExpiresAt: 0, accessToken: '', tokenIssuedFor: '' }],
		['since it is for another secret', { clientSecret: 'rotated' }],
		['since it is for another client', { clientId: 'another' }],
		['since its end is unreadable', { sessionExpiresAt: 'tomorrow' }],
	])('asks n8n for a new one with a 401: %s', (_, values) => {
		const error = errorOf(() => sign(request, signedIn(values)));

		expect(error.response).toEqual({ status: 401 });
		expect(error).not.toBeInstanceOf(UserError);
	});

	it('is not what a wrong credential is called', () => {
		for (const name of ['baseUrl', 'clientId', 'clientSecret']) {
			const error = errorOf(() => sign(request, signedIn({ [name]: ' ' })));

			expect(error).toBeInstanceOf(UserError);
			expect(error.response).toBeUndefined();
		}
	});
});

describe('a Base URL with a path', () => {
	const credentials = () => {
		const baseUrl = 'https://gw.example.com/tenant-a';
		const account = { baseUrl, clientId: 'i', clientSecret: 's' };
		return {
			...account,
			accessToken: 'TOKEN',
			sessionExpiresAt: Date.now() + 1e6,
			tokenIssuedFor: readAccount(account).key,
		};
	};
	const at = (url: string, baseURL?: string) =>
		signRequest(credentials(), { url, ...(baseURL && { baseURL }) }).headers;

	it.each([
		['https://gw.example.com/tenant-a/sign/envelopes', undefined],
		['https://gw.example.com/tenant-a', undefined],
		['/sign/envelopes', 'https://gw.example.com/tenant-a'],
		['/sign/envelopes', 'https://gw.example.com/tenant-a/'],
	])('is where the token goes: %s %s', (url, baseURL) => {
		expect(at(url, baseURL)).toMatchObject({ Authorization: 'Bearer TOKEN' });
	});

	it.each([
		['https://gw.example.com/tenant-evil/x', undefined],
		['https://gw.example.com/tenant-abc', undefined],
		['https://gw.example.com/', undefined],
		['https://gw.example.com/tenant-a/../tenant-evil', undefined],
		['https://gw.example.com/tenant-a/%2e%2e/tenant-evil', undefined],
		['/x', 'https://gw.example.com/tenant-evil'],
		['../tenant-evil', 'https://gw.example.com/tenant-a'],
	])('is the only place: %s %s', (url, baseURL) => {
		expect(() => at(url, baseURL)).toThrow('The request goes to another address');
	});
});
