import type {
	Envelope,
	Field,
	ListedDocument,
	NewEnvelope,
	NewField,
	NewParticipant,
	Participant,
	UUID,
} from '../../api';
import { sameId, wrongInput, type Call } from '../../core';
import { quantity } from '../../errors/printable';
import { listDocuments, uploadOf, type Upload } from '../document/document';
import { originalPdfs } from '../document/originals';
import { listFields } from '../field/field';
import { hasMethod, identityOf } from '../participant/addParticipants';
import { listParticipants } from '../participant/participant';
import { assertPlaced, placedInFiles, type Composition, type EnvelopeField } from './composition';
import { envelopeInput, readEnvelope } from './envelope';
import * as form from './form';

/** An envelope to copy. */
interface Template {
	envelope: Envelope;
	documents: ListedDocument[];
	participants: Participant[];
	/** Those of each document. */
	fields: Field[][];
}

interface Wanted {
	name: string;
	people: NewParticipant[];
	/** Files that take the places of the template's documents. */
	files?: Upload[];
	/** What the user wants otherwise than in the template. */
	changes: Record<string, unknown>;
	allowIdle: boolean;
}

/** The envelope to make, checked before anything is created. */
export async function fromTemplate(
	call: Call,
	templateID: UUID,
	{ name, people, files, changes, allowIdle }: Wanted,
): Promise<Composition> {
	const template = await readTemplate(call, templateID);
	const envelope = envelopeLike(template.envelope, name, changes);
	const { participants, seatOf } = await seated(call, template, people);
	const fields = template.fields.flatMap((some, document) =>
		some.map((field, at): EnvelopeField => {
			const entry = `Field ${at + 1} of document ${document + 1}`;
			const copy = copyOf(field, String(seatOf(field.participantID)));
			return { entry, document, field: copy, by: 'template' };
		}),
	);
	const documents = files ?? (await originals(call, template));
	if (documents.length !== template.documents.length) {
		throw wrongInput(
			`The envelope to copy has ${quantity(template.documents.length, 'documents')}, but the input has ${quantity(documents.length, 'files')}`,
			`Enter the binary fields of ${quantity(template.documents.length, 'files')} in '${form.binaryPropertyNames.displayName}', in the order of its documents.`,
		);
	}
	await assertUnchanged(call, template.envelope);
	// The author of the template has seen where its fields are.
	const rules = { tags: false, allowOverlap: true, allowIdle, areCopied: true };
	const parts = { documents, fields, participants, rules };
	if (files) return { envelope, ...parts, fields: await placedInFiles(call, parts) };
	// The service has already accepted these fields on these documents.
	assertPlaced(parts, { tagsAreKnown: true });
	return { envelope, ...parts };
}

async function readTemplate(call: Call, envelopeID: UUID): Promise<Template> {
	// First of all, so that a change during the other reads is seen afterward.
	const envelope = await readEnvelope(call, envelopeID);
	const [documents, participants] = await Promise.all([
		listDocuments(call, envelopeID),
		listParticipants(call, envelopeID),
	]);
	if (documents.length === 0) {
		throw wrongInput(
			'The envelope to copy has no documents',
			'Add at least one document to it, with its fields, or choose another envelope.',
		);
	}
	const fields = await Promise.all(
		documents.map(async ({ ID: documentID }) => await listFields(call, { envelopeID, documentID })),
	);
	return { envelope, documents, participants, fields };
}

/** The fields of one version must not be placed in the documents of another. */
async function assertUnchanged(call: Call, before: Envelope): Promise<void> {
	const now = await readEnvelope(call, before.ID);
	if (now.lastModifiedAt === before.lastModifiedAt) return;
	throw wrongInput(
		'The envelope to copy changed while it was being read',
		'Run this step again when no one is working on that envelope.',
	);
}

const FROM_INPUT = `Choose '${form.documentsFrom.options.find(({ value }) => value === 'input')?.name}' in '${form.documentsFrom.displayName}', and provide the files as an input.`;

async function originals(call: Call, { envelope, documents }: Template): Promise<Upload[]> {
	const pdfs = await originalPdfs(call, envelope.ID, documents, FROM_INPUT);
	return pdfs.map(({ name, bytes }) =>
		uploadOf({
			name,
			mediaType: 'application/pdf',
			bytes: bytes.length,
			read: async () => Buffer.from(bytes),
		}),
	);
}

