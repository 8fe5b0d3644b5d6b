/* eslint-disable @n8n/community-nodes/no-restricted-imports -- names the type of a stream */
import type { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { allowsHost, download } from '../../../../../nodes/ESignature/transport/files/download';
import { bodyOf, fakeHost, ID, type Reply } from '../fakeHost';

const AUDIT = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const PDF = '%PDF-1.7\nfirst\n%%EOF\n';
const lengthOf = (body: string) => ({ 'content-length': String(body.length) });
const whole = (body = PDF): Reply => ({ body, headers: lengthOf(body) });
const STORAGE = 'https://files.example.net/key';

/** Downloads from a service that answers with these, and a storage that answers with those. */
async function downloaded(replies: Array<Reply | Error>, storage: Reply[] = [], more: object = {}) {
	const { client, sent } = fakeHost(replies);
	const pauses: number[] = [];
	jest.spyOn(client.budget, 'pause').mockImplementation(async (wait) => {
		if (pauses.push(wait) > 500) throw new Error('It waits without end');
	});
	const visits: IHttpRequestOptions[] = [];
	const helpers = {
		prepareBinaryData: async (stream: Readable | Buffer) => {
			const chunks: Buffer[] = [];
			if (Buffer.isBuffer(stream)) chunks.push(stream);
			else for await (const chunk of stream) chunks.push(chunk as Buffer);
			return { data: Buffer.concat(chunks).toString('base64') };
		},
		httpRequest: async (request: IHttpRequestOptions) => {
			if (visits.push(request) > 50) throw new Error('It is sent on without end');
			const { status = 200, body = '', headers = {} } = storage[visits.length - 1] ?? {};
			return { statusCode: status, headers, body: bodyOf(body) };
		},
	};
	const args = { envelopeID: ID, fileName: 'a.pdf', ...more };
	const outcome = await download(client, helpers as never, AUDIT as never, args as never).then(
		({ binary, file }) => ({ text: Buffer.from(binary.data, 'base64').toString(), file }),
		(error: Error & { description?: string }) => ({ error }),
	);
	return { outcome, sent, visits, pauses };
}
const text = (body: string) => expect.objectContaining({ text: body }) as unknown;
const message = (pattern: RegExp) => ({ error: { message: expect.stringMatching(pattern) } });

describe('a file', () => {
	it('is asked for once, uncompressed, when its length is announced', async () => {
		const { outcome, sent } = await downloaded([whole()]);

		expect(outcome).toMatchObject({ text: PDF, file: { name: 'a.pdf', lengthVerified: true } });
		expect(sent).toMatchObject([
			{ headers: { 'Accept-Encoding': 'identity' }, timeout: 3_600_000 },
		]);
	});

	it('may be exactly as large as allowed', async () => {
		expect((await downloaded([whole()], [], { maxBytes: PDF.length })).outcome).toEqual(text(PDF));
		expect((await downloaded([whole()], [], { maxBytes: PDF.length - 1 })).outcome).toMatchObject(
			message(/too large/),
		);
	});

	it('that is none is not kept', async () => {
		const page = '<html>Sign in</html>';

		expect((await downloaded([whole(page)])).outcome).toMatchObject(message(/was not kept/));
	});
});

describe('a file that is in a storage', () => {
	const sentOn = (location = STORAGE): Reply => ({ status: 302, headers: { location } });

	it('is fetched there without anything of the first request', async () => {
		const { outcome, visits } = await downloaded([sentOn()], [whole()]);

		expect(outcome).toEqual(text(PDF));
		expect(visits).toEqual([
			{
				method: 'GET',
				url: STORAGE,
				headers: { Accept: expect.any(String), 'Accept-Encoding': 'identity' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				timeout: 3_600_000,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				abortSignal: expect.any(AbortSignal),
			},
		]);
	});

	it.each([
		['http://files.example.net/key', /does not start with https/],
		['https://user:pass@files.example.net/key', /user name or password/],
		['https://127.0.0.1/key', /on the machine that runs n8n/],
		['https://[', /is not a web address/],
	])('is not looked for at %s', async (location, why) => {
		const { outcome, visits } = await downloaded([sentOn(location)]);
		expect(outcome).toMatchObject(message(why));
		expect(JSON.stringify(outcome)).not.toContain('/key');
		expect(visits).toEqual([]);
	});

	it('is not looked for a second time elsewhere', async () => {
		const { outcome, visits } = await downloaded([sentOn()], [sentOn('/other'), whole()]);
		expect(outcome).toMatchObject(message(/redirect was not followed/));
		expect(visits).toHaveLength(1);
	});

	it('that refuses it says nothing about the envelope', async () => {
		const { outcome } = await downloaded([sentOn()], [{ status: 404 }, { status: 404 }]);

		expect(outcome).toMatchObject(
			message(/its storage, files\.example\.net, answered with status 404/),
		);
	});

	it('is not looked for where the service does not say where it is', async () => {
		const { outcome, visits } = await downloaded([{ status: 302 }]);

		expect(outcome).toMatchObject(message(/another address, and the redirect was not followed/));
		expect(visits).toEqual([]);
	});
});

it.each([
	[undefined, 'files.example.net', true],
	['', 'api.example.com', true],
	['', 'files.example.net', false],
	['a.example, files.example.net', 'FILES.example.net', true],
	['*.example.net', 'files.example.net', true],
	['*.example.net', 'example.net', false],
	['example.net', 'evil-example.net', false],
])(
	"with 'Specific Domains' %j, a file at %s is fetched: %s",
	(allowedDomains, asked, isAllowed) => {
		expect(allowsHost({ host: 'api.example.com', allowedDomains }, asked)).toBe(isAllowed);
	},
);
