import { Refusal, fileTooLarge, invalid, unprocessable } from '../http/problems';
import { bodyOf, type Call, type Routes, type Upload } from '../http/router';
import { newDocument } from '../service/creation';
import { LIMITS } from '../service/limits';
import { isAccepted, looksLikePdf } from '../service/mediaTypes';
import { startProcessing } from '../service/processing';
import { Reader } from '../service/reader';
import type { StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { requireDraft } from '../service/states';
import { documentView, listedDocument } from '../service/views';

const NAME = { max: LIMITS.nameLength };

export const documentRoutes = (service: Service) =>
	({
		'GET /sign/envelopes/{envelopeID}/documents': ({ ids }) => ({
			status: 200,
			json: { items: service.store.envelope(ids.envelopeID).documents.map(listedDocument) },
		}),

		'POST /sign/envelopes/{envelopeID}/documents': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const { name, payload, contentType } = readUpload(call);
			requireDraft(envelope, 'take documents');
			requireRoom(envelope, payload.bytes.length);
			const document = newDocument(name, payload.bytes.length, service.now);
			envelope.documents.push(document);
			service.happened(envelope, {
				what: `Document ${name} added`,
				event: 'EnvelopeDocumentAdded',
				data: { documentID: document.ID },
			});
			const answer = { status: 201, json: documentView(document) } as const;
			return startProcessing(service, document, { ...payload, contentType }).then(() => answer);
		},

		'PUT /sign/envelopes/{envelopeID}/documents:reorder': (call) => {
			const envelope = service.store.envelope(call.ids.envelopeID);
			const reader = new Reader(bodyOf(call), ['order'], call);
			const order = reader.uuids('order');
			const byID = new Map(envelope.documents.map((document) => [document.ID, document]));
			const ordered = order.flatMap((ID) => byID.get(ID) ?? []);
			if (new Set(ordered).size !== byID.size || order.length !== byID.size) {
				reader.fail('order', 'must name every document of the envelope exactly once');
			}
			reader.finish();
			requireDraft(envelope, 'have documents reordered');
			envelope.documents = ordered;
			service.happened(envelope, { what: 'Documents reordered' });
			return { status: 200, json: { items: ordered.map(listedDocument) } };
		},

		'GET /sign/envelopes/{envelopeID}/documents/{documentID}': ({ ids }) => ({
			status: 200,
			json: documentView(service.store.document(ids).document),
		}),

		'PATCH /sign/envelopes/{envelopeID}/documents/{documentID}': (call) => {
			const { envelope, document } = service.store.document(call.ids);
			const reader = new Reader(bodyOf(call), ['name'], call);
			const name = reader.text('name', NAME);
			reader.finish();
			requireDraft(envelope, 'have documents renamed');
			service.happened(envelope, { what: `Document ${document.name} renamed to ${name}` });
			document.name = name;
			return { status: 200, json: documentView(document) };
		},

		'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}': ({ ids }) => {
			const { envelope, document } = service.store.document(ids);
			requireDraft(envelope, 'have documents deleted');
			envelope.documents = envelope.documents.filter((other) => other !== document);
			service.happened(envelope, {
				what: `Document ${document.name} deleted`,
				event: 'EnvelopeDocumentDeleted',
				data: { documentID: document.ID },
			});
			return { status: 204 };
		},
	}) satisfies Partial<Routes>;

/** Two parts; only PDF goes without `contentType` (docs/api.md, Documents). */
function readUpload(call: Call): {
	name: string;
	payload: Upload['payloads'][number];
	contentType?: string;
} {
	const { upload, bodyRefusal } = call;
	if (bodyRefusal) throw bodyRefusal;
	if (!upload) throw new Refusal(415, 'A document is uploaded as multipart/form-data.');
	const { metadata, payloads } = upload;
	const [payload] = payloads;
	if (metadata === undefined) throw invalid({ metadata: 'is missing' });
	if (!payload) throw invalid({ payload: 'is missing, or was sent without a file name' });
	if (payloads.length > 1) throw invalid({ payload: 'must be one file per request' });
	const reader = new Reader(parsed(metadata), ['name', 'contentType'], call, 'metadata');
	const name = reader.text('name', NAME);
	const contentType = reader.has('contentType') ? reader.text('contentType') : undefined;
	reader.finish();
	if (payload.bytes.length === 0) throw invalid({ payload: 'is empty' });
	if (payload.bytes.length > LIMITS.documentBytes) throw fileTooLarge(LIMITS.documentBytes);
	if (contentType === undefined && !looksLikePdf(payload.bytes)) {
		throw new Refusal(415, 'Without a contentType in the metadata only PDF is accepted.');
	}
	if (contentType !== undefined && !isAccepted(contentType)) {
		throw new Refusal(415, `Files of type ${contentType} are not accepted.`);
	}
	return { name, payload, contentType };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

function requireRoom({ ID, documents }: StoredEnvelope, bytes: number): void {
	if (documents.length >= LIMITS.documentsPerEnvelope) {
		throw unprocessable(
			`Too many documents: envelope ${ID} may hold ${LIMITS.documentsPerEnvelope}.`,
		);
	}
	const total = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes);
	if (total > LIMITS.envelopeBytes) {
		throw new Refusal(413, `The documents of an envelope may have ${LIMITS.envelopeBytes} bytes.`);
	}
}
