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
export type Source = 'contract' | 'supplement';

export type FileType = 'application/pdf' | 'application/zip';

/** One endpoint as data. `Body` and `Reply` exist for the compiler only. */
export interface Endpoint<Body, Reply> {
	readonly source: Source;
	/** Set where the reply is a file, not JSON. */
	readonly file?: FileType;
	readonly shape?: (body: Body) => Reply;
}

/** One object in, one out; or `{ items }` in, `{ items }` out. */
export interface BulkEndpoint<One, Made> extends Endpoint<One | Items<One>, Made | Items<Made>> {
	readonly bulk: true;
	readonly one?: One;
	readonly made?: Made;
}

type None = undefined;

const contract = <Body, Reply>(): Endpoint<Body, Reply> => ({ source: 'contract' });
const contractBulk = <One, Made>(): BulkEndpoint<One, Made> => ({ source: 'contract', bulk: true });
const supplement = <Body, Reply>(): Endpoint<Body, Reply> => ({ source: 'supplement' });
const download = <F extends FileType>(
	source: Source,
	file: F,
): Endpoint<None, F> & { file: F } => ({
	source,
	file,
});

/** Every endpoint of the signing area, in the order of the document, then of the supplement. */
export const ENDPOINTS = {
	// Token
	'POST /oauth/token': contract<TokenRequest, TokenReply>(),

	// Fields
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields': contractBulk<
		NewField,
		Field
	>(),
	'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete': contract<
		Items<UUID>,
		None
	>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': contract<
		None,
		None
	>(),

	// Participants
	'POST /sign/envelopes/{envelopeID}/participants': contractBulk<NewParticipant, Participant>(),
	'GET /sign/envelopes/{envelopeID}/participants': contract<
		None,
		Items<Participant> & { total: number }
	>(),
	'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}': contract<
		Partial<Pick<NewParticipant, 'authentication'>>,
		Participant
	>(),

	// Envelopes
	'GET /sign/envelopes/{envelopeID}': contract<None, Envelope>(),
	'PUT /sign/envelopes/{envelopeID}:cancel': contract<None, Envelope>(),
	'DELETE /sign/envelopes/{envelopeID}': contract<None, None>(),
	'GET /sign/envelopes/{envelopeID}:download-sealed': download('contract', 'application/zip'),
	'GET /sign/envelopes/{envelopeID}:download-audit-trail': download('contract', 'application/pdf'),

	// Documents
	'GET /sign/envelopes/{envelopeID}/documents': contract<None, Items<ListedDocument>>(),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}': contract<None, Document>(),
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed': download(
		'contract',
		'application/pdf',
	),

	// Supplement: envelopes
	'GET /sign/envelopes': supplement<None, EnvelopePage>(),
	'POST /sign/envelopes': supplement<NewEnvelope, Envelope>(),
	'PATCH /sign/envelopes/{envelopeID}': supplement<EnvelopeChange, ShortEnvelope>(),
	'POST /sign/envelopes/{envelopeID}:send-for-signing': supplement<None, ShortEnvelope>(),
	'POST /sign/envelopes/{envelopeID}:send-reminders': supplement<
		{ notification?: Notification } | None,
		None
	>(),
	'GET /sign/envelopes/{envelopeID}:download-original': download('supplement', 'application/zip'),

	// Supplement: documents
	'POST /sign/envelopes/{envelopeID}/documents': supplement<NewDocument, Document>(),
	'PUT /sign/envelopes/{envelopeID}/documents:reorder': supplement<
		{ order: UUID[] },
		Items<ListedDocument>
	>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': supplement<
		Pick<DocumentMetadata, 'name'>,
		Document
	>(),
	'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': supplement<None, None>(),

	// Supplement: fields
	'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields': supplement<
		None,
		Items<Field>
	>(),
	'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}': supplement<
		FieldChange,
		Field
	>(),

	// Supplement: participants
	'DELETE /sign/envelopes/{envelopeID}/participants/{participantID}': supplement<None, None>(),
	'POST /sign/envelopes/{envelopeID}/participants:batch-delete': supplement<Items<UUID>, None>(),
	'GET /sign/envelopes/{envelopeID}/participants/signing-urls': supplement<
		None,
		Items<SigningUrl> & { total: number }
	>(),
} as const;

type Table = typeof ENDPOINTS;

/** `'VERB /path/{id}'`, as the document prints it. */
export type Route = keyof Table;

export type FileRoute = {
	[R in Route]: Table[R] extends { file: FileType } ? R : never;
}[Route];

export type JsonRoute = Exclude<Route, FileRoute>;

/** The names in braces of a route, for example `envelopeID`. */
export type PathName<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathName<Rest>
	: never;

export type PathIds<R extends Route> = { [Name in PathName<R>]: UUID };

export type BodyOf<R extends Route> = Table[R] extends Endpoint<infer Body, unknown> ? Body : never;

/** The reply to this very body: a bulk endpoint answers `{ items }` to `{ items }`. */
export type ReplyTo<R extends Route, Body> =
	Table[R] extends BulkEndpoint<infer One, infer Made>
		? Body extends Items<One>
			? Items<Made>
			: Made
		: Table[R] extends Endpoint<never, infer Reply>
			? Reply
			: never;

/** Query of the routes that have one (supplement): a cursor, exclusive. */
export interface QueryOf extends Partial<Record<Route, unknown>> {
	'GET /sign/envelopes': { pageAfter?: string; pageBefore?: string };
}
