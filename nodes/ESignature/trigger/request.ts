import type { IWebhookFunctions } from 'n8n-workflow';

import { ANSWERS, type Answer } from './answers';
import { splitTarget } from './signature/addresses';
import type { Message } from './signature/message';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

export const LARGEST = 256 * 1024;

export interface Incoming {
	message: Message;
	path: string;
	/** By its type. What a sender proves to have sent need not say so. */
	isJson: boolean;
}

/** The request with the bytes of its body, or the answer to a request that is not worth verifying. */
export async function readRequest(request: Request): Promise<Incoming | Answer> {
	const { headers, rawHeaders } = request;
	const type = mediaType(headers['content-type']);
	// n8n takes the parts of such a body apart and unpacks the other: what was signed is gone.
	if (type.startsWith('multipart/') || isEncoded(headers['content-encoding'])) {
		return ANSWERS.notJson;
	}
	if (Number(headers['content-length']) > LARGEST) return ANSWERS.tooLarge;
	const content = await bodyOf(request);
	if (!content) return ANSWERS.notNow;
	if (content.length > LARGEST) return ANSWERS.tooLarge;
	const { path, query } = splitTarget(request.originalUrl);
	const message = { method: request.method, query, headers, rawHeaders, content };
	return { message, path, isJson: isJson(type) };
}

/** What was signed are the bytes; n8n's parsed body is something else. */
async function bodyOf(request: Request): Promise<Buffer | undefined> {
	const { rawBody }: { rawBody?: unknown } = request;
	if (!Buffer.isBuffer(rawBody)) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

const mediaType = (contentType: string | undefined): string =>
	(contentType ?? '').slice(0, 200).toLowerCase().split(';', 1).join('').trim();

/** No type at all is left to the parser. */
const isJson = (type: string): boolean =>
	type === '' ||
	type === 'application/json' ||
	(type.startsWith('application/') && type.endsWith('+json'));

const isEncoded = (encoding: string | undefined): boolean =>
	encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase());
