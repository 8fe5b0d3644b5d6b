/* eslint-disable @n8n/community-nodes/no-restricted-imports -- names the type of a stream */
import type { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { download } from '../../../../nodes/ESignature/transport/download';
import { bodyOf, fakeHost, ID, type Reply } from './fakeHost';

const AUDIT = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const PDF = '%PDF-1.7\nfirst\n%%EOF\n';
const LONGER = `${PDF}second\n%%EOF\n`;
const chunked = { 'transfer-encoding': 'chunked' };
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

	it.each([chunked, { 'transfer-encoding': 'gzip, Chunked ' }])(
		'is asked for once when HTTP tells where it ends: %j',
		async (headers) => {
			const { outcome, sent } = await downloaded([{ body: PDF, headers: headers as never }]);

			expect(outcome).toMatchObject({ text: PDF, file: { lengthVerified: false } });
			expect(sent).toHaveLength(1);
		},
	);

	it.each([
		['the longer one, if it goes on where the first ended', { body: LONGER }, LONGER],
		['the first, if both are the same', { body: PDF }, PDF],
		['the first, if the second is refused', { status: 404 }, PDF],
		['the first, if the second is being made', { status: 202 }, PDF],
	])('of which nobody tells where it ends is asked for twice, and kept is %s', async (...row) => {
		const [, second, kept] = row;
		const { outcome, sent } = await downloaded([{ body: PDF }, second]);

		expect(outcome).toEqual(text(kept));
		expect(sent).toHaveLength(2);
	});

	it('may be exactly as large as allowed', async () => {
		expect((await downloaded([whole()], [], { maxBytes: PDF.length })).outcome).toEqual(text(PDF));
		expect((await downloaded([whole()], [], { maxBytes: PDF.length - 1 })).outcome).toMatchObject(
			message(/too large/),
		);
	});

	it('of which only a part comes is asked for again, and not kept', async () => {
		const part = { status: 206, body: PDF, headers: lengthOf(PDF) };

		expect((await downloaded([part, whole()])).outcome).toEqual(text(PDF));
		const { outcome, sent } = await downloaded([part]);
		expect(outcome).toMatchObject(message(/arrived incomplete/));
		expect(sent).toHaveLength(4);
	});

	it('that is none is not kept', async () => {
		const page = '<html>Sign in</html>';

		expect((await downloaded([whole(page)])).outcome).toMatchObject(message(/was not kept/));
	});
});

describe('a file that is being made', () => {
	it('is waited for, as long as the service asks for', async () => {
		const { outcome, pauses } = await downloaded([
			{ status: 202 },
			{ status: 202, headers: { 'retry-after': '7' } },
			{ status: 202, body: '{"extensions":{"retry_after":9}}' },
			whole(),
		]);

		expect(outcome).toEqual(text(PDF));
		expect(pauses).toEqual([1_000, 7_000, 9_000]);
	});

	it('is not waited for without end', async () => {
		const { outcome, pauses } = await downloaded([{ status: 202 }]);

		expect(outcome).toMatchObject({
			error: { message: 'The file is still being generated by the service' },
		});
		expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(300_000);
		expect(pauses.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
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

	it('may be three hops away, and not four', async () => {
		const hops = (count: number) =>
			Array.from({ length: count }, (_, hop) => sentOn(`${STORAGE}/${hop}`));
		const [near, far] = [
			await downloaded([sentOn()], [...hops(2), whole()]),
			await downloaded([sentOn()], [...hops(3), whole()]),
		];

		expect(near.outcome).toEqual(text(PDF));
		expect(near.visits.map(({ url }) => url)).toEqual([STORAGE, `${STORAGE}/0`, `${STORAGE}/1`]);
		expect(far.outcome).toMatchObject(message(/there had already been 3 redirects/));
		expect(far.visits).toHaveLength(3);
	});

	it('is looked for from where the last hop was', async () => {
		const { visits } = await downloaded([sentOn()], [sentOn('/other'), whole()]);

		expect(visits.map(({ url }) => url)).toEqual([STORAGE, 'https://files.example.net/other']);
	});

	it.each([429, 408, 500, 503])('is asked for again after each %d', async (status) => {
		const busy = { status, headers: { 'retry-after': '0' } };
		const { outcome, visits } = await downloaded([sentOn()], [busy, busy, whole()]);

		expect(outcome).toEqual(text(PDF));
		expect(visits).toHaveLength(3);
	});

	it('that refuses it says nothing about the envelope', async () => {
		const { outcome } = await downloaded([sentOn()], [{ status: 404 }, { status: 404 }]);

		expect(outcome).toMatchObject(
			message(/its storage, files\.example\.net, answered with status 404/),
		);
	});

	it('does not get the token although it asks for it', async () => {
		const { outcome, visits } = await downloaded([sentOn()], [{ status: 401 }]);

		expect(outcome).toMatchObject(message(/another address, and the redirect was not followed/));
		expect(visits).toHaveLength(1);
	});

	it('is not looked for where the service does not say where it is', async () => {
		const { outcome, visits } = await downloaded([{ status: 302 }]);

		expect(outcome).toMatchObject(message(/another address, and the redirect was not followed/));
		expect(visits).toEqual([]);
	});
});
