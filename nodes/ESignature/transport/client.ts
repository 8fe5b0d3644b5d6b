import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import {
	type BodyOf,
	ENDPOINTS,
	type JsonRoute,
	type PathIds,
	type QueryOf,
	type ReplyTo,
	type Route,
} from '../api/endpoints';
import type { NewDocument, UUID } from '../api/types';
import { isId } from '../api/values';
import type { Failure } from '../errors/failure';
import { requestError, type Texts } from '../errors/sentences';
import { butIs } from '../values/text';
import { wrongInput } from '../errors/userError';
import { attempt, type Exchange, type Sender } from './attempt';
import { multipartOf } from './multipart';
import { readReply, readText } from './reply';
import { withRetries } from './retry';
import { Secrets } from './secrets';
import type { Account } from './session/account';
import { accountState, signed, type Host } from './session/session';
import { Traffic, type Gate } from './traffic';

interface Handling {
	/** Where the user finds out what became of a write whose outcome is unknown; the envelope, if nothing else is said. */
	adviceIfUnknown?: string;
	timeout?: number;
	/** Of a read that is itself repeated: it is not tried again each time. */
	singleAttempt?: boolean;
	/** Once it is on its way, a cancel does not cut it off: its outcome must be known. */
	ignoresCancel?: boolean;
}

type SendArguments<R extends Route> = PathIds<R> & Handling & { body?: unknown; query?: object };

export type RequestArguments<R extends Route, Body> = PathIds<R> &
	Handling &
	(undefined extends BodyOf<R> ? { body?: Body } : { body: Body }) & {
		query?: R extends keyof QueryOf ? QueryOf[R] : never;
	};

/** Where to look when the outcome of a write is unknown. */
export function whereToCheck(args: object): string {
	const { envelopeID, adviceIfUnknown }: { envelopeID?: UUID; adviceIfUnknown?: string } = args;
	return adviceIfUnknown ?? (envelopeID ? `Check the envelope ${envelopeID}.` : '');
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
			.replace(/\{(\w+)\}/g, (_, name: string) => uuid(values[name], labelOf(name))),
	};
}

/** `envelopeID` is "envelope ID" to people. */
const labelOf = (name: string): string => name.replace(/ID$/, ' ID');

/** Where IDs are found: only the layers above know the form. */
export interface IdHelp {
	/** A clause for the message, which is all that an agent gets to see. */
	brief: string;
	advice: string;
}

/**
 * An ID that may stand in a path, in the spelling in which it was given: a service may tell its IDs
 * apart by case, and one that does not takes any. Encoding would not be enough: `..` survives it, and `<id>:cancel` is
 * another operation of this service.
 */
export function uuid(value: unknown, name: string, help?: IdHelp): string {
	// Longer than any ID with spaces around it.
	const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
	if (isId(text)) return text;
	const isEmpty = text === '' && (value === undefined || value === null || isBlank(value));
	const clause = help ? `: ${help.brief}` : '';
	throw wrongInput(
		isEmpty
			? `The ${name} is empty`
			: `The ${name} must be a valid ID${butIs(value, MAX_ID_LENGTH_SHOWN)}${clause}`,
		['An ID looks like 123e4567-e89b-42d3-a456-426614174000.', help?.advice]
			.filter(Boolean)
			.join(' '),
	);
}

/** Little more than an ID: somebody may have entered a signing URL, which is a secret. */
const MAX_ID_LENGTH_SHOWN = 40;

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** An answer of one kind: how it is asked for, and how it is read. */
interface Format<Value> extends Pick<Exchange<Value>, 'headers' | 'body' | 'read'> {
	/** How long the whole answer may take if something arrives all the time. */
	maxDuration?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** It only adds to an explanation, so it gets little time. */
const STATE_TIMEOUT_MS = 10_000;
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';

/** The one way to the service: a typed route in, its typed reply out, or an error for the user. */
export class Client {
	readonly traffic: Traffic;

	private readonly sender: Sender;

