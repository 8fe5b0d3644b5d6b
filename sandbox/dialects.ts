import type { Route } from '../nodes/ESignature/api';
import { jsonReply, reply, type HttpReply } from './http/reply';
import type { Settings } from './service/settings';

type Loose = Record<string, unknown>;
type Kind = 'token' | 'envelope' | 'document' | 'participant' | 'signingUrl' | 'field';

interface Answered {
	route: Route;
	reply: HttpReply;
	/** The parsed body; undefined for a file and for an empty answer. */
	json: Loose | undefined;
}

/** One variant of the interface, the switch of an open question in ASSUMPTIONS.md. */
export interface Dialect {
	name: string;
	changes: string;
	/** How the service behaves. */
	settings?: Partial<Behavior>;
	/** How it writes an answer; undefined leaves the answer as it is. */
	write?: (answered: Answered) => HttpReply | undefined;
}

type Behavior = Pick<
	Settings,
	| 'processingMs'
	| 'listOldestFirst'
	| 'fullEnvelopes'
	| 'ignoresUnknownKeys'
	| 'requiresNotification'
>;

export const DIALECTS: Dialect[] = [
	{
		name: 'envelopes-oldest-first',
		changes: 'The list of envelopes begins with the oldest',
		settings: { listOldestFirst: true },
	},
	{
		name: 'full-envelopes',
		changes: 'The list, a change and sending answer full envelopes',
		settings: { fullEnvelopes: true },
	},
	{
		name: 'unknown-keys-ignored',
		changes: 'Keys that the interface does not have are ignored',
		settings: { ignoresUnknownKeys: true },
	},
	{
		name: 'documents-slow',
		changes: 'Processing a document takes a moment, in which its status is `converting`',
		settings: { processingMs: 250 },
		write: objects(['document'], (document) =>
			mapped(document, (key, value) =>
				(key === 'status' || key === 'statue') && value === 'pending' ? 'converting' : value,
			),
		),
	},
	{
		name: 'notification-required',
		changes: 'An envelope is created only with `notification`, even if the sender notifies',
		settings: { requiresNotification: true },
	},
	{
		name: 'notifier-left-out',
		changes: 'Envelopes have no `notificationsManagedBy`',
		write: objects(['envelope'], (envelope) =>
			// JSON.stringify leaves out undefined.
			({ ...envelope, notificationsManagedBy: undefined }),
		),
	},
	{
		name: 'notifier-renamed',
		changes: '`notificationsManagedBy` is `platform` where docs/api.md has `service`',
		write: objects(['envelope'], (envelope) =>
			mapped(envelope, (key, value) =>
				key === 'notificationsManagedBy' && value === 'service' ? 'platform' : value,
			),
		),
	},
	{
		name: 'bulk-reversed',
		changes: 'Bulk creations answer in the reverse order',
		write: ({ route, reply: { status }, json }) =>
			route.startsWith('POST ') && status === 200 && Array.isArray(json?.items)
				? jsonReply(200, { ...json, items: [...json.items].reverse() })
				: undefined,
	},
	{
		name: 'extra-keys',
		changes: 'Objects and lists have more keys than docs/api.md has',
		write: (answered) => {
			const { json, reply } = answered;
			const more = { tenant: { ID: 'not-an-id', items: [] }, labels: ['a', null], value: null };
			const kinds: Kind[] = ['token', 'envelope', 'document', 'participant', 'field'];
			const changed = objects(kinds, (object) => ({ ...more, ...object }))(answered);
			return isSuccess(answered) && json && 'items' in json
				? jsonReply(reply.status, { count: -1, ...jsonOf(changed ?? reply) })
				: changed;
		},
	},
	{
		name: 'role-capitals',
		changes: 'Roles come back in capitals',
		write: objects(['participant'], (participant) =>
			mapped(participant, (key, value) => (key === 'role' ? String(value).toUpperCase() : value)),
		),
	},
	{
		name: 'key-status-in-lists',
		changes: '`status`, not `statue`, in the list of documents, too',
		write: objects(['document'], (document) => renamed(document, { statue: 'status' })),
	},
	{
		name: 'box-text',
		changes: '`boundingBox` comes back as a text: "[100,200,150,50]"',
		write: objects(['field'], (field) =>
			mapped(field, (key, value) => (key === 'boundingBox' ? JSON.stringify(value) : value)),
		),
	},
	{
		name: 'key-field-id',
		changes: '`fieldID` instead of `ID` in the list of fields',
		write: (answered) =>
			answered.route.startsWith('GET ')
				? objects(['field'], (field) => renamed(field, { ID: 'fieldID' }))(answered)
				: undefined,
	},
	{
		name: 'key-id',
		changes: '`id` instead of `ID`',
		write: objects(['envelope', 'document', 'participant', 'field'], (object) =>
			renamed(object, { ID: 'id' }),
		),
	},
	{
		name: 'token-milliseconds',
		changes: '`expiresIn` is in milliseconds',
		write: objects(['token'], (token) =>
			mapped(token, (key, value) => (key === 'expiresIn' ? Number(value) * 1000 : value)),
		),
	},
	{
		name: 'token-snake-case',
		changes: '`access_token`, `token_type`, `expires_in`',
		write: objects(['token'], (token) =>
			renamed(token, {
				accessToken: 'access_token',
				tokenType: 'token_type',
				expiresIn: 'expires_in',
			}),
		),
	},
	{
		name: 'too-many-documents-409',
		changes: 'Too many documents are refused with 409, not 422',
		write: problems(({ detail, ...problem }) =>
			/^Too many documents/.test(String(detail))
				? problemReply({ ...problem, detail, title: 'Conflict', status: 409 })
				: undefined,
		),
	},
	{
		name: 'problem-extensions',
		changes: 'In refusals `type` is a bare name, and `validation_errors` stands under `extensions`',
		write: problems(({ validation_errors, title, ...problem }) =>
			problemReply({
				...problem,
				title,
				type: String(title).replaceAll(' ', ''),
				...(validation_errors !== undefined && { extensions: { validation_errors } }),
			}),
		),
	},
	{
		name: 'problem-text',
		changes: 'Refusals are plain text',
		write: problems(({ status, detail }) =>
			reply(Number(status), String(detail), { 'Content-Type': 'text/plain' }),
		),
	},
	{
		name: 'changes-empty',
		changes: 'Changes, sending and canceling answer 202 without a body',
		write: (answered) =>
			isSuccess(answered) && /^(PATCH|PUT) |:send-for-signing$/.test(answered.route)
				? reply(202)
				: undefined,
	},
	{
		name: 'deletes-answer',
		changes: 'Deletes answer 200 with a body',
		write: (answered) =>
			isSuccess(answered) && /^DELETE |:batch-delete$/.test(answered.route)
				? jsonReply(200, { deleted: true })
				: undefined,
	},
	{
		name: 'files-typed',
		changes: 'ZIPs are `application/zip`, and the audit trail is `application/pdf`',
		write: ({ route, reply: { headers, ...reply } }) => {
			const type = route.endsWith('-audit-trail') ? 'application/pdf' : 'application/zip';
			return headers['Content-Type'] === 'application/octet-stream'
				? { ...reply, headers: { ...headers, 'Content-Type': type } }
				: undefined;
		},
	},
	{
		name: 'files-chunked',
		changes: 'Downloads do not announce their length',
		write: ({ reply, json }) => (json ? undefined : { ...reply, chunked: true }),
	},
];

