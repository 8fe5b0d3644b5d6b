import type { BodyOf, FileType, PathIds, ReplyTo, Route } from '../../nodes/ESignature/api';
import type { Refusal } from './problems';
import type { Bytes } from './reply';

export interface Upload {
	/** The text of the part `metadata`. */
	metadata?: string;
	/** The parts `payload`: one, when all is well. */
	payloads: Array<{ bytes: Buffer; fileName: string }>;
}

/** A request without anything of express, so that a handler can be read beside docs/api.md. */
export interface Call<R extends Route = Route> {
	ids: PathIds<R>;
	query: Record<string, unknown>;
	/** Parsed JSON; undefined when nothing was sent. */
	body: unknown;
	/** Why the body could not be read. A handler that needs no body ignores it. */
	bodyRefusal?: Refusal;
	upload?: Upload;
	/** Whether keys that the interface does not have are ignored instead of refused. */
	ignoresUnknownKeys?: boolean;
}

/** The parsed body; an unreadable one is refused only where a body is wanted. */
export function bodyOf({ body, bodyRefusal }: Pick<Call, 'body' | 'bodyRefusal'>): unknown {
	if (bodyRefusal) throw bodyRefusal;
	return body;
}

export interface FileReply {
	type: 'application/octet-stream' | 'application/pdf';
	name: string;
	length: number;
	bytes: Bytes;
}

export interface JsonAnswer<Reply> {
	status: 200 | 201;
	json: Reply;
}

export interface EmptyAnswer {
	status: 200 | 202 | 204;
}

export interface FileAnswer {
	status: 200;
	file: FileReply;
}

type AnswerWith<Reply> = [Reply] extends [FileType]
	? FileAnswer
	: [Reply] extends [undefined]
		? EmptyAnswer
		: JsonAnswer<Reply>;

export type Answer<R extends Route = Route> = R extends Route
	? AnswerWith<ReplyTo<R, BodyOf<R>>>
	: never;

export type Handler<R extends Route = Route> = (call: Call<R>) => Answer<R> | Promise<Answer<R>>;

/** One handler per endpoint of docs/api.md: a missing one does not compile. */
export type Routes = { [R in Route]: Handler<R> };

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `'PUT /a/{id}:cancel'` as express wants it: verb `put`, path `/a/:id\:cancel`. */
export function expressRoute(route: Route): { verb: Verb; path: string } {
	const [verb = '', path = ''] = route.split(' ');
	return {
		verb: verb.toLowerCase() as Verb,
		path: path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1'),
	};
}

/** `{id}:cancel` before `{id}`, which would match it too. */
export function inMatchingOrder(routes: Route[]): Route[] {
	const hasVerb = (route: Route) => (route.includes(':') ? 0 : 1);
	return [...routes].sort((a, b) => hasVerb(a) - hasVerb(b));
}
