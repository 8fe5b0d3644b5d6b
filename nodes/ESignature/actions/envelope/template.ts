import type {
	Envelope,
	NewEnvelope,
	NewParticipant,
	Participant,
	ParticipantRole,
	UUID,
} from '../../api';
import { isWrongInput, sameId, wrongInput, type Call } from '../../core';
import { quantity } from '../../errors/printable';
import { uploadOf, type Upload } from '../document/document';
import { originalPdfs } from '../document/originals';
import { identityOf } from '../participant/addParticipants';
import { oneOf, text } from '../shared/inputs';
import type { Composition } from './composition';
import { isIn } from './envelope';
import * as form from './form';
import { assertPlaced, placedInFiles, type EnvelopeField } from './placedFields';
import { copyOf, readAgain, type SteadyOrder, type Template } from './readTemplate';

/** Files and people that are matched by their order need one. */
function assertOrder(
	{ documents }: Template,
	inOrder: SteadyOrder,
	{ byOrder, signers, mode }: { byOrder: boolean; signers: number; mode: string },
): void {
	const files = inOrder.documents || documents.length < 2;
	const people = inOrder.participants || !(byOrder || (mode === 'sequential' && signers > 1));
	if (files && people) return;
	throw wrongInput(
		`The service lists the ${files ? 'participants' : 'documents'} of the template in a different order each time, so they cannot be matched`,
		files
			? "Enter the email addresses of the template's participants, with the signing mode Parallel."
			: 'Use a template with one document.',
	);
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
	template: Template,
	{ name, people, files, changes, allowIdle }: Wanted,
): Promise<Composition> {
	const envelope = envelopeLike(template.envelope, name, changes);
	const again = async () => await readAgain(call, template, { whole: files === undefined });
	/** What does not fit together may be of two versions: then that is what to tell. */
	const ofOneVersion = async <Value>(read: Promise<Value>): Promise<Value> =>
		await read.catch(async (error: unknown) => {
			if (isWrongInput(error)) await again();
			throw error;
		});
	const { participants, seatOf, byOrder } = await ofOneVersion(seated(call, template, people));
	const signers = participants.filter(({ role }) => role === 'signer').length;
	const fields = template.fields.flatMap((some, document) =>
		some.map((field, at): EnvelopeField => {
			const entry = `Field ${at + 1} of document ${document + 1}`;
			const copy = copyOf(field, String(seatOf(field.participantID)));
			return { entry, document, field: copy, by: 'template' };
		}),
	);
	// The template's author has seen where its fields are.
	const rules = { tags: false, allowOverlap: true, allowIdle, areCopied: true };
	const documents = files ?? (await ofOneVersion(originals(call, template)));
	if (documents.length !== template.documents.length) {
		throw wrongInput(
			`The template has ${quantity(template.documents.length, 'documents')}, but the input has ${quantity(documents.length, 'files')}`,
			`Enter the binary fields of ${quantity(template.documents.length, 'files')} in '${form.binaryPropertyNames.displayName}', in the order of the template's documents.`,
		);
	}
	assertOrder(template, await again(), { byOrder, signers, mode: envelope.mode });
	const parts = { documents, fields, participants, rules };
	if (files) return { envelope, ...parts, fields: await placedInFiles(call, parts) };
	// On these documents the service has taken every field already, wherever it is.
	assertPlaced(parts, { tagsAreKnown: true });
	return { envelope, ...parts };
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

interface Seats {
	participants: NewParticipant[];
	/** The place in that list of whoever takes the place of a participant of the template. */
	seatOf(participantID: UUID): number;
	/** Somebody has a place by the order alone, and could have had another one. */
	byOrder: boolean;
}

/**
 * Who takes whose place: whoever has the same address, then the others in their order, signers those of signers. The
 * order is the template's, in which they sign one after the other; those beyond it come last.
 */
async function seated(
	{ redact }: Pick<Call, 'redact'>,
	{ participants: places, fields }: Pick<Template, 'participants' | 'fields'>,
	people: readonly NewParticipant[],
): Promise<Seats> {
	const taken = new Map<number, NewParticipant>();
	const take = (one: NewParticipant, fits: (place: Participant) => boolean): boolean => {
		const at = places.findIndex((place, index) => !taken.has(index) && fits(place));
		if (at >= 0) taken.set(at, one);
		return at >= 0;
	};
	const hasFields = ({ ID }: Participant) =>
		fields.flat().some(({ participantID }) => sameId(participantID, ID));
	// The service may leave out a role: whoever has fields signs, and of others nobody knows.
	const suits = (place: Participant, role: ParticipantRole) =>
		isIn(place.role ?? (hasFields(place) ? 'signer' : role), role);
	const strangers = people.filter(
		(one) => !take(one, (place) => suits(place, one.role) && isSamePerson(place, one)),
	);
	const free = (role: ParticipantRole) =>
		places.filter((place, at) => !taken.has(at) && suits(place, role)).length;
	const byOrder = strangers.some(({ role }) => free(role) > 1);
	const beyond = strangers.filter((one) => !take(one, (place) => suits(place, one.role)));
	const inOrder = [...taken].sort(([one], [other]) => one - other);
	const participants = [...inOrder.map(([, one]) => one), ...beyond];
	const seatOf = (ID: UUID): number => {
		const at = places.findIndex((place) => sameId(place.ID, ID));
		return inOrder.findIndex(([place]) => place === at);
	};
	const needed = places.find((place) => seatOf(place.ID) < 0 && hasFields(place));
	if (needed) {
		const signers = places.filter((place) => suits(place, 'signer')).length;
		throw nobodyFor(await redact(needed.email), signers);
	}
	const orphan = fields.flat().find(({ participantID }) => seatOf(participantID) < 0);
	if (orphan) {
		throw wrongInput(
			'The template has a field for somebody who is not one of its participants',
			'Open the template in the service, and assign each field to a participant.',
		);
	}
	return { participants, seatOf, byOrder };
}

/** By their address; which role they have is another matter. */
const isSamePerson = ({ email }: Participant, { email: other, role }: NewParticipant): boolean =>
	identityOf({ email, role }) === identityOf({ email: other, role });

const nobodyFor = (email: string, signers: number) =>
	wrongInput(
		`Nobody takes the place of ${email}, for whom the template has fields`,
		`The template has ${quantity(signers, 'signers')}. Add a participant with the role Signer for each one, in the same order or with the same email address.`,
	);

/** Mode and texts of the template, as far as the user does not want others. */
function envelopeLike(
	{ mode, notification, notificationsManagedBy }: Envelope,
	name: string,
	changes: Record<string, unknown>,
): NewEnvelope {
	const has = ({ name: key }: { name: string }) => key in changes;
	// By contract the texts are left out where the sender notifies: without either, nobody knows.
	if (!has(form.notificationsManagedBy) && !notificationsManagedBy && !notification) {
		throw wrongInput(
			'The service does not show who notifies the participants of the template',
			`Choose '${form.notificationsManagedBy.displayName}' in '${form.additionalFields.displayName}'.`,
		);
	}
	if (!has(form.mode) && !mode) {
		throw wrongInput(
			'The service does not show the signing mode of the template',
			`Choose '${form.mode.displayName}' in '${form.additionalFields.displayName}'.`,
		);
	}
	const notifier = has(form.notificationsManagedBy)
		? oneOf(changes, form.notificationsManagedBy)
		: isIn(notificationsManagedBy, 'sender')
			? 'sender'
			: 'service';
	const copied = isIn(mode, 'sequential') ? 'sequential' : 'parallel';
	const words = (input: typeof form.subject, held: string | undefined): string =>
		has(input) ? text(changes, input) : (held ?? String(input.default));
	return {
		name,
		mode: has(form.mode) ? oneOf(changes, form.mode) : copied,
		...(notifier === 'sender' && { notificationsManagedBy: notifier }),
		...(notifier === 'service' && {
			notification: {
				subject: words(form.subject, notification?.subject),
				body: words(form.body, notification?.body),
			},
		}),
	};
}
