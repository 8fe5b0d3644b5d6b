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
import { UserError } from '../errors/userError';
import { quoted } from '../values/text';
import { attempt, type Exchange, type Sender } from './attempt';
import { multipartOf } from './multipart';
import { readBody, readReply } from './reply';
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

/**
 * Verb and path of a route. Paths come from the table alone, and only an ID is put into them: `..` survives an encoding,
 * and `<id>:cancel` is another operation of this service. What a user enters is checked by `enteredId` before anything
 * is sent, but IDs also come from answers of the service, its events and stored waits.
 */
export function resolvePath<R extends Route>(
	route: R,
	ids: PathIds<R>,
): { method: IHttpRequestMethods; path: string } {
	const space = route.indexOf(' ');
	const values: Record<string, unknown> = ids;
	return {
		method: route.slice(0, space) as IHttpRequestMethods,
		path: route.slice(space + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
			const ID = values[name];
			if (isId(ID)) return ID;
			throw new UserError(
				`The ${name} ${quoted(ID, 40)} from the service is not a valid ID`,
				"If it happens every time, contact the service's support team.",
			);
		}),
	};
}

/** An answer of one kind: how it is asked for, and how it is read. */
interface Format<Value> extends Pick<Exchange<Value>, 'headers' | 'body' | 'read'> {
	/** How long the whole answer may take if something arrives all the time. */
	maxDuration?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;
/** It only adds to an explanation, so it gets little time. */
const STATE_TIMEOUT_MS = 10_000;
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';

interface ClientOptions {
	texts?: Texts;
	/** How many requests the user lets go at a time, whatever account they are for. */
	gate?: Gate;
	/** Ends its requests; by default the cancel of the execution. */
	cancel?: AbortSignal;
	secrets?: Secrets;
}

/** The one way to the service: a typed route in, its typed reply out, or an error for the user. */
export class Client {
	readonly traffic: Traffic;

	private readonly cancel?: AbortSignal;

	private readonly secrets: Secrets;

	private readonly sender: Sender;

	constructor(
		private readonly host: Host,
		readonly account: Account,
		private readonly options: ClientOptions = {},
	) {
		const { gate, cancel = host.getExecutionCancelSignal?.(), secrets } = options;
		this.cancel = cancel;
		this.secrets = secrets ?? new Secrets(account);
		this.traffic = new Traffic(accountState(account).rateLimit, cancel, gate);
		this.sender = signed(host, account, cancel);
	}

	/** The same client on a time limit in place of the cancel: what was begun can be taken back. */
	detached(milliseconds: number): Client {
		const cancel = AbortSignal.timeout(milliseconds);
		return new Client(this.host, this.account, { ...this.options, cancel, secrets: this.secrets });
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
		const attemptOnce = async () => await attempt(this.sender, exchange, this.cancel);
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
			texts: this.options.texts,
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
		const { bytes, isWhole } = await readBody(raw.body, MAX_REPLY_BYTES, timeLimit);
		if (!isWhole) return { failure: { kind: 'tooLarge' } };
		const status = raw.statusCode;
		const reply = readReply({ route, ids: args, body }, { status, text: bytes.toString() });
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
