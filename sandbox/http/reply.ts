/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

/** Bytes as they come: a 300 MB file is never held in memory. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Where the end of a body is told otherwise than by its length (RFC 9112, 6.3). */
export type Framing = 'chunked' | 'crumbs' | 'close';

export interface HttpReply {
	status: number;
	headers: Record<string, string>;
	/** Sent as Content-Length, unless `framing` says otherwise. */
	length: number;
	bytes: Bytes;
	framing?: Framing;
	/** Without the header that every server with a clock sends. */
	dateless?: boolean;
	/** Express adds a charset to media types otherwise. */
	verbatim?: boolean;
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
export async function send(res: Response, reply: HttpReply) {
	const { status, headers, length, bytes, framing, dateless, verbatim } = reply;
	res.status(status);
	if (verbatim) for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
	else res.set(headers);
	if (dateless) {
		res.sendDate = false;
		res.removeHeader('Date');
	}
	const framed = framing !== undefined && length > 0;
	// RFC 9110, 8.6: no Content-Length on a 204.
	if (status !== 204 && !framed) res.set('Content-Length', String(length));
	if (framed && framing === 'close') {
		res.set('Connection', 'close');
		// Without chunks or a length, the end of the connection is the end of the body.
		res.removeHeader('Transfer-Encoding');
	}
	const pieces = framed && framing === 'crumbs' ? crumbs(bytes) : bytes;
	await pipeline(Readable.from(pieces), res).catch(() => undefined);
}

/** Small at first, so that even a short text is cut in the middle of a character. */
async function* crumbs(bytes: Bytes) {
	for await (const chunk of bytes) {
		for (let at = 0, size = 3; at < chunk.length; at += size, size = size < 512 ? size + 2 : size) {
			yield chunk.subarray(at, at + size);
		}
	}
}
