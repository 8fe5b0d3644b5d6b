import type { Readable } from 'node:stream';

import { download, fetchContent } from '../../../../../nodes/ESignature/transport/files/download';
import { fakeHost, ID, type Reply } from '../fakeHost';

const AUDIT = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const PDF = '%PDF-1.7\nfirst\n%%EOF\n';
const WHOLE: Reply = { body: PDF, headers: { 'content-length': String(PDF.length) } };

/** Downloads the file, and says what was kept or why not. */
async function downloaded(more: object = {}) {
	const { client, sent } = fakeHost([WHOLE]);
	const store = {
		prepareBinaryData: async (stream: Readable | Buffer) => {
			const chunks: Buffer[] = [];
			if (Buffer.isBuffer(stream)) chunks.push(stream);
			else for await (const chunk of stream) chunks.push(chunk as Buffer);
			return { data: Buffer.concat(chunks).toString('base64') };
		},
	};
	const args = { envelopeID: ID, fileName: 'a.pdf', ...more };
	const outcome = await download(client, store as never, AUDIT as never, args as never).then(
		({ binary, file }) => ({ text: Buffer.from(binary.data, 'base64').toString(), file }),
		(error: Error & { description?: string }) => ({ error }),
	);
	return { outcome, sent };
}

describe('a file', () => {
	it('is asked for once, uncompressed, when its length is announced', async () => {
		const { outcome, sent } = await downloaded();

		expect(outcome).toMatchObject({ text: PDF, file: { name: 'a.pdf', lengthVerified: true } });
		expect(sent).toMatchObject([
			{ headers: { 'Accept-Encoding': 'identity' }, timeout: 3_600_000 },
		]);
	});

	it('may be exactly as large as allowed', async () => {
		const outcome = async (maxBytes: number) => (await downloaded({ maxBytes })).outcome;

		expect(await outcome(PDF.length)).toMatchObject({ text: PDF });
		expect(await outcome(PDF.length - 1)).toMatchObject({
			error: { message: expect.stringMatching(/too large/) },
		});
	});
});

it('is refused if it is larger than allowed, also where it is only looked at', async () => {
	const content = async (maxBytes: number) => {
		const { client } = fakeHost([WHOLE]);
		return (await fetchContent(client, AUDIT, { envelopeID: ID, maxBytes })).toString();
	};

	await expect(content(PDF.length)).resolves.toBe(PDF);
	await expect(content(PDF.length - 1)).rejects.toThrow('too large');
});
