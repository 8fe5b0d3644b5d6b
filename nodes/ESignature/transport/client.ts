import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import {
	ENDPOINTS,
	type BodyOf,
	type JsonRoute,
	type PathIds,
	type QueryOf,
	type ReplyTo,
	type Route,
} from '../api';
import { readAccount, type Account } from './session';
import { apiError } from './apiError';
import { readText } from './wire/body';
import { exchange, type Host, type Outcome, type Outgoing } from './exchange';
import type { Failure } from './wire/failure';
import { Pace } from './pace';
import { resolvePath } from './path';
import { persist, type Settle } from './persist';
import { readReply } from './reply';

const LARGEST_REPLY = 10 * 1024 * 1024;
export const DEFAULT_TIMEOUT = 60_000;

export type RequestArguments<R extends Route, Body> = PathIds<R> &
	(undefined extends BodyOf<R> ? { body?: Body } : { body: Body }) & {
		query?: R extends keyof QueryOf ? QueryOf[R] : never;
		/** Asked when the outcome of a write is unknown: reads what is there and decides. */
		settle?: Settle<ReplyTo<R, Body>>;
		timeout?: number;
	};

/** The one way to the service: a typed route in, its typed reply out, or an error for the user. */
export class Client {
	readonly pace: Pace;

	readonly account: Account;

	private constructor(
		readonly host: Host,
		private readonly credentials: ICredentialDataDecryptedObject,
	) {
		this.account = readAccount(credentials);
		this.pace = new Pace(host.getExecutionCancelSignal?.());
	}

	static open(host: Host, credentials: ICredentialDataDecryptedObject): Client {
		return new Client(host, credentials);
	}

	async request<R extends JsonRoute, Body extends BodyOf<R>>(
		route: R,
		args: RequestArguments<R, Body>,
	): Promise<ReplyTo<R, Body>> {
		const { body, query, settle, timeout = DEFAULT_TIMEOUT } = args;
		const outgoing: Outgoing = {
			...resolvePath(route, args),
			body,
			query: query as IDataObject | undefined,
			headers: { Accept: 'application/json, application/problem+json' },
			limits: { idle: timeout, total: timeout },
		};
		const outcome = await persist(
			route,
			this.pace,
			async () => await this.ask<ReplyTo<R, Body>>(route, outgoing),
			settle,
		);
		if ('value' in outcome) return outcome.value;
		throw this.error(route, outcome.failure, body);
	}

	error(route: Route, failure: Failure, body?: unknown) {
		const { clientSecret } = this.account;
		const secrets = [
			clientSecret,
			String(this.credentials.accessToken ?? ''),
			...accessCodes(body),
		];
		return apiError(this.host.getNode(), route, failure, secrets);
	}

	private async ask<Reply>(route: JsonRoute, outgoing: Outgoing): Promise<Outcome<Reply>> {
		return await exchange<Reply>(this.host, this.account, outgoing, async (raw, watch) => {
			const text = await readText(raw.body, LARGEST_REPLY, () => watch.touch());
			const { answer } = ENDPOINTS[route];
			if (answer === 'nothing') return { value: undefined as Reply };
			const bulk =
				typeof outgoing.body === 'object' && outgoing.body !== null && 'items' in outgoing.body;
			const reply = readReply(answer, text, bulk);
			if (reply === undefined) return { failure: { kind: 'malformed', status: raw.statusCode } };
			return { value: reply as Reply };
		});
	}
}

/** A service that repeats our input in its answer must not put a code into an error. */
function accessCodes(body: unknown): string[] {
	if (Array.isArray(body)) return body.flatMap(accessCodes);
	if (typeof body !== 'object' || body === null) return [];
	return Object.entries(body).flatMap(([key, value]) =>
		key === 'accessCode' && typeof value === 'string' ? [value] : accessCodes(value),
	);
}
