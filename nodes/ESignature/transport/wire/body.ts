import type { BinaryHelperFunctions } from 'n8n-workflow';

import { keepDigits } from './digits';

/** A readable stream; n8n's rules do not allow to import the type itself. */
export type Body = Exclude<Parameters<BinaryHelperFunctions['binaryToBuffer']>[0], Buffer>;

/** One answer of the service, its body not yet read. */
export interface RawReply {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body | string | Buffer | undefined;
}

export class BodyTooLarge extends Error {
	override name = 'BodyTooLarge';

	constructor(
		message: string,
		/** What came before it was too much. */
		readonly beginning = '',
	) {
		super(message);
	}
}

/** The whole body as text; leaving the loop closes the connection, so nothing hostile is read on. */
export async function readText(
	body: RawReply['body'],
	limit: number,
	onChunk: () => void = () => {},
): Promise<string> {
	if (body === undefined || body === null) return '';
	if (typeof body === 'string') return body;
	if (Buffer.isBuffer(body)) return body.toString('utf8');
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		onChunk();
		size += chunk.length;
		chunks.push(chunk);
		if (size <= limit) continue;
		const beginning = Buffer.concat(chunks).subarray(0, limit).toString('utf8');
		throw new BodyTooLarge(`More than ${limit} bytes`, beginning);
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function header(reply: Pick<RawReply, 'headers'>, name: string): string | undefined {
	const value = reply.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

/** The value of a JSON text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		// Some servers begin with a byte order mark; a reader may ignore it (RFC 8259, 8.1).
		return JSON.parse(keepDigits(text.startsWith('\ufeff') ? text.slice(1) : text));
	} catch {
		return undefined;
	}
}
