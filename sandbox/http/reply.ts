import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/** Bytes as they come: a 300 MB file is never held in memory. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	/** Sent as Content-Length, unless the body is `chunked`. */
	length: number;
	bytes: Bytes;
	chunked?: boolean;
}

export function reply(
	status: number,
	body: string | Buffer = '',
	headers: Record<string, string> = {},
): HttpReply {
	const buffer = Buffer.from(body);
	return { status, headers, length: buffer.length, bytes: buffer.length > 0 ? [buffer] : [] };
}

export function jsonReply(
	status: number,
	value: unknown,
	contentType = 'application/json; charset=utf-8',
): HttpReply {
	return reply(status, JSON.stringify(value), { 'Content-Type': contentType });
}

/** Sends the whole reply. A client that leaves early ends the source, too. */
export async function send(res: Response, { status, headers, length, bytes, chunked }: HttpReply) {
	res.status(status).set(headers);
	// RFC 9110, 8.6: no Content-Length on a 204.
	if (status !== 204 && !chunked) res.set('Content-Length', String(length));
	await pipeline(Readable.from(bytes), res).catch(() => undefined);
}
