import type { IWebhookFunctions } from 'n8n-workflow';

import { ANSWERS, type Answer } from './answers';
import { splitTarget } from './signature/addresses';
import type { Message } from './signature/message';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

export const LARGEST = 256 * 1024;

export interface Incoming {
	message: Message;
	path: string;
}

/** The request with the bytes of its body, or the answer to a request that is not worth verifying. */
export async function readRequest(request: Request): Promise<Incoming | Answer> {
	const { headers } = request;
	if (!isJson(headers['content-type']) || isEncoded(headers['content-encoding'])) {
		return ANSWERS.notJson;
	}
	if (Number(headers['content-length']) > LARGEST) return ANSWERS.tooLarge;
	const content = await bodyOf(request);
	if (!content) return ANSWERS.notNow;
	if (content.length > LARGEST) return ANSWERS.tooLarge;
	const { path, query } = splitTarget(request.originalUrl);
	return { message: { method: request.method, query, headers, content }, path };
}

/** What was signed are the bytes; n8n's parsed body is something else. */
async function bodyOf(request: Request): Promise<Buffer | undefined> {
	const { rawBody }: { rawBody?: unknown } = request;
	if (!Buffer.isBuffer(rawBody)) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** No type at all is left to the parser. */
function isJson(contentType: string | undefined): boolean {
	if (contentType === undefined) return true;
	const [type = ''] = contentType.slice(0, 200).toLowerCase().split(';');
	const media = type.trim();
	return (
		media === 'application/json' || (media.startsWith('application/') && media.endsWith('+json'))
	);
}

/** n8n unpacks such a body, and the digest of what was sent can no longer be made. */
const isEncoded = (encoding: string | undefined): boolean =>
	encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase());
