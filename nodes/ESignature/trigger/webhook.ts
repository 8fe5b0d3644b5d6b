import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { printable } from '../values/text';
import { authenticate, type Incoming } from './authenticate';
import { MAX_WORK_MS } from './deadline';
import { DuplicateCheck } from './duplicates';
import { attachEnvelope } from './envelope';
import { isWanted, readEvent } from './event';
import { settingsOf, type Settings } from './form';
import { warn } from './log';
import {
	ANSWERS,
	IGNORED_IN_PRODUCTION,
	REASONS,
	REJECTED,
	tryAgain,
	type WebhookAnswer,
} from './texts';

/** Either the item that starts a run, or an answer and, if something is wrong, the reason. */
type Decision = { item: IDataObject } | { answer: WebhookAnswer; reason?: string };

/**
 * Handles one request to the webhook. In production it never throws, because n8n would then answer 500 and store a
 * failed run. In the editor a failed run is the only way to show why an event was rejected.
 */
export async function receive(host: IWebhookFunctions): Promise<IWebhookResponseData> {
	const decision = await decide(host);
	if ('item' in decision) return { workflowData: [[{ json: decision.item }]] };
	const { answer, reason } = decision;
	if (reason !== undefined && isTest(host)) {
		throw new NodeOperationError(host.getNode(), REJECTED, { description: reason });
	}
	respond(host.getResponseObject(), answer);
	return { noWebhookResponse: true };
}

async function decide(host: IWebhookFunctions): Promise<Decision> {
	try {
		if (host.getWebhookName() === 'setup') return { answer: ANSWERS.ready };
		return await handle(host);
	} catch (error) {
		host.logger.debug(printable(error instanceof Error ? error.message : error));
		return requestRetry(host, REASONS.ownFault);
	}
}

const isTest = (host: IWebhookFunctions): boolean => host.getMode() === 'manual';

function rejected(host: IWebhookFunctions, answer: WebhookAnswer, reason: string): Decision {
	warn(host, reason);
	return { answer, reason };
}

const requestRetry = (host: IWebhookFunctions, reason: string): Decision =>
	rejected(host, tryAgain(reason), reason);

async function handle(host: IWebhookFunctions): Promise<Decision> {
	const incoming = await readRequest(host.getRequestObject());
	if (typeof incoming === 'string') return requestRetry(host, incoming);
	const settings = settingsOf(host);
	const trust = await authenticate(host, settings, incoming);
	if ('isLate' in trust) return await accept(host, settings, incoming.body, trust.isLate);
	const { answer, reason, isStray } = trust;
	if (!isStray) return rejected(host, answer, reason);
	host.logger.debug(`E-Signature Trigger: ${reason}`);
	return { answer, reason };
}

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/** The request with the bytes of its body, or the reason why n8n does not have them. */
async function readRequest(request: Request): Promise<Incoming | string> {
	const { method, headers, originalUrl } = request;
	const type = headers['content-type']?.trim().toLowerCase() ?? '';
	const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
	// n8n parses multipart bodies and decompresses encoded ones (its body-parser.ts), so the signed bytes are gone.
	if (type.startsWith('multipart/') || !['', 'identity'].includes(encoding)) return REASONS.encoded;
	if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody();
	const body: unknown = request.rawBody;
	return Buffer.isBuffer(body) ? { method, headers, originalUrl, body } : REASONS.ownFault;
}

/** An authentic request starts a run unless it is not an event, too late, not wanted, or was received before. */
async function accept(
	host: IWebhookFunctions,
	settings: Settings,
	body: Buffer,
	isLate: boolean,
): Promise<Decision> {
	const event = readEvent(body);
	if (!event) return rejected(host, ANSWERS.unreadable, REASONS.notEvent);
	if (isLate && !settings.emitLateEvents) return rejected(host, ANSWERS.received, REASONS.late);
	// A user who listens for a test event sees every event, as often as it is sent.
	const isListening = isTest(host);
	const wanted = isWanted(event, settings.filter);
	if (!wanted && !isListening) return { answer: ANSWERS.received };
	const end = performance.now() + MAX_WORK_MS;
	const duplicates =
		settings.dropDuplicates && !isListening ? new DuplicateCheck(host, event.id, end) : undefined;
	const claim = await duplicates?.claim();
	if (claim === 'undecided') return requestRetry(host, REASONS.repeatedAtOnce);
	if (claim === 'duplicate') {
		host.logger.debug('E-Signature Trigger: An event that was already received was ignored');
		return { answer: ANSWERS.received };
	}
	const item: IDataObject = {
		...event,
		...(isLate && { late: true }),
		...(settings.attachEnvelope && (await attachEnvelope(host, event.envelopeId, end))),
		...(settings.includeRawBody && { rawBody: body.toString('utf8') }),
		...(!wanted && { testNote: IGNORED_IN_PRODUCTION }),
	};
	// Last, because n8n stores the mark (live-webhooks.ts) even if this request fails afterward.
	await duplicates?.keep();
	return { item };
}

/** The part of the response object that is used. */
interface Response {
	headersSent: boolean;
	status(code: number): unknown;
	setHeader(name: string, value: string): unknown;
	end(text?: string): unknown;
}

function respond(response: Response, { status, text }: WebhookAnswer): void {
	if (response.headersSent) return;
	response.status(status);
	response.setHeader('Content-Type', 'text/plain; charset=utf-8');
	response.setHeader('X-Content-Type-Options', 'nosniff');
	response.setHeader('Cache-Control', 'no-store');
	response.end(text);
}
