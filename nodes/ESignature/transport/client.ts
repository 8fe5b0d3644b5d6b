import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import {
	ENDPOINTS,
	type BodyOf,
	type Envelope,
	type JsonRoute,
	type NewDocument,
	type ReplyTo,
	type Route,
	type UUID,
} from '../api';
import type { Failure } from '../errors/failure';
import { apiError } from './apiError';
import { attempt, type Host, type Result, type Outgoing } from './attempt';
import { RetryBudget, RateLimit } from './backoff';
import type { Texts } from './messages';
import { readReply } from './reply';
import {
	multipartOf,
	resolvePath,
	type About,
	type Objection,
	type RequestArguments,
} from './request';
import { withRetries } from './retry';
import { Secrets } from './secrets';
import { fingerprint, readAccount, type Account } from './session';
import { header, readText } from './wire/body';

const LARGEST_REPLY = 10 * 1024 * 1024;
export const DEFAULT_TIMEOUT = 60_000;
/** Only adds to an explanation, so it may not hold it up. */
const STATE_TIMEOUT = 10_000;
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';

/** The one way to the service: a typed route in, its typed reply out, or an error for the user. */
export class Client {
	readonly budget: RetryBudget;

	private constructor(
		readonly host: Host,
		readonly account: Account,
		private readonly secrets: Secrets,
		private readonly texts: Texts,
	) {
		this.budget = new RetryBudget(
			RateLimit.of(fingerprint(account)),
			host.getExecutionCancelSignal?.(),
		);
	}

	static open(host: Host, credentials: ICredentialDataDecryptedObject, texts: Texts = {}): Client {
		const account = readAccount(credentials);
		return new Client(host, account, new Secrets(account, credentials), texts);
	}

	/** The same client on a time limit in place of the cancel: what was begun can be taken back. */
	detached(milliseconds: number): Client {
		const signal = AbortSignal.timeout(milliseconds);
		const host = Object.create(this.host, {
			getExecutionCancelSignal: { value: () => signal },
		}) as Host;
		return new Client(host, this.account, this.secrets, this.texts);
	}

	async request<R extends JsonRoute, Body extends BodyOf<R>>(
		route: R,
		args: RequestArguments<R, Body>,
	): Promise<ReplyTo<R, Body>> {
		const { body, query, settle, objection, doubts, finish, once } = args;
		const { timeout = DEFAULT_TIMEOUT } = args;
		this.secrets.learn(body);
		const multipart =
			'multipart' in ENDPOINTS[route] ? multipartOf(body as NewDocument) : undefined;
		const outgoing: Outgoing = {
			...resolvePath(route, args),
			body: multipart?.body ?? body,
			query: query as IDataObject | undefined,
			headers: { Accept: 'application/json, application/problem+json', ...multipart?.headers },
			limits: { idle: timeout, total: timeout },
			finish,
		};
		const write = `${outgoing.method} ${outgoing.path}`;
		const outcome = await withRetries(
			route,
			this.budget,
			async () => await this.ask<ReplyTo<R, Body>>(route, outgoing, objection),
			{ settle, doubt: doubts?.get(write), once },
		);
		const uncertain = 'failure' in outcome && outcome.uncertain;
		if (uncertain) doubts?.set(write, outcome.failure);
		else doubts?.delete(write);
		if ('value' in outcome) return outcome.value;
		throw await this.error(route, outcome.failure, { ...args, uncertain });
	}

	/** What to tell the user; about a conflict, also the state that the envelope is in. */
	async error(route: Route, failure: Failure, args: object) {
		const { envelopeID, uncertain, lookAt }: About = args;
		const conflict = failure.kind === 'refused' && failure.status === 409 && route !== ENVELOPE;
		const state = conflict && envelopeID ? await this.state(envelopeID) : '';
		return apiError(this.host.getNode(), route, failure, {
			texts: this.texts,
			secrets: this.secrets.all,
			state,
			uncertain,
			lookAt: lookAt ?? (envelopeID ? `Look at the envelope ${envelopeID}.` : ''),
		});
	}

	/** A text of the service as it may be shown. */
	redact(text: unknown): string {
		return this.secrets.hideIn(text);
	}

	private async state(envelopeID: UUID): Promise<string> {
		const path = resolvePath(ENVELOPE, { envelopeID });
		const headers = { Accept: 'application/json' };
		const limits = { idle: STATE_TIMEOUT, total: STATE_TIMEOUT };
		const outcome = await this.ask<Envelope>(ENVELOPE, { ...path, headers, limits });
		return 'value' in outcome ? outcome.value.status : '';
	}

	private async ask<Reply>(
		route: JsonRoute,
		outgoing: Outgoing,
		objection?: Objection<Reply>,
	): Promise<Result<Reply>> {
		return await attempt<Reply>(this.host, this.account, outgoing, async (raw, timeLimit) => {
			const text = await readText(raw.body, LARGEST_REPLY, () => timeLimit.touch());
			const { path, body } = outgoing;
			const status = raw.statusCode;
			const mediaType = header(raw, 'content-type') ?? '';
			const read = readReply({ route, path, body }, { status, mediaType, text });
			if ('reason' in read) {
				const kind = read.unproven ? 'unproven' : 'malformed';
				return { failure: { kind, status, reason: read.reason } };
			}
			const value = read.value as Reply;
			const reason = objection?.(value);
			return reason === undefined ? { value } : { failure: { kind: 'unproven', status, reason } };
		});
	}
}
