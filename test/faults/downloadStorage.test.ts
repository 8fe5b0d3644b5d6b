/* eslint-disable @n8n/community-nodes/no-restricted-imports -- types of a real server */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { assertNoCanary } from '../support/canaries';
import { samplePdf, zipOf } from '../support/files';
import { ENVELOPE, fileService, type FileService } from '../support/fileService';
import { filesBelow } from '../support/folder';
import { envelopeParameters } from '../support/ground';
import { tinyServer, type TinyServer } from '../support/tinyServer';
import { hurry } from './hurry';

hurry();
const SIGNATURE = 'canary-signature-0815';
const KEY = `/bucket/canary-object?X-Amz-Signature=${SIGNATURE}&b=%2F%20+`;

let pdf: Buffer;
let zip: Buffer;
let service: FileService;
let storage: TinyServer;
let reached: Array<{ url?: string; method?: string; headers: IncomingMessage['headers'] }>;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
	pdf = await samplePdf();
	zip = await zipOf({ 'a.pdf': pdf });
});
beforeEach(async () => {
	reached = [];
	answer = (request, response) => response.end(request.url?.includes('zip') ? zip : pdf);
	storage = await tinyServer((request, response) => {
		reached.push({ url: request.url, method: request.method, headers: request.headers });
		answer(request, response);
	});
});
afterEach(async () => {
	await service.close();
	await storage.close();
});

const sendingTo = async (location: () => string | undefined, status = 302, credential = {}) => {
	service = await fileService((_, response) => {
		const target = location();
		response.writeHead(status, target === undefined ? {} : { Location: target }).end();
	}, credential);
};
const sending = async (path: string, status?: number, credential = {}) =>
	await sendingTo(() => `${storage.url}${path}`, status, credential);

const kept = () =>
	filesBelow(service.engine.binaryFolder).filter((name) => !name.endsWith('.metadata'));

