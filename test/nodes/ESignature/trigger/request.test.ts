import type { IWebhookFunctions } from 'n8n-workflow';

import {
	ANSWERS,
	LARGEST_REQUEST as LARGEST,
} from '../../../../nodes/ESignature/trigger/texts/texts';
import { readRequest } from '../../../../nodes/ESignature/trigger/webhook';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/** A request whose body n8n has not read yet, unless `read` says so. */
function request(headers: Record<string, string>, { content = '{}', read = false } = {}) {
	const body = Buffer.from(content);
	const made = {
		...{ method: 'POST', originalUrl: '/webhook/1?a=b', headers, rawHeaders: ['Host', 'n8n'] },
		rawBody: read ? body : undefined,
		readRawBody: jest.fn(async () => void (made.rawBody = body)),
	} as { rawBody?: Buffer; readRawBody: jest.Mock };
	return made;
}
const read = async (made: unknown) => await readRequest(made as Request);
const typed = async (type?: string) =>
	await read(request(type === undefined ? {} : { 'content-type': type }));

describe('a request to the webhook', () => {
	it('is read with its bytes, its path and its query', async () => {
		expect(await typed('application/json')).toEqual({
			message: {
				method: 'POST',
				query: '?a=b',
				headers: { 'content-type': 'application/json' },
				rawHeaders: ['Host', 'n8n'],
				content: Buffer.from('{}'),
			},
			path: '/webhook/1',
			isJson: true,
		});
	});

	it.each([
		['application/json', true],
		['Application/JSON; charset=utf-8', true],
		['application/cloudevents+json', true],
		['application/problem+json;a=b', true],
		['', true],
		[undefined, true],
		['text/json', false],
		['text/x+json', false],
		['application/xml', false],
		['application/jsonp', false],
		['application/x+json-seq', false],
	])('of the type %j is taken for JSON: %j', async (type, isJson) => {
		expect(await typed(type)).toMatchObject({ isJson });
	});

	it.each([
		{ 'content-type': 'multipart/form-data; boundary=x' },
		{ 'content-type': ' Multipart/mixed' },
		{ 'content-encoding': 'gzip' },
		{ 'content-type': 'application/json', 'content-encoding': 'br' },
	])('is refused where n8n does not keep what was signed: %j', async (headers) => {
		expect(await read(request(headers as Record<string, string>))).toBe(ANSWERS.notJson);
	});

	it.each(['', 'identity', ' Identity '])(
		'may say that it is not encoded: %j',
		async (encoding) => {
			expect(await read(request({ 'content-encoding': encoding }))).toHaveProperty('message');
		},
	);

	it('may be as large as the limit, and no larger', async () => {
		const most = { content: 'x'.repeat(LARGEST) };
		const more = { content: 'x'.repeat(LARGEST + 1) };

		expect(await read(request({ 'content-length': String(LARGEST) }, most))).toHaveProperty('path');
		expect(await read(request({}, more))).toBe(ANSWERS.tooLarge);
	});

	it('is not even read if it says that it is too large', async () => {
		const made = request({ 'content-length': String(LARGEST + 1) });

		expect(await read(made)).toBe(ANSWERS.tooLarge);
		expect(made.readRawBody).not.toHaveBeenCalled();
	});

	it('is read once, and asked for again where it cannot be read', async () => {
		const before = request({}, { read: true });
		await read(before);
		const never = { ...request({}), readRawBody: async () => {} };

		expect(before.readRawBody).not.toHaveBeenCalled();
		expect(await read(never)).toBe(ANSWERS.notNow);
	});
});
