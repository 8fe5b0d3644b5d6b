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

/**
 * `contract`: the service's interface document. `supplement`: endpoints the document names or implies
 * without a shape, known from public descriptions of the same interface (an OpenAPI description of
 * version 0.1, July 2026, and developer pages); where the two differ, the document wins.
 */
export type DocumentedIn = 'contract' | 'supplement';

export type FileType = 'application/pdf' | 'application/zip';

/** The body of a success: one object, `{ items }`, nothing, or a file. */
type AnswerKind = 'object' | 'items' | 'nothing' | FileType;

/** One endpoint as data. `Body` and `Reply` exist for the compiler only. */
interface Endpoint<Body, Reply, A extends AnswerKind = AnswerKind> {
	readonly source: DocumentedIn;
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

const endpointsOf = (source: DocumentedIn) => ({
	object: <Body, Reply>(): Endpoint<Body, Reply, 'object'> => ({ source, answer: 'object' }),
	items: <Body, Reply extends Items<unknown>>(): Endpoint<Body, Reply, 'items'> => ({
		source,
		answer: 'items',
	}),
	nothing: <Body>(): Endpoint<Body, None, 'nothing'> => ({ source, answer: 'nothing' }),
	bulk: <One, Made>(): BulkEndpoint<One, Made> => ({ source, answer: 'object', bulk: true }),
	upload: <Body, Reply>(): Endpoint<Body, Reply, 'object'> => ({
		source,
		answer: 'object',
		multipart: true,
	}),
	file: <F extends FileType>(answer: F): Endpoint<None, F, F> => ({ source, answer }),
});

const contract = endpointsOf('contract');
const supplement = endpointsOf('supplement');

/** Every endpoint of the signing area, in the order of the document, then of the supplement. */
export const ENDPOINTS = {
	// Token
	'POST /oauth/token': contract.object<TokenRequest, TokenReply>(),

	// Fields
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields': contract.bulk<
		NewField,
		Field
	>(),
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete':
		contract.nothing<Items<UUID>>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}':
		contract.nothing<None>(),

	// Participants
	'POST /sign/envelopes/{envelopeID}/participants': contract.bulk<NewParticipant, Participant>(),
	'GET /sign/envelopes/{envelopeID}/participants': contract.items<
		None,
		Items<Participant> & { total: number }
	>(),
	'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}': contract.object<
		Partial<Pick<NewParticipant, 'authentication'>>,
		Participant
	>(),

	// Envelopes
	'GET /sign/envelopes/{envelopeID}': contract.object<None, Envelope>(),
	'PUT /sign/envelopes/{envelopeID}:cancel': contract.object<None, Envelope>(),
	'DELETE /sign/envelopes/{envelopeID}': contract.nothing<None>(),
	'GET /sign/envelopes/{envelopeID}:download-sealed': contract.file('application/zip'),
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': contract.file('application/pdf'),

	// Documents
	'GET /sign/envelopes/{envelopeID}/documents': contract.items<None, Items<ListedDocument>>(),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': contract.object<None, Document>(),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed':
		contract.file('application/pdf'),

	// Supplement: envelopes
	'GET /sign/envelopes': supplement.items<None, EnvelopePage>(),
	'POST /sign/envelopes': supplement.object<NewEnvelope, Envelope>(),
	'PATCH /sign/envelopes/{envelopeID}': supplement.object<EnvelopeChange, ShortEnvelope>(),
	'POST /sign/envelopes/{envelopeID}:send-for-signing': supplement.object<None, ShortEnvelope>(),
	'POST /sign/envelopes/{envelopeID}:send-reminders': supplement.nothing<
		{ notification?: Notification } | None
	>(),
	'GET /sign/envelopes/{envelopeID}:download-original': supplement.file('application/zip'),

	// Supplement: documents
	'POST /sign/envelopes/{envelopeID}/documents': supplement.upload<NewDocument, Document>(),
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': supplement.items<
		{ order: UUID[] },
		Items<ListedDocument>
	>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': supplement.object<
		Pick<DocumentMetadata, 'name'>,
		Document
	>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': supplement.nothing<None>(),

	// Supplement: fields
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields': supplement.items<
		None,
		Items<Field>
	>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': supplement.object<
		FieldChange,
		Field
	>(),

	// Supplement: participants
	'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}': supplement.nothing<None>(),
	'POST /sign/envelopes/{envelopeID}/participants:batch-delete': supplement.nothing<Items<UUID>>(),
	'GET /sign/envelopes/{envelopeID}/participants/signing-urls': supplement.items<
		None,
		Items<SigningUrl> & { total: number }
	>(),
} as const;

type Table = typeof ENDPOINTS;

/** `'VERB /path/{id}'`, as the document prints it. */
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

/** The query of the routes that have one (supplement): an exclusive cursor. */
export interface QueryOf {
	'GET /sign/envelopes': { pageAfter?: string };
}
