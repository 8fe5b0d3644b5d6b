import {
	LIMITS,
	type Authentication,
	type Envelope,
	type Field,
	type ListedDocument,
	type NewEnvelope,
	type NewParticipant,
	type Participant,
	type UUID,
} from '../../api';
import { sameId, wrongInput, type Call } from '../../core';
import { printable, quantity, quoted } from '../../values/text';
import { listDocuments, uploadOf, type Upload } from '../document/document';
import { originalPdfs } from '../document/originals';
import { listFields, type FieldDetails } from '../field/field';
import { hasMethod, identityOf } from '../participant/identity';
import { listParticipants } from '../participant/participant';
import { envelopeInput, readEnvelope } from './envelope';
import * as form from './form';
import { assertPlaced, placeInFiles } from './placeFields';
import type { EnvelopeField, WantedEnvelope } from './wantedEnvelope';

/** An envelope to copy. */
interface Template {
	envelope: Envelope;
	documents: ListedDocument[];
	participants: Participant[];
	/** One list for each document. */
	fields: Field[][];
}

interface Changes {
	name: string;
	people: NewParticipant[];
	/** Files that replace the template's documents. */
	files?: Upload[];
	/** Values that replace those of the template. */
	changes: Record<string, unknown>;
	allowUnassigned: boolean;
	/** Whether the documents are looked at, so that each field has to be on one of their pages. */
	isPreview: boolean;
}

/** The envelope to make, checked before anything is created. */
export async function fromTemplate(
	call: Call,
	templateID: UUID,
	{ name, people, files, changes, allowUnassigned, isPreview }: Changes,
): Promise<WantedEnvelope> {
	const template = await readTemplate(call, templateID);
	const envelope = envelopeLike(template.envelope, name, changes);
	const { participants, indexFor } = replaceSigners(call, template, people);
	const fields = template.fields.flatMap((some, document) =>
		some.map((field, at): EnvelopeField => ({
			entry: `Field ${at + 1} of document ${document + 1}`,
			document,
			signer: indexFor(field.participantID),
			field: copyOf(field),
			at: { page: field.page ?? 1, boundingBox: field.boundingBox },
			by: 'template',
		})),
	);
	const documents = files ?? (await originals(call, template));
	if (documents.length !== template.documents.length) {
		throw wrongInput(
			`The envelope to copy has ${quantity(template.documents.length, 'documents')}, but the input has ${quantity(documents.length, 'files')}`,
			`Enter the binary fields of ${quantity(template.documents.length, 'files')} in '${form.binaryPropertyNames.displayName}', in the order of its documents.`,
		);
	}
	// Fields may overlap here, since the author of the template placed them so.
	const rules = { tags: false, allowOverlap: true, allowUnassigned, areCopied: true };
	const wanted = { envelope, documents, participants, fields, rules };
	if (files || isPreview) return await placeInFiles(call, wanted);
	// The service has already accepted these fields on these documents.
	assertPlaced(wanted, { tagsAreKnown: true });
	return wanted;
}

