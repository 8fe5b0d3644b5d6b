import { randomUUID } from 'node:crypto';

import type {
	BoundingBox,
	EnvelopeStatus,
	Field,
	NewParticipant,
	Notifier,
	SigningMode,
} from '../nodes/ESignature/api';
import { plainPdf } from './files/plainPdf';
import { newDocument, newEnvelope, newParticipant } from './service/creation';
import { fieldValue } from './service/fieldValues';
import { signersOf, type StoredDocument, type StoredEnvelope } from './service/records';
import type { Service } from './service/service';

/** The service does not know a deleted envelope. */
type FixtureStatus = Exclude<EnvelopeStatus, 'deleted'>;

export interface EnvelopeFixture {
	name?: string;
	status?: FixtureStatus;
	mode?: SigningMode;
	notificationsManagedBy?: Notifier;
	/** One document when absent. */
	documents?: number | Array<{ name: string; pages?: number }>;
	/** One signer when absent. */
	participants?: Array<Partial<NewParticipant>>;
	/** Give every signer a signature and a date field on the first document, or one of every type. */
	fields?: boolean | 'all';
	createdAt?: string;
	lastModifiedAt?: string;
}

type Without<Type, Keys extends keyof Type> = Type extends unknown ? Omit<Type, Keys> : never;
type Placed = Without<Field, 'ID' | 'documentID' | 'participantID' | 'page'>;

const SIGNED: EnvelopeStatus[] = ['processing', 'sealed'];

/** An envelope put straight into a state, in the past, without webhooks or timers. */
export function buildEnvelope(service: Service, wanted: EnvelopeFixture = {}): StoredEnvelope {
	const { status = 'drafted', mode = 'parallel', notificationsManagedBy } = wanted;
	const name = wanted.name ?? `Envelope ${service.store.all().length + 1}`;
	const envelope = newEnvelope(service, { name, mode, notificationsManagedBy }, wanted.createdAt);

	const note = (what: string, who = 'sender') => {
		const when = new Date(Date.parse(envelope.lastModifiedAt) + 1).toISOString();
		envelope.lastModifiedAt = when;
		envelope.audit.push({ what, who, when });
		return when;
	};

	for (const document of documentsOf(envelope, wanted.documents ?? 1)) {
		envelope.documents.push(document);
		note(`Document ${document.name} added`);
	}
	for (const [index, given] of (wanted.participants ?? [{}]).entries()) {
		const email = `person${index + 1}@example.com`;
		const participant = newParticipant({ email, role: 'signer', ...given });
		envelope.participants.push(participant);
		note(`Participant ${participant.email} added`);
	}
	if (wanted.fields) placeFields(envelope, wanted.fields);
	advance(envelope, status, note);
	if (wanted.lastModifiedAt) envelope.lastModifiedAt = wanted.lastModifiedAt;
	service.store.add(envelope);
	return envelope;
}

function documentsOf(
	{ createdAt }: StoredEnvelope,
	wanted: NonNullable<EnvelopeFixture['documents']>,
): StoredDocument[] {
	const list =
		typeof wanted === 'number'
			? Array.from({ length: wanted }, (_, index) => ({ name: `document-${index + 1}.pdf` }))
			: wanted;
	return list.map(({ name, pages = 1 }: { name: string; pages?: number }) => {
		const page = (_: unknown, index: number) => [name, `Page ${index + 1} of ${pages}`];
		const pdf = plainPdf(Array.from({ length: pages }, page));
		const document = newDocument(name, pdf.length, createdAt);
		return { ...document, status: 'uploaded', numPages: pages, pdf };
	});
}

/** Walks the life of an envelope up to the state. */
function advance(
	envelope: StoredEnvelope,
	status: FixtureStatus,
	note: (what: string, who?: string) => string,
): void {
	envelope.status = status;
	if (status === 'drafted') return;
	note('Sent for signing');
	const signers = signersOf(envelope);
	if (status === 'cancelled') note('Canceled');
	if (status === 'rejected' && signers[0]) {
		signers[0].declinedAt = note('Declined', signers[0].email);
	}
	if (!SIGNED.includes(status)) return;
	for (const signer of signers) {
		signer.signedAt = note('Signed', signer.email);
		for (const { fields, values } of envelope.documents) {
			for (const field of fields.filter(({ participantID }) => participantID === signer.ID)) {
				values[field.ID] = fieldValue(field, signer, new Date(signer.signedAt));
			}
		}
	}
	note('Signing completed', 'service');
	if (status === 'sealed') note('Sealed', 'service');
	for (const document of envelope.documents) {
		document.status = status === 'sealed' ? 'sealed' : 'signed';
	}
}

/** On the first page of the first document, one signer below the other. */
function placeFields(envelope: StoredEnvelope, which: true | 'all'): void {
	const [document] = envelope.documents;
	if (!document) return;
	for (const [index, { ID: participantID }] of signersOf(envelope).entries()) {
		const fields = which === 'all' ? oneOfEach(120 + index * 165) : basics(120 + index * 60);
		const documentID = document.ID;
		for (const { type, boundingBox, ...rest } of fields) {
			const place = { participantID, boundingBox, page: 1 };
			document.fields.push({ ID: randomUUID(), documentID, type, ...place, ...rest } as Field);
		}
	}
}

const basics = (y: number): Placed[] => [
	{ type: 'signature', required: true, boundingBox: [56, y, 180, 40] },
	{
		type: 'date',
		required: true,
		boundingBox: [260, y, 120, 40],
		format: 'YYYY-MM-DD',
		modifiable: false,
	},
];

/** All eight types; one of them may be left empty. */
function oneOfEach(y: number): Placed[] {
	const box = (x: number, row: number, w: number): BoundingBox => [x, y + row, w, 22];
	return [
		{ type: 'name', required: true, boundingBox: box(56, 0, 160) },
		{ type: 'company', required: true, boundingBox: box(232, 0, 160) },
		{ type: 'title', required: false, boundingBox: box(408, 0, 130) },
		{ type: 'custom', required: true, boundingBox: box(56, 45, 336), label: 'Cost center' },
		{ type: 'checkbox', required: true, boundingBox: box(408, 45, 22) },
		...basics(y + 90),
		{ type: 'initials', required: true, boundingBox: [408, y + 90, 60.5, 40] },
	];
}
