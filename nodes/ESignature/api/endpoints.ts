import type {
	Document,
	DocumentMetadata,
	Envelope,
	EnvelopeChange,
	EnvelopePage,
	Field,
	FieldChange,
	Items,
	ListedDocument,
	NewDocument,
	NewEnvelope,
	NewField,
	NewParticipant,
	Notification,
	Participant,
	ShortEnvelope,
	SigningUrl,
	TokenReply,
	TokenRequest,
	UUID,
} from './types';

export type FileType = 'application/pdf' | 'application/zip';

/** The body of a success: one object, `{ items }`, nothing, or a file. */
type AnswerKind = 'object' | 'items' | 'nothing' | FileType;

/** One endpoint as data. `Body` and `Reply` exist for the compiler only. */
interface Endpoint<Body, Reply, A extends AnswerKind = AnswerKind> {
	readonly answer: A;
	/** Set if the body is a file with its metadata. */
	readonly multipart?: true;
	readonly shape?: (body: Body) => Reply;
}

/** Takes and returns one object, or takes and returns `{ items }`. */
interface BulkEndpoint<One, Made> extends Endpoint<One | Items<One>, Made | Items<Made>, 'object'> {
	readonly bulk: true;
	readonly pair?: (one: One) => Made;
}

type None = undefined;

const endpoint = {
	object: <Body, Reply>(): Endpoint<Body, Reply, 'object'> => ({ answer: 'object' }),
	items: <Body, Reply extends Items<unknown>>(): Endpoint<Body, Reply, 'items'> => ({
		answer: 'items',
	}),
	nothing: <Body>(): Endpoint<Body, None, 'nothing'> => ({ answer: 'nothing' }),
	bulk: <One, Made>(): BulkEndpoint<One, Made> => ({ answer: 'object', bulk: true }),
	upload: <Body, Reply>(): Endpoint<Body, Reply, 'object'> => ({
		answer: 'object',
		multipart: true,
	}),
	file: <F extends FileType>(answer: F): Endpoint<None, F, F> => ({ answer }),
};

/** Every endpoint, in the order of docs/api.md. */
export const ENDPOINTS = {
	// Authentication
	'POST /oauth/token': endpoint.object<TokenRequest, TokenReply>(),

	// Envelopes
	'GET /sign/envelopes': endpoint.items<None, EnvelopePage>(),
	'POST /sign/envelopes': endpoint.object<NewEnvelope, Envelope>(),
	'GET /sign/envelopes/{envelopeID}': endpoint.object<None, Envelope>(),
	'PATCH /sign/envelopes/{envelopeID}': endpoint.object<EnvelopeChange, ShortEnvelope>(),
	'DELETE /sign/envelopes/{envelopeID}': endpoint.nothing<None>(),
	'POST /sign/envelopes/{envelopeID}:send-for-signing': endpoint.object<None, ShortEnvelope>(),
	'POST /sign/envelopes/{envelopeID}:send-reminders': endpoint.nothing<
		{ notification?: Notification } | None
	>(),
	'PUT /sign/envelopes/{envelopeID}:cancel': endpoint.object<None, Envelope>(),

	// Documents
	'GET /sign/envelopes/{envelopeID}/documents': endpoint.items<None, Items<ListedDocument>>(),
	'POST /sign/envelopes/{envelopeID}/documents': endpoint.upload<NewDocument, Document>(),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': endpoint.object<None, Document>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': endpoint.object<
		Pick<DocumentMetadata, 'name'>,
		Document
	>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': endpoint.nothing<None>(),
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': endpoint.items<
		{ order: UUID[] },
		Items<ListedDocument>
	>(),

	// Participants
	'GET /sign/envelopes/{envelopeID}/participants': endpoint.items<
		None,
		Items<Participant> & { total: number }
	>(),
	'POST /sign/envelopes/{envelopeID}/participants': endpoint.bulk<NewParticipant, Participant>(),
	'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}': endpoint.object<
		Partial<Pick<NewParticipant, 'authentication'>>,
		Participant
	>(),
	'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}': endpoint.nothing<None>(),
	'POST /sign/envelopes/{envelopeID}/participants:batch-delete': endpoint.nothing<Items<UUID>>(),
	'GET /sign/envelopes/{envelopeID}/participants/signing-urls': endpoint.items<
		None,
		Items<SigningUrl> & { total: number }
	>(),

	// Fields
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields': endpoint.items<
		None,
		Items<Field>
	>(),
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields': endpoint.bulk<
		NewField,
		Field
	>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': endpoint.object<
		FieldChange,
		Field
	>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}':
		endpoint.nothing<None>(),
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete':
		endpoint.nothing<Items<UUID>>(),

	// Downloads
	'GET /sign/envelopes/{envelopeID}:download-sealed': endpoint.file('application/zip'),
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': endpoint.file('application/pdf'),
	'GET /sign/envelopes/{envelopeID}:download-original': endpoint.file('application/zip'),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed':
		endpoint.file('application/pdf'),
} as const;

type Table = typeof ENDPOINTS;

/** `'VERB /path/{id}'`, as docs/api.md has it. */
export type Route = keyof Table;

/** Whether a request to this route changes nothing. */
export const isRead = (route: Route): boolean => route.startsWith('GET ');

export type FileRoute = {
	[R in Route]: Table[R]['answer'] extends FileType ? R : never;
}[Route];

/** The only request without a token. `transport/session` sends it. */
export const TOKEN_ROUTE = 'POST /oauth/token' satisfies Route;

export type JsonRoute = Exclude<Route, FileRoute | typeof TOKEN_ROUTE>;

/** The names in braces of a route, for example `envelopeID`. */
type PathName<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathName<Rest>
	: never;

export type PathIds<R extends Route> = { [Name in PathName<R>]: UUID };

export type BodyOf<R extends Route> = Table[R] extends Endpoint<infer Body, unknown> ? Body : never;

/** The reply to this body: a bulk endpoint answers `{ items }` to `{ items }`. */
export type ReplyTo<R extends Route, Body> =
	Table[R] extends BulkEndpoint<infer One, infer Made>
		? Body extends Items<One>
			? Items<Made>
			: Made
		: Table[R] extends Endpoint<never, infer Reply>
			? Reply
			: never;

/** The query of the routes that have one: a cursor, which the page begins after. */
export interface QueryOf {
	'GET /sign/envelopes': { pageAfter?: string };
}
