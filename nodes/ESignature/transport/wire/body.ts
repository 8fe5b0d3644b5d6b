import { randomUUID } from 'crypto';
import type { BinaryHelperFunctions } from 'n8n-workflow';

import type { NewDocument } from '../../api';
import { BodyTooLarge } from '../../errors/failure';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Nothing shorter can lose a digit or leave the range of a number, so most texts are not walked through. */
const MAY_LOSE = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * JSON in which the numbers that JavaScript cannot hold are texts: it would change the last digits of a
 * 64-bit number without a word (RFC 8259, 6). A fraction is rounded as anywhere.
 */
export function keepDigits(json: string): string {
	if (!MAY_LOSE.test(json)) return json;
	let kept = '';
	let from = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = endOfText(json, at);
		else if (startsNumber(code)) {
			const end = endOfNumber(json, at);
			const literal = json.slice(at, end);
			if (isLost(literal)) {
				kept += `${json.slice(from, at)}"${literal}"`;
				from = end;
			}
			at = end - 1;
		}
	}
	return kept + json.slice(from);
}

/** Where the closing quotation mark stands. */
function endOfText(json: string, start: number): number {
	let at = start + 1;
	while (at < json.length && json.charCodeAt(at) !== QUOTE) {
		at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
	}
	return at;
}

function endOfNumber(json: string, start: number): number {
	let at = start + 1;
	while (at < json.length && isPartOfNumber(json.charCodeAt(at))) at++;
	return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const startsNumber = (code: number): boolean => code === 0x2d || isDigit(code);

/** Digits, sign, point and the letter of the exponent. */
const isPartOfNumber = (code: number): boolean =>
	isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;

/** Only what is a number by the rules of JSON: anything else must stay the mistake that it is. */
const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function isLost(literal: string): boolean {
	const [whole, fraction, exponent] = NUMBER.exec(literal) ?? [];
	if (whole === undefined) return false;
	const value = Number(literal);
	if (!Number.isFinite(value)) return true;
	return fraction === undefined && exponent === undefined && !Number.isSafeInteger(value);
}

/** A readable stream; n8n's rules do not allow to import the type itself. */
export type Body = Exclude<Parameters<BinaryHelperFunctions['binaryToBuffer']>[0], Buffer>;

/** One answer of the service, its body not yet read. */
export interface RawReply {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body | string | Buffer | undefined;
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

type Four = [number, number, number, number];

/** A box as the contract has it, `[x, y, w, h]`, from whatever way of writing four numbers. */
export function readBox(value: unknown): Four | undefined {
	const parts = partsOf(value).map(readNumber);
	return parts.length === 4 && parts.every((part) => part !== undefined)
		? (parts as Four)
		: undefined;
}

function partsOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.length <= 200) {
		return value
			.trim()
			.replace(/^[[(]|[\])]$/g, '')
			.trim()
			.split(/[,;]/)
			.flatMap((part) => part.trim().split(/\s+/));
	}
	const { x, y, w, h, width = w, height = h } = (value ?? {}) as Record<string, unknown>;
	return [x, y, width, height];
}

/** ISO 8601, extended or basic, as far as services write it. */
const ISO =
	/^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)? ?(?:(Z|z|UTC|GMT)|([+-])(\d\d)(?::?(\d\d))?)?$/;
/** Nearly all are written so. From day 29 on, the parser of JavaScript takes 31 February for a day in March. */
const USUAL = /^\d{4}-\d\d-(?:[01]\d|2[0-8])T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{3})?Z$/;
/** How dates stand in headers (RFC 9110, 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .{5,30} GMT$/;

/**
 * A time of the service in milliseconds since 1970, or NaN. The contract says UTC, so a time without a
 * zone is UTC as well: the parser of JavaScript would take it for the local time of this n8n.
 */
export function serviceTime(value: unknown): number {
	if (typeof value === 'number') return fromEpoch(value);
	if (typeof value !== 'string' || value.length > 60) return NaN;
	const text = value.trim();
	const usual = USUAL.test(text) ? Date.parse(text) : NaN;
	if (!Number.isNaN(usual)) return usual;
	const found = ISO.exec(text);
	if (found) return fromIso(found);
	if (/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) return fromEpoch(Number(text));
	return HTTP_DATE.test(text) ? Date.parse(text) : NaN;
}

function fromIso(found: RegExpExecArray): number {
	const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = ''] = found;
	const [sign, offsetHours = 0, offsetMinutes = 0] = found.slice(9);
	const time = moment([year, month, day, hour, minute, second].map(Number));
	const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
	// More than three digits: the rest is below a millisecond.
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	return time + milliseconds - (sign === '-' ? -offset : offset);
}

/** A leap second and 24:00 are legal; a thirteenth month or a 31 February would become another day. */
function moment([
	year = 0,
	month = 0,
	day = 0,
	hour = 0,
	minute = 0,
	second = 0,
]: number[]): number {
	if (hour > 24 || minute > 59 || second > 60) return NaN;
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return NaN;
	return date.setUTCHours(hour, minute, second);
}

/** Seconds, milli-, micro- or nanoseconds: told apart by their size, good for the years 1974 to 5000. */
function fromEpoch(number: number): number {
	const size = Math.abs(number);
	if (!Number.isFinite(number)) return NaN;
	if (size < 1e11) return number * 1e3;
	if (size < 1e14) return number;
	return size < 1e17 ? number / 1e3 : number / 1e6;
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