/** The variants that the sandbox speaks now. */
export class Dialects {
	private spoken: Dialect[] = [];
	private readonly plain: Behavior;

	constructor(private readonly settings: Settings) {
		const { processingMs, listOldestFirst, fullEnvelopes } = settings;
		const { ignoresUnknownKeys, requiresNotification } = settings;
		this.plain = {
			processingMs,
			listOldestFirst,
			fullEnvelopes,
			ignoresUnknownKeys,
			requiresNotification,
		};
		this.reset();
	}

	get names(): string[] {
		return this.spoken.map(({ name }) => name);
	}

	/** From the next request on; an empty list is the service of docs/api.md. */
	set(names: readonly string[]): void {
		const known = DIALECTS.map(({ name }) => name);
		const unknown = names.find((name) => !known.includes(name));
		if (unknown !== undefined) {
			throw new Error(`There is no dialect '${unknown}'. Known are: ${known.join(', ')}.`);
		}
		this.spoken = DIALECTS.filter(({ name }) => names.includes(name));
		Object.assign(this.settings, this.plain, ...this.spoken.map(({ settings }) => settings));
	}

	reset(): void {
		this.set(this.settings.dialects);
	}

	/** The service's reply, as the spoken dialects write it. */
	written(route: Route, reply: HttpReply): HttpReply {
		return this.spoken.reduce(
			(made, { write }) => write?.({ route, reply: made, json: jsonOf(made) }) ?? made,
			reply,
		);
	}
}

function jsonOf({ headers, bytes }: HttpReply): Loose | undefined {
	if (!/json/.test(headers['Content-Type'] ?? '')) return undefined;
	return JSON.parse(Buffer.concat([...(bytes as Iterable<Uint8Array>)]).toString()) as Loose;
}

const isSuccess = ({ reply: { status } }: Answered) => status < 400;

function kindOf(route: Route): Kind {
	if (route === 'POST /oauth/token') return 'token';
	if (route.includes('/signing-urls')) return 'signingUrl';
	if (route.includes('/fields')) return 'field';
	if (route.includes('/participants')) return 'participant';
	return route.includes('/documents') ? 'document' : 'envelope';
}

/** Changes each object of these kinds, alone or in a list. */
function objects(kinds: Kind[], change: (object: Loose) => Loose): NonNullable<Dialect['write']> {
	return (answered) => {
		const { route, reply, json } = answered;
		if (!json || !isSuccess(answered) || !kinds.includes(kindOf(route))) return undefined;
		const value = Array.isArray(json.items)
			? { ...json, items: json.items.map((item: Loose) => change(item)) }
			: change(json);
		return jsonReply(reply.status, value);
	};
}

/** Changes the refusals of everything but the token endpoint. */
function problems(
	change: (problem: Loose) => HttpReply | undefined,
): NonNullable<Dialect['write']> {
	return (answered) =>
		isSuccess(answered) || !answered.json || kindOf(answered.route) === 'token'
			? undefined
			: change(answered.json);
}

const problemReply = (problem: Loose) =>
	jsonReply(Number(problem.status), problem, 'application/problem+json');

const mapped = (object: Loose, change: (key: string, value: unknown) => unknown): Loose =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

const renamed = (object: Loose, names: Record<string, string>): Loose =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
