import type { HttpReply } from '../http/reply';
import { isObject, mapValues } from './changes';
import type { Answered, Body } from './dialect';

/** A reply of the sandbox, taken apart. */
export async function answeredFrom({ status, headers, bytes }: HttpReply): Promise<Answered> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of bytes) chunks.push(chunk);
	const whole = Buffer.concat(chunks);
	return { status, headers, body: bodyFrom(whole, headers['Content-Type'] ?? '') };
}

function bodyFrom(bytes: Buffer, type: string): Body {
	if (bytes.length === 0) return { kind: 'nothing' };
	if (/json/.test(type)) return { kind: 'json', value: JSON.parse(bytes.toString()) as unknown };
	return { kind: 'file', bytes };
}

/** And put together again. */
export function replyFrom(answered: Answered): HttpReply {
	const { status, headers, framing, dateless, encode } = answered;
	const plain = bytesOf(answered);
	const bytes = encode && plain.length > 0 ? encode(plain) : plain;
	return {
		...{ status, headers, length: bytes.length, bytes: bytes.length > 0 ? [bytes] : [] },
		verbatim: true,
		...(framing && { framing }),
		...(dateless && { dateless }),
	};
}

function bytesOf({ body, pretty }: Answered): Buffer {
	if (body.kind === 'nothing') return Buffer.alloc(0);
	if (body.kind === 'file') return body.bytes;
	if (body.kind === 'text') return Buffer.from(body.text);
	return Buffer.from(pretty ? escaped(written(reversed(body.value), '\t')) : written(body.value));
}

/** JSON, in which a bigint is a number with all its digits, whatever its `toJSON` says. */
function written(value: unknown, indent?: string): string {
	const marked = mapValues(value, (entry) =>
		typeof entry === 'bigint' ? `bigint:${entry}` : entry,
	);
	return JSON.stringify(marked, undefined, indent).replace(/"bigint:(\d+)"/g, '$1');
}

const escaped = (text: string) =>
	`${text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, entry]) => [key, reversed(entry)]),
	);
}
