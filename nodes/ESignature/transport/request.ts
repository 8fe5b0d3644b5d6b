import type { IHttpRequestMethods } from 'n8n-workflow';
import { randomUUID } from 'crypto';

import type { BodyOf, NewDocument, PathIds, QueryOf, ReplyTo, Route, UUID } from '../api';
import type { Failure } from '../errors/failure';
import { wrongInput } from '../errors/userError';
import type { Settle } from './retry';

/** Why an answer does not show what was asked for, in a sentence; undefined if it does. */
export type Objection<Reply> = (reply: Reply) => string | undefined;

export type RequestArguments<R extends Route, Body> = PathIds<R> &
	(undefined extends BodyOf<R> ? { body?: Body } : { body: Body }) & {
		query?: R extends keyof QueryOf ? QueryOf[R] : never;
		/** Asked about the answer of a write: what it does not show is settled like what was lost. */
		objection?: Objection<ReplyTo<R, Body>>;
		/** Asked when the outcome of a write is unknown: reads what is there and decides. */
		settle?: Settle<ReplyTo<R, Body>>;
		/** Where to look when the outcome stays unknown; the envelope, if nothing else is said. */
		lookAt?: string;
		/** Remembers a write that was left in doubt, so that it is settled before it is made again. */
		doubts?: Map<string, Failure>;
		timeout?: number;
		/** Of a read that is itself repeated: it is not tried again each time. */
		once?: boolean;
		finish?: boolean;
	};

/** What an error says beside its failure. */
export interface About {
	envelopeID?: UUID;
	uncertain?: boolean;
	lookAt?: string;
}

/** Verb and path of a route, every ID checked. Paths come from the table alone, never from data. */
export function resolvePath<R extends Route>(
	route: R,
	ids: PathIds<R>,
): { method: IHttpRequestMethods; path: string } {
	const space = route.indexOf(' ');
	const values: Record<string, unknown> = ids;
	return {
		method: route.slice(0, space) as IHttpRequestMethods,
		path: route
			.slice(space + 1)
			.replace(/\{(\w+)\}/g, (_, name: string) => uuid(values[name], LABELS[name] ?? name)),
	};
}

const LABELS: Record<string, string> = {
	envelopeID: 'envelope ID',
	documentID: 'document ID',
	participantID: 'participant ID',
	fieldID: 'field ID',
};

const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An ID that may stand in a path, in the spelling in which it was given: a service may tell its IDs
 * apart by case, and one that does not takes any. Encoding would not be enough: `..` survives it, and `<id>:cancel` is
 * another operation of this very service.
 */
export function uuid(value: unknown, name: string): string {
	// Longer than any ID with spaces around it: not worth a look.
	const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
	if (ID_PATTERN.test(text)) return text;
	throw wrongInput(
		text === '' && (value === undefined || value === null || isBlank(value))
			? `The ${name} is empty`
			: `The ${name} is not a valid ID`,
		'An ID looks like 123e4567-e89b-42d3-a456-426614174000. Pick one from the list, or use an expression that yields the ID alone.',
	);
}

/** What IDs are compared by, as the key of a map or a set: one side may spell them in capitals. */
export const idKey = (id: unknown): string =>
	typeof id === 'string' ? id.trim().toLowerCase() : '';

/** Whether both are the same ID; what is no ID is the same as nothing. */
export const sameId = (one: unknown, other: unknown): boolean =>
	idKey(one) !== '' && idKey(one) === idKey(other);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

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
