import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { printable } from '../errors/printable';
import { authenticate, explainUnread, type Incoming } from './authenticate';
import { credentialOf } from './credential';
import { attachEnvelope, isWanted, readEvent } from './event';
import { Once } from './once';
import { settingsOf, type Settings } from './form';
import type { Message } from './signature/message';
import { splitTarget } from './signature/places';
import {
	ANSWERS,
	LARGEST_REQUEST,
	REASONS,
	REFUSED,
	notAccepted,
	type Answer,
} from './texts/texts';
import { note, reasonOf, warn } from './texts/warnings';

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/** The request with the bytes of its body, or the answer to a request that is not worth verifying. */
export async function readRequest(request: Request): Promise<Incoming | Answer> {
	const { headers, rawHeaders } = request;
	const type = mediaType(headers['content-type']);
	// n8n parses multipart bodies and decompresses encoded ones, so the signed bytes are no longer available.
	if (type.startsWith('multipart/') || isEncoded(headers['content-encoding'])) {
		return ANSWERS.notJson;
	}
	if (Number(headers['content-length']) > LARGEST_REQUEST) return ANSWERS.tooLarge;
	const content = await bodyOf(request);
	if (!content) return ANSWERS.notNow;
	if (content.length > LARGEST_REQUEST) return ANSWERS.tooLarge;
	const { path, query } = splitTarget(request.originalUrl);
	const message = { method: request.method, query, headers, rawHeaders, content };
	return { message, path, isJson: isJson(type) };
}

/** What was signed are the bytes; n8n's parsed body is something else. */
async function bodyOf(request: Request): Promise<Buffer | undefined> {
	const { rawBody }: { rawBody?: unknown } = request;
	if (!Buffer.isBuffer(rawBody)) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

const mediaType = (contentType: string | undefined): string =>
	(contentType ?? '').slice(0, 200).toLowerCase().split(';', 1).join('').trim();

/** No type at all is left to the parser. */
const isJson = (type: string): boolean =>
	type === '' ||
	type === 'application/json' ||
	(type.startsWith('application/') && type.endsWith('+json'));

const isEncoded = (encoding: string | undefined): boolean =>
	encoding !== undefined && !['', 'identity'].includes(encoding.trim().toLowerCase());

/** Either the item that starts a run, or an answer and no run. */
type Result = { item: IDataObject } | Answer;

/**
 * One request to the webhook. In production it never throws: n8n would answer for us and store a failed run.
 * Whoever listens in the editor would see nothing at all, so there the failed run is what tells them.
 */
export async function receive(host: IWebhookFunctions): Promise<IWebhookResponseData> {
	let result: Result;
	let isWatched = false;
	try {
		isWatched = isTest(host);
		result = host.getWebhookName() === 'setup' ? ANSWERS.ready : await handle(host);
	} catch (error) {
		warn(host, REASONS.ownFault);
		host.logger.debug(printable(error instanceof Error ? error.message : error));
		result = ANSWERS.notNow;
	}
	if ('item' in result) return { workflowData: [[{ json: result.item }]] };
	if (isWatched && result !== ANSWERS.ready) {
		const description = reasonOf(host, result);
		throw new NodeOperationError(host.getNode(), REFUSED, { description });
	}
	respond(host.getResponseObject(), result);
	return { noWebhookResponse: true };
}

/** What the log says about answers that are final, although nothing was verified. */
const UNREAD = new Map<Answer, string>([
	[ANSWERS.tooLarge, REASONS.tooLarge],
	[ANSWERS.notJson, REASONS.notJson],
]);

const headersOf = ({ method, headers, rawHeaders }: Request): Message => ({
	method,
	headers,
	rawHeaders,
	query: '',
	content: Buffer.alloc(0),
});

async function handle(host: IWebhookFunctions): Promise<Result> {
	const request = host.getRequestObject();
	const incoming = await readRequest(request);
	if ('status' in incoming) {
		const advice = UNREAD.get(incoming);
		if (advice) await explainUnread(host, headersOf(request), advice);
		return incoming;
	}
	const settings = settingsOf(host);
	// A page in a browser can send any text to any address, but neither sign it nor call it JSON.
	if (!incoming.isJson && settings.verification === 'none') return ANSWERS.notJson;
	const trust = await authenticate(host, settings, incoming);
	if ('undecided' in trust) {
		note(host, trust.undecided);
		return ANSWERS.notNow;
	}
	if ('tooLate' in trust) {
		note(host, REASONS.late);
		return ANSWERS.received;
	}
	if (!trust.authentic) {
		host.logger.debug(`E-Signature Trigger: a request was refused, since ${trust.cause}`);
		note(host, trust.advice ?? notAccepted(trust.cause));
		return incoming.isJson ? ANSWERS.forged : ANSWERS.notJson;
	}
	return await accept(host, settings, incoming.message, trust);
}

/** From whom it should be: it starts a run unless it is no event, not wanted, late, or was here before. */
async function accept(
	host: IWebhookFunctions,
	settings: Settings,
	{ content }: Message,
	{ late }: { late?: boolean },
): Promise<Result> {
	const event = readEvent(content);
	if (!event) {
		if (settings.verification !== 'none') warn(host, REASONS.notEvent, 'service');
		return ANSWERS.unreadable;
	}
	if (late && !settings.emitLateEvents) {
		warn(host, REASONS.late, 'service');
		return ANSWERS.received;
	}
	// Whoever listens for a test event wants to see what comes, whichever event it is.
	if (!isTest(host) && !isWanted(event, settings.filter)) return ANSWERS.received;
	const once = dropsDuplicates(host, settings) ? new Once(host, event) : undefined;
	const known = await once?.answer();
	if (known) {
		const what = known === ANSWERS.received ? 'dropped' : 'asked for again';
		host.logger.debug(
			`E-Signature Trigger: an event was ${what}, because its ID had already been received`,
		);
		return known;
	}

	const envelope = settings.attachEnvelope
		? await attachEnvelope(host, async () => await credentialOf(host), event.envelopeId)
		: {};
	const rawBody = content.toString('utf8');
	await once?.mark();
	return {
		item: {
			...event,
			...(late && { late: true }),
			...envelope,
			...(settings.includeRawBody && { rawBody }),
		},
	};
}

/** Whoever waits for a test event wants to see it as often as it is sent. */
const dropsDuplicates = (host: IWebhookFunctions, settings: Settings): boolean =>
	settings.dropDuplicates && !isTest(host);

const isTest = (host: IWebhookFunctions): boolean => host.getMode() === 'manual';

/** As much as is used of the response object. */
interface Response {
	headersSent: boolean;
	status(code: number): unknown;
	setHeader(name: string, value: string): unknown;
	end(text?: string): unknown;
}

function respond(response: Response, { status, text }: Answer): void {
	if (response.headersSent) return;
	response.status(status);
	response.setHeader('Content-Type', 'text/plain; charset=utf-8');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('Cache-Control', 'no-store');
	response.end(text);
}