describe('a download that the service sends on to a storage', () => {
	it('is fetched from there', async () => {
		await sending(KEY);
		const outcome = await service.download('AuditTrail');
		expect(outcome.error).toBeUndefined();
		expect(outcome.items[0]?.json).toMatchObject({ bytes: pdf.length, lengthVerified: true });
		// A signature covers the address: not a sign of it may change.
		expect(reached.map(({ method, url }) => [method, url])).toEqual([['GET', KEY]]);
		assertNoCanary(outcome, [SIGNATURE, 'canary-object']);
	});

	it('is a ZIP as well', async () => {
		await sending('/zip');
		const { items } = await service.download('Sealed');
		expect(items[0]?.json).toMatchObject({ entries: 1 });
	});

	it('brings nothing along that tells who asks', async () => {
		await sending(KEY);
		await service.download('AuditTrail');
		expect(service.asked[0]?.authorization).toBe('Bearer file-service-token');
		const { headers } = reached[0] ?? {};
		expect(Object.keys(headers ?? {}).sort()).toEqual(
			['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
		);
		expect(JSON.stringify(reached)).not.toContain('file-service-token');
	});

	it('is not sent on a second time', async () => {
		answer = (_, response) => response.writeHead(302, { Location: KEY }).end();
		await sending('/1');
		const outcome = await service.download('AuditTrail');
		expect(outcome.error?.message).toContain('redirect was not followed');
		expect(reached).toHaveLength(1);
		assertNoCanary(outcome, [SIGNATURE, 'canary-object']);
	});

	it.each([
		['http on another machine', 'http://files.example.com/a', 'it does not start with https://'],
		['another protocol', 'ftp://127.0.0.1/a', 'it does not start with https://'],
		['a file', 'file:///etc/passwd', 'it does not start with https://'],
		['a user name', 'https://a:b@files.example.com/a', 'it has a user name or password'],
		['no address', 'https://', 'it is not a web address'],
	])('is not followed to %s', async (_, location, why) => {
		await sendingTo(() => location);
		const { items, error } = await service.download('AuditTrail');
		expect(items).toEqual([]);
		expect(error?.message).toContain(`, and the redirect was not followed, because ${why}`);
		expect(service.asked).toHaveLength(1);
	});

	it('is not followed where there is no address', async () => {
		await sendingTo(() => undefined);
		const { error } = await service.download('AuditTrail');
		expect(error?.message).toContain('redirected the request to another address');
	});

	it('is followed only to the domains that the credential allows', async () => {
		const elsewhere = () => storage.url.replace('127.0.0.1', 'localhost');
		const limited = { allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1, *.test' };
		await sendingTo(elsewhere, 302, limited);
		const { error } = await service.download('AuditTrail');
		expect(error?.message).toContain("not among the 'Allowed Domains' of the credential");
		expect(reached).toEqual([]);
		await service.close();
		await sendingTo(elsewhere, 302, { ...limited, allowedDomains: '127.0.0.1, localhost' });
		expect((await service.download('AuditTrail')).items).toHaveLength(1);
	});

	it('starts again with a new address when the storage refuses the first', async () => {
		answer = (_, response) =>
			reached.length > 1 ? response.end(pdf) : response.writeHead(403).end();
		await sending(KEY);
		const { items } = await service.download('AuditTrail');
		expect(items).toHaveLength(1);
		expect(service.asked).toHaveLength(2);
	});

	it.each([404, 429])(
		'is never a missing envelope because the storage answers %i',
		async (status) => {
			answer = (_, response) => response.writeHead(status).end(`<Key>${SIGNATURE}</Key>`);
			await sending(KEY);
			const outcome = await service.download('AuditTrail');
			expect(outcome.error?.message).toBe(
				`The file was not kept, because its storage, 127.0.0.1, answered with status ${status}`,
			);
			expect(outcome.error).not.toHaveProperty('httpCode', String(status));
			assertNoCanary(outcome, [SIGNATURE, 'canary-object']);
		},
	);

	it.each([
		['is away', (response: ServerResponse) => response.writeHead(503).end()],
		['breaks off', (response: ServerResponse) => response.socket?.destroy()],
		[
			'sends a part',
			(response: ServerResponse) => {
				response.setHeader('Content-Length', pdf.length);
				response.write(pdf.subarray(0, 300), () => response.socket?.end());
			},
		],
		['sends an error page', (response: ServerResponse) => response.end('<Error/>')],
	])('is repeated from the service on when the storage %s', async (_, misbehave) => {
		answer = (__, response) => void (reached.length > 1 ? response.end(pdf) : misbehave(response));
		await sending(KEY);
		const { items, error } = await service.download('AuditTrail');
		expect(error).toBeUndefined();
		expect(items[0]?.json.bytes).toBe(pdf.length);
		expect(service.asked).toHaveLength(2);
		expect(kept()).toHaveLength(1);
	});

	it('ends when the storage falls silent, or the file grows too large', async () => {
		answer = (_, response) => void response.write(pdf.subarray(0, 300));
		await sending(KEY);
		const silent = await service.download('AuditTrail', { options: { timeout: 0.2 } });
		expect(silent.error?.message).toBe('The service did not respond in time');
		answer = (_, response) => response.end(Buffer.alloc(2 * 1024 * 1024));
		const large = await service.download('AuditTrail', { options: { maxFileSize: 1 } });
		expect(large.error?.message).toContain('too large');
		expect(kept()).toEqual([]);
		for (const outcome of [silent, large]) assertNoCanary(outcome, [SIGNATURE, 'canary-object']);
	});

	it('ends with the execution, also while the storage is asked', async () => {
		let stopped: Promise<unknown> | undefined;
		const isAsked = new Promise<void>((resolve) => {
			answer = (request, response) => {
				stopped = new Promise((closed) => request.socket.once('close', closed));
				response.write(pdf.subarray(0, 300), () => resolve());
			};
		});
		await sending(KEY);
		const { result, cancel } = service.engine.start(
			envelopeParameters('downloadAuditTrail', ENVELOPE, { binaryPropertyName: 'data' }),
		);
		await isAsked;
		cancel();
		await stopped;
		expect((await result).items).toEqual([]);
		expect(reached).toHaveLength(1);
		expect(kept()).toEqual([]);
	});

	it('says which storage cannot be reached, and no more than that', async () => {
		await sending(KEY);
		await storage.close();
		const outcome = await service.download('AuditTrail');
		expect(outcome.error?.message).toBe(
			'The file was not kept, because its storage, 127.0.0.1, could not be reached',
		);
		assertNoCanary(outcome, [SIGNATURE, 'canary-object']);
	});
});