/** Every property that the contract knows, for someone else. */
function copyOf(field: Field, participantID: string): NewField {
	const { type, boundingBox, page, required } = field;
	const { label, format, modifiable } = { ...field } as Record<string, unknown>;
	const rest = Object.entries({ required, label, format, modifiable });
	return {
		...{ type, participantID, boundingBox, page: page ?? 1 },
		...Object.fromEntries(rest.filter(([, value]) => (value ?? undefined) !== undefined)),
	} as NewField;
}

interface Seats {
	participants: NewParticipant[];
	/** The place in that list of the person who takes the place of a participant of the template. */
	seatOf(participantID: UUID): number;
}

/**
 * Who takes whose place: signers with the same address first, then the others in their order. The order of the template
 * is kept, since it is the signing order. Its copy recipients are kept unless the user names others.
 */
async function seated(
	call: Pick<Call, 'redact'>,
	{ participants: places, fields }: Template,
	people: readonly NewParticipant[],
): Promise<Seats> {
	const seats = places.filter(({ role }) => role === 'signer');
	const taken = new Map<Participant, NewParticipant>();
	const take = (one: NewParticipant, fits: (place: Participant) => boolean): boolean => {
		const seat = seats.find((place) => !taken.has(place) && fits(place));
		if (seat) taken.set(seat, one);
		return seat !== undefined;
	};
	const signers = people.filter(({ role }) => role === 'signer');
	const others = signers.filter((one) => !take(one, (place) => isSamePerson(place, one)));
	const beyond = others.filter((one) => !take(one, () => true));
	const hasFields = ({ ID }: Participant) =>
		fields.flat().some(({ participantID }) => sameId(participantID, ID));
	const empty = seats.find((seat) => !taken.has(seat) && hasFields(seat));
	if (empty) {
		throw wrongInput(
			`No signer replaces ${await call.redact(empty.email)}, for whom the envelope to copy has fields`,
			`It has ${quantity(seats.length, 'signers')}. Add a participant with the role Signer for each one, in the same order or with the same email address.`,
		);
	}
	const filled = seats.filter((seat) => taken.has(seat));
	const copies = people.filter(({ role }) => role === 'cc');
	const participants = [
		...(await Promise.all(
			filled.map(async (seat) => await proving(call, seat, taken.get(seat) as NewParticipant)),
		)),
		...beyond,
		...(copies.length > 0 ? copies : places.filter(({ role }) => role === 'cc').map(copied)),
	];
	const seatOf = (ID: UUID): number => {
		const at = filled.findIndex((seat) => sameId(seat.ID, ID));
		if (at >= 0) return at;
		throw wrongInput(
			'The envelope to copy has a field for someone who is not one of its signers',
			'Open it in the service, and assign each field to a signer.',
		);
	};
	return { participants, seatOf };
}

const isSamePerson = ({ email }: Participant, { email: other, role }: NewParticipant): boolean =>
	identityOf({ email, role }) === identityOf({ email: other, role });

const copied = ({ email, authentication }: Participant): NewParticipant => ({
	email,
	role: 'cc',
	...(authentication && { authentication }),
});

/**
 * A signer who takes a place proves who they are as was asked of that place. A code can be passed on, a phone number
 * belongs to one person.
 */
async function proving(
	call: Pick<Call, 'redact'>,
	place: Participant,
	person: NewParticipant,
): Promise<NewParticipant> {
	const { authentication } = place;
	if (!authentication || person.authentication) return person;
	if (!hasMethod(place, { type: 'SMS' }) || isSamePerson(place, person)) {
		return { ...person, authentication };
	}
	throw wrongInput(
		`The envelope to copy asks ${await call.redact(place.email)} for a code, but none is set for ${person.email}`,
		`Add an 'Authentication' to the participant ${person.email}.`,
	);
}

/** Mode and texts of the template, as far as the user does not want others. */
const envelopeLike = (
	{ mode, notification, notificationsManagedBy }: Envelope,
	name: string,
	changes: Record<string, unknown>,
): NewEnvelope =>
	envelopeInput(
		{ name },
		{
			mode,
			// Contract, Envelope: the texts are left out where the sender notifies.
			notificationsManagedBy: notificationsManagedBy ?? (notification ? 'service' : 'sender'),
			subject: notification?.subject || form.subject.default,
			body: notification?.body || form.body.default,
			...changes,
		},
	);