	/** `gate`: how many requests the user lets go at a time, whatever account they are for. */
	constructor(
		readonly host: Host,
		readonly account: Account,
		private readonly texts: Texts = {},
		private readonly gate?: Gate,
		private readonly secrets = new Secrets(account),
	) {
		const signal = host.getExecutionCancelSignal?.();
		this.traffic = new Traffic(accountState(account).rateLimit, signal, gate);
		this.sender = signed(host, account);
	}

	/** The same client on a time limit in place of the cancel: what was begun can be taken back. */
	detached(milliseconds: number): Client {
		const signal = AbortSignal.timeout(milliseconds);
		const host = Object.create(this.host, {
			getExecutionCancelSignal: { value: () => signal },
		}) as Host;
		return new Client(host, this.account, this.texts, this.gate, this.secrets);
	}

	async request<R extends JsonRoute, Body extends BodyOf<R>>(
		route: R,
		args: RequestArguments<R, Body>,
	): Promise<ReplyTo<R, Body>> {
		return await this.send(route, args, asJson<R, Body>(route, args));
	}

	async send<R extends Route, Value>(
		route: R,
		args: SendArguments<R>,
		format: Format<Value>,
	): Promise<Value> {
		this.secrets.learn(args.body);
		const { maxDuration = 0, ...rest } = format;
		const { method, path } = resolvePath(route, args);
		const timeout = args.timeout ?? DEFAULT_TIMEOUT_MS;
		const exchange: Exchange<Value> = {
			...rest,
			method,
			url: `${this.account.baseUrl}${path}`,
			query: args.query as IDataObject | undefined,
			limits: { idle: timeout, total: Math.max(timeout, maxDuration) },
			ignoresCancel: args.ignoresCancel,
		};
		const cancel = this.host.getExecutionCancelSignal?.();
		const attemptOnce = async () => await attempt(this.sender, exchange, cancel);
		const result = await withRetries(route, this.traffic, attemptOnce, args);
		if ('value' in result) return result.value;
		throw await this.error(route, result.failure, args, result.isUnknown);
	}

	/** After a conflict, the status of the envelope explains it. */
	private async error(route: Route, failure: Failure, args: object, isUnknown: boolean) {
		const { envelopeID }: { envelopeID?: UUID } = args;
		const conflict = failure.kind === 'refused' && failure.status === 409 && route !== ENVELOPE;
		const state = conflict && envelopeID ? await this.state(envelopeID) : '';
		return requestError(route, failure, {
			texts: this.texts,
			redact: (text, max) => this.redact(text, max),
			state,
			isUnknown,
			adviceIfUnknown: whereToCheck(args),
		});
	}

	/** A text of the service as it may be shown. */
	redact(text: unknown, max?: number): string {
		return this.secrets.hideIn(text, max);
	}

	private async state(envelopeID: UUID): Promise<string> {
		const args = { envelopeID, singleAttempt: true, timeout: STATE_TIMEOUT_MS };
		return await this.request(ENVELOPE, args).then(
			({ status }) => status,
			() => '',
		);
	}
}

const MAX_REPLY_BYTES = 10 * 1024 * 1024;

/** The reply to a request, read and compared with what was asked for. */
function asJson<R extends JsonRoute, Body extends BodyOf<R>>(
	route: R,
	args: PathIds<R> & { body?: Body },
): Format<ReplyTo<R, Body>> {
	const { body } = args;
	const multipart = 'multipart' in ENDPOINTS[route] ? multipartOf(body as NewDocument) : undefined;
	const read: Exchange<ReplyTo<R, Body>>['read'] = async (raw, timeLimit) => {
		const { text, isWhole } = await readText(raw.body, MAX_REPLY_BYTES, () => timeLimit.touch());
		if (!isWhole) return { failure: { kind: 'tooLarge' } };
		const status = raw.statusCode;
		const reply = readReply({ route, ids: args, body }, { status, text });
		if ('reason' in reply) {
			const kind = reply.unconfirmed ? 'unconfirmed' : 'malformed';
			return { failure: { kind, status, reason: reply.reason } };
		}
		return { value: reply.value as ReplyTo<R, Body> };
	};
	return {
		headers: { Accept: 'application/json, application/problem+json', ...multipart?.headers },
		body: multipart?.body ?? body,
		read,
	};
}