async function readTemplate(call: Call, envelopeID: UUID): Promise<Template> {
	const [envelope, documents, participants] = await Promise.all([
		readEnvelope(call, envelopeID),
		listDocuments(call, envelopeID),
		listParticipants(call, envelopeID),
	]);
	if (documents.length === 0) {
		throw wrongInput(
			'The envelope to copy has no documents',
			"Add at least one document to it with 'Document > Add', and its fields, or choose another envelope.",
		);
	}
	const fields = await Promise.all(
		documents.map(async ({ ID: documentID }) => await listFields(call, { envelopeID, documentID })),
	);
	return { envelope, documents, participants, fields };
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

/** Every detail that the contract knows. */
function copyOf(field: Field): FieldDetails {
	const { type, required, label, format, modifiable } = { ...field } as Record<string, unknown>;
	const known = Object.entries({ type, required, label, format, modifiable });
	return Object.fromEntries(
		known.filter(([, value]) => (value ?? undefined) !== undefined),
	) as unknown as FieldDetails;
}

interface NewPeople {
	participants: NewParticipant[];
	/** The index in that list of the person who replaces a signer of the template. */
	indexFor(participantID: UUID): number;
}

/**
 * Each signer of the template is replaced by the one with the same email address, the rest in their order. The order of
 * the template stays, since it is the signing order. Its copy recipients stay, unless the user names others.
 */
function replaceSigners(
	call: Pick<Call, 'redact'>,
	{ participants: before, fields }: Template,
	people: readonly NewParticipant[],
): NewPeople {
	const signers = before.filter(({ role }) => role === 'signer');
	const successors = new Map<Participant, NewParticipant>();
	const replaceOne = (person: NewParticipant, mayReplace: (signer: Participant) => boolean) => {
		const signer = signers.find((one) => !successors.has(one) && mayReplace(one));
		if (signer) successors.set(signer, person);
		return signer !== undefined;
	};
	const newSigners = people.filter(({ role }) => role === 'signer');
	const others = newSigners.filter(
		(one) => !replaceOne(one, (signer) => isSamePerson(signer, one)),
	);
	const additional = others.filter((one) => !replaceOne(one, () => true));
	const hasFields = ({ ID }: Participant) =>
		fields.flat().some(({ participantID }) => sameId(participantID, ID));
	const left = signers.find((one) => !successors.has(one) && hasFields(one));
	if (left) {
		throw wrongInput(
			`The template has fields for ${call.redact(left.email)}, but no participant takes their place`,
			`It has ${quantity(signers.length, 'signers')}. Add a participant with the role Signer for each one, in the same order or with the same email address.`,
		);
	}
	const replaced = signers.filter((one) => successors.has(one));
	const copies = people.filter(({ role }) => role === 'cc');
	const participants = [
		...replaced.map((one) => withAuthentication(call, one, successors.get(one) as NewParticipant)),
		...additional,
		...(copies.length > 0 ? copies : copyRecipients(call, before)),
	];
	const indexFor = (ID: UUID): number => {
		const index = replaced.findIndex((one) => sameId(one.ID, ID));
		if (index >= 0) return index;
		throw wrongInput(
			`The envelope to copy has a field for the participant ${quoted(ID)}, who is not one of its signers`,
			"Remove that field with 'Field > Delete', or choose another envelope.",
		);
	};
	return { participants, indexFor };
}

const isSamePerson = ({ email }: Participant, { email: other, role }: NewParticipant): boolean =>
	identityOf({ email, role }) === identityOf({ email: other, role });

const copyRecipients = (call: Pick<Call, 'redact'>, before: readonly Participant[]) =>
	before
		.filter(({ role }) => role === 'cc')
		.map(({ email, authentication }): NewParticipant => {
			if (!authentication) return { email, role: 'cc' };
			const advice =
				"Add all copy recipients to the participants, with the role CC, and an 'Authentication' for this one.";
			assertReadable(call, email, authentication, advice);
			return { email, role: 'cc', authentication };
		});

/**
 * The person, with the authentication of the signer they replace. An access code can be passed on; a phone number
 * belongs to one person.
 */
function withAuthentication(
	call: Pick<Call, 'redact'>,
	signer: Participant,
	person: NewParticipant,
): NewParticipant {
	const { authentication } = signer;
	if (!authentication || person.authentication) return person;
	const to = printable(person.email, 80);
	const advice = `Add an 'Authentication' to the participant ${to}.`;
	if (hasMethod(signer, { type: 'SMS' }) && !isSamePerson(signer, person)) {
		throw wrongInput(
			`The envelope to copy asks ${call.redact(signer.email)} for a code, but none is set for ${to}`,
			advice,
		);
	}
	assertReadable(call, signer.email, authentication, advice);
	return { ...person, authentication };
}

/** Throws for an access code that the service hides: what it shows in its place would become the code. */
function assertReadable(
	call: Pick<Call, 'redact'>,
	email: string,
	authentication: Authentication,
	advice: string,
): void {
	if (authentication.type !== 'AccessCode' || canBeCode(authentication.accessCode)) return;
	throw wrongInput(
		`The service does not show the access code of ${call.redact(email)} in the envelope to copy`,
		advice,
	);
}

/** A mask repeats one character. */
function canBeCode(shown: unknown): boolean {
	const letters = typeof shown === 'string' ? [...shown] : [];
	const { min, max } = LIMITS.accessCodeLength;
	return letters.length >= min && letters.length <= max && new Set(letters).size > 1;
}

/** The mode, the notifier and the texts of the template, unless the user changes them. */
function envelopeLike(
	{ mode, notification, notificationsManagedBy: notifier }: Envelope,
	name: string,
	changes: Record<string, unknown>,
): NewEnvelope {
	// The service may call itself by another name. It leaves out the texts where the sender notifies (docs/api.md, Envelopes: `notifier-name`).
	const isBySender = notifier ? notifier === 'sender' : !notification;
	const settings = {
		mode,
		notificationsManagedBy: isBySender ? 'sender' : 'service',
		subject: notification?.subject || form.subject.default,
		body: notification?.body || form.body.default,
	};
	return envelopeInput({ ...changes, name }, settings);
}
