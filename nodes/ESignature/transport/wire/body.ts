import { randomUUID } from 'crypto';
import type { BinaryHelperFunctions } from 'n8n-workflow';

import type { NewDocument } from '../../api';

/** A readable stream; n8n's rules do not allow to import the type itself. */
export type Body = Exclude<Parameters<BinaryHelperFunctions['binaryToBuffer']>[0], Buffer>;

/** One answer of the service, its body not yet read. */
export interface RawReply {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body | string | Buffer | undefined;
}

/**
 * The body as text; of one that is longer than the limit, the beginning. Leaving the loop closes the connection, so
 * that an endless answer is not read on.
 */
export async function readText(
	body: RawReply['body'],
	limit: number,
	onChunk: () => void = () => {},
): Promise<{ text: string; isWhole: boolean }> {
	if (body === undefined || body === null) return { text: '', isWhole: true };
	const chunks: Buffer[] = [];
	let size = 0;
	const whole = typeof body === 'string' || Buffer.isBuffer(body) ? [Buffer.from(body)] : body;
	for await (const chunk of whole as AsyncIterable<Buffer>) {
		onChunk();
		size += chunk.length;
		chunks.push(chunk);
		if (size > limit) break;
	}
	const text = Buffer.concat(chunks).subarray(0, limit).toString('utf8');
	return { text, isWhole: size <= limit };
}

export function header(reply: Pick<RawReply, 'headers'>, name: string): string | undefined {
	const value = reply.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		// Some servers begin with a byte order mark; a reader may ignore it (RFC 8259, 8.1).
		return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
	} catch {
		return undefined;
	}
}

/** A finite number, or a text that is one. Anything else may not even be converted: it could raise. */
export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
	if (!isText && typeof value !== 'number') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

/** On or off, also as the text or the number that tables and forms give for it; undefined for anything else. */
export function readSwitch(value: unknown): boolean | undefined {
	const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
	return isPlain ? SWITCHES.get(String(value).trim().toLowerCase()) : undefined;
}

const SWITCHES = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/**
 * A time of the service in milliseconds since 1970, or NaN. The contract says UTC, so a time without a
 * zone is UTC as well: JavaScript would take it for the local time of this n8n.
 */
export function serviceTime(value: unknown): number {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return NaN;
	const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) || !value.includes('T');
	return Date.parse(hasZone ? value : `${value}Z`);
}

/**
 * The upload as one Buffer: n8n sends a Buffer again after renewing the token, but not a form or a
 * stream, which is used up by then.
 */
export function multipartOf({ metadata, payload, fileName }: NewDocument) {
	const boundary = `esignature-${randomUUID()}`;
	const part = (name: string, file: string, type: string) =>
		`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${quoted(file)}"\r\nContent-Type: ${type}\r\n\r\n`;
	return {
		headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([
			Buffer.from(part('metadata', 'metadata.json', 'application/json')),
			Buffer.from(JSON.stringify(metadata)),
			Buffer.from(`\r\n${part('payload', fileName, metadata.contentType ?? 'application/pdf')}`),
			payload,
			Buffer.from(`\r\n--${boundary}--\r\n`),
		]),
	};
}

/** As browsers do it: a quote or a line break must not end the header; the true name is in the metadata. */
const quoted = (name: string): string =>
	name
		.replace(/"/g, '%22')
		.replace(/\r/g, '%0D')
		.replace(/\n/g, '%0A')
		.replace(/\p{Cc}/gu, '_');
