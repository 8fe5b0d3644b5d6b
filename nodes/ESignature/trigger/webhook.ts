import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { printable } from '../transport/wire/text';
import { ANSWERS, send, type Answer } from './answers';
import { attachEnvelope } from './attachEnvelope';
import { authenticate } from './authenticate';
import { claim } from './event/claims';
import { readEvent, type SignatureEvent } from './event/event';
import { isWanted } from './event/filter';
import { keepSeen, markOf, wasSeen } from './event/seen';
import { readRequest } from './request';
import { settingsOf, type Settings } from './settings';

/** Either the item that starts a run, or an answer and no run. */
type Result = { item: IDataObject } | Answer;

const OWN_FAULT = 'an event could not be handled, so the service was asked to send it again';

/** One request to the webhook. It never throws: n8n would answer for us and store a failed run. */
export async function receive(host: IWebhookFunctions): Promise<IWebhookResponseData> {
	let result: Result;
	try {
		result = host.getWebhookName() === 'setup' ? ANSWERS.ready : await handle(host);
	} catch (error) {
		host.logger.warn(`E-Signature Trigger: ${OWN_FAULT}`);
		host.logger.debug(printable(error instanceof Error ? error.message : error));
		result = ANSWERS.notNow;
	}
	if ('item' in result) return { workflowData: [[{ json: result.item }]] };
	send(host.getResponseObject(), result);
	return { noWebhookResponse: true };
}

async function handle(host: IWebhookFunctions): Promise<Result> {
	const incoming = await readRequest(host.getRequestObject());
	if ('status' in incoming) return incoming;
	const settings = settingsOf(host);
	const { message, path } = incoming;
	const trust = await authenticate(host, settings, message, path);
	if ('undecided' in trust) {
		host.logger.warn(`E-Signature Trigger: ${trust.undecided}`);
		return ANSWERS.notNow;
	}
	if (!trust.authentic) {
		host.logger.debug(`E-Signature Trigger: a request was refused, since ${trust.cause}`);
		return ANSWERS.forged;
	}

	const event = readEvent(message.content);
	if (!event) return ANSWERS.unreadable;
	const dropped = trust.late && !settings.emitLateEvents;
	if (dropped || !isWanted(event, settings.filter)) return ANSWERS.received;
	const known = await alreadyHere(host, settings, event);
	if (known) return known;

	const envelope = settings.attachEnvelope ? await envelopeFor(host, event.envelopeId) : {};
	const rawBody = message.content.toString('utf8');
	// Last, since n8n keeps it also after a request that started no run.
	if (dropsDuplicates(host, settings)) keepSeen(host.getWorkflowStaticData('node'), event.id);
	return {
		item: {
			...event,
			...(trust.late && { late: true }),
			...envelope,
			...(settings.includeRawBody && { rawBody }),
		},
	};
}

const envelopeFor = async (host: IWebhookFunctions, envelopeId: string | undefined) =>
	await attachEnvelope(
		host,
		async () => await host.getCredentials<ICredentialDataDecryptedObject>('eSignatureApi'),
		envelopeId,
	);

/** Whoever waits for a test event wants to see it as often as it is sent. */
const dropsDuplicates = (host: IWebhookFunctions, settings: Settings): boolean =>
	settings.dropDuplicates && host.getMode() !== 'manual';

/** The answer to an event that started a run before. */
async function alreadyHere(
	host: IWebhookFunctions,
	settings: Settings,
	{ id }: SignatureEvent,
): Promise<Answer | undefined> {
	if (!dropsDuplicates(host, settings)) return undefined;
	if (wasSeen(host.getWorkflowStaticData('node'), id)) return ANSWERS.received;
	const key = `${host.getWorkflow().id} ${host.getNode().id} ${markOf(id)}`;
	const turn = await claim(key, host.getResponseObject());
	if (turn === 'ours') return undefined;
	return turn === 'taken' ? ANSWERS.received : ANSWERS.notNow;
}
