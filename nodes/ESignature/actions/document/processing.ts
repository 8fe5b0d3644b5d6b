import type { INodeProperties } from 'n8n-workflow';

import type { Document, UUID } from '../../api';
import { Explained, numberOf, type Call } from '../../core';
import { wholeList } from '../wholeList';

const DOCUMENTS = '/sign/envelopes/{envelopeID}/documents';
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
			const listed = await call.request(`GET ${DOCUMENTS}`, { envelopeID });
			const documents = wholeList(listed, 'documents') as Document[];
			const failed = documents.find(({ status }) => status === 'failed');
			// A list may leave out the reason; the document itself has it.
			if (failed) throw await failure(call, await readDocument(call, envelopeID, failed.ID));
			return documents.every(({ status }) => status !== 'pending') ? documents : undefined;
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
	return await poll(
		call,
		seconds,
		async () => {
			const document = await readDocument(call, envelopeID, documentID);
			if (document.status === 'failed') throw await failure(call, document);
			return document.status === 'pending' ? undefined : document;
		},
		`The document was added, its ID is ${documentID}: do not add it again. Look at it later with the 'Get' operation, or raise 'Max Wait' for the next one.`,
	);
}

const readDocument = async (call: Call, envelopeID: UUID, documentID: UUID): Promise<Document> =>
	await call.request(`GET ${DOCUMENTS}/{documentID}`, { envelopeID, documentID });

async function poll<Value>(
	call: Call,
	seconds: number,
	look: () => Promise<Value | undefined>,
	advice: string,
): Promise<Value> {
	const deadline = Date.now() + seconds * 1000;
	for (let wait = POLL.first; ; wait = Math.min(wait * POLL.factor, POLL.longest)) {
		const found = await look();
		if (found !== undefined) return found;
		const left = deadline - Date.now();
		if (left <= 0) break;
		await call.pause(Math.min(wait, left));
	}
	throw new Explained(`The service has not finished processing within ${seconds} seconds`, advice);
}

async function failure(call: Call, document: Document): Promise<Explained> {
	const reason =
		'failureReason' in document ? await call.shown(document.failureReason) : 'not given';
	const name = await call.shown(document.name);
	return new Explained(
		'The service could not process a document',
		`Document '${name}', reason: ${reason}. Delete it, add a corrected file, and run this step again.`,
	);
}
