import { NodeApiError, type INodeProperties } from 'n8n-workflow';

import type { Document, UUID } from '../../api';
import { Explained, numberOf, unlessMissing, type Call } from '../../core';
import { listAll } from '../listAll';

const POLL = { first: 500, factor: 1.5, longest: 5_000 };

export const maxWait: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 120,
	description:
		'How long to wait for the service to process documents. After that, the step ends with an error.',
};

/** The option in seconds. */
export const waitLimit = (call: Pick<Call, 'option'>): number => numberOf(call, maxWait);

/** A document is kept in another place than it is read from: it may be unknown there for a moment. */
const APPEARS_WITHIN = { least: 5_000, most: 30_000 };
const READY = new Set(['uploaded', 'signed', 'sealed']);

/** A state that nobody knows is not taken for a good one. */
const isReady = ({ status }: Document): boolean => READY.has(stateOf(status));
const isFailed = ({ status }: Document): boolean => stateOf(status) === 'failed';
const stateOf = (status: unknown): string => String(status ?? '').toLowerCase();

/** Until every document of the envelope is processed; names the one that failed and why. */
export async function waitForDocuments(
	call: Call,
	envelopeID: UUID,
	seconds: number,
): Promise<Document[]> {
	return await poll(
		call,
		seconds,
		async () => {
			// Documents that are announced but not listed are left to the service: it sends none too early.
			const listed = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', {
				envelopeID,
			});
			const documents = listed.items as Document[];
			const failed = documents.find(isFailed);
			// A list may leave out the reason; the document itself has it.
			if (failed) {
				const read = readDocument(call, envelopeID, failed.ID).catch(() => failed);
				throw await failure(call, await read);
			}
			return documents.every(isReady) ? documents : undefined;
		},
		"Run this step again later, or raise 'Max Wait' in its options.",
	);
}

/** Until this one is processed. */
export async function waitForDocument(
	call: Call,
	envelopeID: UUID,
	documentID: UUID,
	seconds: number,
): Promise<Document> {
	const { least, most } = APPEARS_WITHIN;
	const limit = seconds * 1000;
	const patience = Math.min(Math.max(limit, least), most);
	const started = performance.now();
	const isIn = `Its ID is ${documentID}, in the envelope ${envelopeID}.`;
	const wasAdded = `The document was added: do not add it again. ${isIn}`;
	let isMissing = false;
	return await poll(
		call,
		seconds,
		async () => {
			const read = readDocument(call, envelopeID, documentID);
			const mayAppear = performance.now() - started < patience;
			const document = mayAppear ? await unlessMissing(read) : await read;
			isMissing = !document;
			if (document && isFailed(document)) throw await failure(call, document, isIn);
			return document && isReady(document) ? document : undefined;
		},
		`${wasAdded} Look at it later with the 'Get' operation, or raise 'Max Wait' for the next one.`,
		// The look that comes after its patience tells that the document is missing.
		() => (isMissing ? Math.max(limit, patience + POLL.longest) : limit),
	).catch(async (error: unknown) => {
		if (error instanceof NodeApiError) {
			error.description = [error.description, wasAdded].filter(Boolean).join('\n');
		}
		return await Promise.reject(error);
	});
}

const readDocument = async (call: Call, envelopeID: UUID, documentID: UUID): Promise<Document> =>
	await call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', {
		envelopeID,
		documentID,
	});

/** Counted by a clock that is never set. */
async function poll<Value>(
	call: Call,
	seconds: number,
	look: () => Promise<Value | undefined>,
	advice: string,
	limit: () => number = () => seconds * 1000,
): Promise<Value> {
	const started = performance.now();
	for (let wait = POLL.first; ; wait = Math.min(wait * POLL.factor, POLL.longest)) {
		const found = await look();
		if (found !== undefined) return found;
		const left = limit() - (performance.now() - started);
		if (left <= 0) break;
		await call.pause(Math.min(wait, left));
	}
	throw new Explained(`The service has not finished processing within ${seconds} seconds`, advice);
}

async function failure(call: Call, document: Document, isIn = ''): Promise<Explained> {
	const reason =
		'failureReason' in document ? await call.shown(document.failureReason) : 'not given';
	const name = await call.shown(document.name);
	return new Explained(
		'The service could not process a document',
		[
			`Document '${name}', reason: ${reason}.`,
			isIn,
			'Delete it, add a corrected file, and run this step again.',
		]
			.filter(Boolean)
			.join(' '),
	);
}
