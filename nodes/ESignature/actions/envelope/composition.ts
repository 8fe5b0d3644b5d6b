import { LIMITS, type Document, type NewEnvelope, type NewParticipant, type UUID } from '../../api';
import { optionSwitch, wrongInput, type Call } from '../../core';
import { readNumber } from '../../values/parse';
import { butIs, printable, quoted, quotedList } from '../../values/text';
import { uploadOf, type Upload } from '../document/document';
import { originalPdf } from '../document/originals';
import { FIELD_KEYS, type FieldInput } from '../field/field';
import { allowOverlap } from '../field/form';
import { assertApart } from '../field/overlaps';
import { onPageOf, placedAt, placedIn, wantedField, type WantedField } from '../field/placing';
import { fieldsFromTags, noTags, taggedFields } from '../field/tags';
import { identityOf, TOO_MANY } from '../participant/addParticipants';
import { participantsIn } from '../participant/participant';
import { textOf } from '../shared/inputs';
import { PdfText, type PdfFile } from '../shared/pdfs';
import { knownKeys, named, rowsOf, sourceOf } from '../shared/rows';
import { envelopeInput } from './envelope';
import * as form from './form';

/** A field of an envelope that does not exist yet, so it names document and participant by what the user knows. */
export interface FieldRow extends FieldInput {
	/** Position of the document, from 1. */
	document?: unknown;
	participantEmail?: unknown;
}

const KEYS = ['document', 'participantEmail', ...FIELD_KEYS];

/** The fields of a whole envelope, each with the indexes of its document and its signer. */
function fieldsOf(
	call: Pick<Call, 'param'>,
	participants: NewParticipant[],
	documents: number,
): EnvelopeField[] {
	const source = sourceOf(call);
	const rows = rowsOf<FieldRow>(call, form.fieldRows, 'fieldsJson', { optional: true });
	return rows.map((row, index) => {
		const entry = `Field ${index + 1}`;
		return named(entry, () => {
			const input: FieldRow = source === 'form' ? row : knownKeys(row, KEYS);
			const document = indexOf(
				'document' in input ? input.document : form.documentPosition.default,
				documents,
			);
			const participant = signerOf(input.participantEmail, participants);
			return { entry, document, ...wantedField(input, String(participant), source) };
		});
	});
}

function indexOf(value: unknown, documents: number): number {
	const number = readNumber(value) ?? NaN;
	if (Number.isInteger(number) && number >= 1 && number <= documents) return number - 1;
	throw wrongInput(
		`'${form.documentPosition.displayName}' must be the number of a document${butIs(value)}`,
		`Enter the position of the document in '${form.binaryPropertyNames.displayName}', from 1 to ${documents}.`,
	);
}

/** The index of the signer of a field. The only signer need not be named. */
function signerOf(value: unknown, participants: NewParticipant[]): number {
	const email = textOf(value).trim();
	const people = participants.map(identityOf);
	const signers = participants.flatMap(({ role }, index) => (role === 'signer' ? [index] : []));
	const [only, ...others] = signers;
	if (email === '' && only !== undefined && others.length === 0) return only;
	const signer = people.indexOf(identityOf({ email, role: 'signer' }));
	if (signer >= 0) return signer;
	const input = `'${form.participantEmail.displayName}'`;
	const what = people.includes(identityOf({ email, role: 'cc' }))
		? 'is a copy recipient (CC), who cannot have a field'
		: 'is not one of the signers';
	throw wrongInput(
		email === '' ? `${input} is empty` : `${quoted(email)} in ${input} ${what}`,
		only === undefined
			? 'Only a signer can have a field. Add a participant with the role Signer.'
			: `Enter the email address of the signer who fills in this field: ${quotedList(signers.map((index) => participants[index]?.email))}.`,
	);
}

/** A whole envelope, checked as far as possible before it exists. */
export interface Composition {
	envelope: NewEnvelope;
	documents: Upload[];
	participants: NewParticipant[];
	fields: EnvelopeField[];
	rules: PlacingRules;
}

/** The values of additional fields that are not set. */
const USUAL = Object.fromEntries(
	[form.body, form.mode, form.notificationsManagedBy, form.subject].map((input) => [
		input.name,
		input.default,
	]),
);

export async function composition(call: Call, send: boolean): Promise<Composition> {
	const envelope = envelopeInput(call, {
		...USUAL,
		...call.param<object>(form.additionalFields.name, {}),
	});
	const participants = peopleOf(call, send);
	const documents = await filesOf(call);
	const fields = fieldsOf(call, participants, documents.length);
	const rules: PlacingRules = {
		tags: optionSwitch(call, fieldsFromTags, false),
		allowOverlap: optionSwitch(call, allowOverlap),
		allowIdle: !send || optionSwitch(call, form.allowIdle),
	};
	const placed = await placedInFiles(call, { documents, fields, participants, rules });
	return { envelope, documents, participants, fields: placed, rules };
}

/** The participants of a whole envelope. If it is sent, at least one must be a signer. */
export function peopleOf(call: Call, send: boolean): NewParticipant[] {
	const participants = participantsIn(call);
	if (participants.length > LIMITS.participantsPerEnvelope) {
		throw wrongInput(
			`There are ${participants.length} participants, more than an envelope can have`,
			TOO_MANY,
		);
	}
	const identities = participants.map(identityOf);
	const twice = participants.find((_, at) => identities.indexOf(identities[at] ?? '') < at);
	if (twice) {
		throw wrongInput(
			`${quoted(twice.email)} is listed twice with the role '${twice.role}'`,
			'Remove the duplicate: fields refer to participants by email address.',
		);
	}
	if (send && !participants.some(({ role }) => role === 'signer')) {
		throw wrongInput(
			'None of the participants is a signer',
			"Give at least one the role Signer, or turn off 'Send'.",
		);
	}
	return participants;
}

/** The files that the user names, as documents to send. */
export async function filesOf(call: Call): Promise<Upload[]> {
	const documents: Upload[] = [];
	for (const [index, name] of binaryFields(call).entries()) {
		const file = await call.file(name, form.binaryPropertyNames);
		documents.push(named(`Document ${index + 1} (${quoted(name)})`, () => uploadOf(file)));
	}
	return documents;
}

function binaryFields({ param }: Call): string[] {
	const names = String(param<unknown>('binaryPropertyNames') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	// The service checks how many documents an envelope may have.
	if (names.length > 0) return names;
	throw wrongInput(
		`The '${form.binaryPropertyNames.displayName}' are empty`,
		"Enter the names of the input's binary fields, separated by commas.",
	);
}

/**
 * A field of an envelope that does not exist yet. It has indexes in the lists of documents and participants, since there
 * are no IDs yet.
 */
export interface EnvelopeField extends WantedField {
	/** From 0. */
	document: number;
}

/** What is checked when fields are placed. */
export interface PlacingRules {
	/** Whether each tag in a document becomes a field. */
	tags: boolean;
	allowOverlap: boolean;
	/** Whether signers without a field are allowed. */
	allowIdle: boolean;
	/** Whether the fields come from a template, so that missing ones have to be added there. */
	areCopied?: boolean;
}

/** Everything that is needed to place the fields. */
interface Parts {
	documents: readonly Upload[];
	fields: readonly EnvelopeField[];
	participants: readonly NewParticipant[];
	rules: PlacingRules;
}

/** Whether the file is sent as a PDF. Files with a type are converted by the service. */
const isPdf = ({ metadata }: Upload): boolean => metadata.contentType === undefined;

const isByText = ({ at }: WantedField): boolean => at !== undefined;

/** Places the fields in the PDFs of the input, before anything is created. */
export async function placedInFiles(call: Call, parts: Parts): Promise<EnvelopeField[]> {
	const { documents, fields, rules } = parts;
	const placed: EnvelopeField[] = [];
	for (const [document, upload] of documents.entries()) {
		const own = fields.filter((field) => field.document === document);
		if (!isPdf(upload) || (own.length === 0 && !rules.tags)) placed.push(...own);
		else {
			const file = { name: printable(upload.metadata.name, 80), bytes: await upload.read() };
			placed.push(...(await placedInOne(call, file, document, { ...parts, fields: own })));
		}
	}
	const tagsAreKnown = !rules.tags || documents.every(isPdf);
	assertPlaced({ ...parts, fields: placed }, { tagsAreKnown });
	return placed;
}

const AS_PDF = 'Convert the file to a PDF before this step, so that it can be searched.';

/** Places the other fields, whose documents the service has converted to PDF. */
export async function placedInDraft(
	call: Call,
	envelopeID: UUID,
	made: readonly Document[],
	parts: Parts,
): Promise<EnvelopeField[]> {
	const { documents, fields, rules } = parts;
	const placed: EnvelopeField[] = [];
	for (const [document, converted] of made.entries()) {
		const upload = documents[document] as Upload;
		const own = fields.filter((field) => field.document === document);
		if (isPdf(upload) || !(rules.tags || own.some(isByText))) {
			const name = quoted(upload.metadata.name);
			placed.push(...own.map((field) => onPageOf(converted, field, name)));
		} else {
			const ids = { envelopeID, documentID: converted.ID };
			const file = await originalPdf(call, ids, AS_PDF);
			placed.push(...(await placedInOne(call, file, document, { ...parts, fields: own })));
		}
	}
	assertPlaced({ ...parts, fields: placed }, { tagsAreKnown: true });
	return placed;
}

/** The fields of one document at their places in its PDF; those of tags come last. */
async function placedInOne(
	call: Call,
	file: PdfFile,
	document: number,
	{ fields, participants, rules }: Parts,
): Promise<EnvelopeField[]> {
	if (!rules.tags) return await placedIn(call, file, fields);
	const pdf = await PdfText.read(call, file, 'tags');
	const tagged = await taggedFields(pdf, participants);
	return [...(await placedAt(pdf, fields)), ...tagged.map((one) => ({ ...one, document }))];
}

/** Raises if a signer has no field, or has fields that overlap. */
export function assertPlaced(
	{ documents, fields, participants, rules }: Parts,
	{ tagsAreKnown }: { tagsAreKnown: boolean },
): void {
	if (!rules.allowOverlap) assertApart(fields.filter((one) => !isByText(one)));
	if (!tagsAreKnown) return;
	if (rules.tags && !fields.some(({ by }) => by === 'tag')) {
		throw noTags(documents.map(({ metadata }) => metadata.name));
	}
	if (!rules.allowIdle) assertSignersHaveFields(participants, fields, rules);
}

/** Raises if a signer has no field: the envelope would be sealed without their signature. */
function assertSignersHaveFields(
	participants: readonly NewParticipant[],
	fields: readonly EnvelopeField[],
	{ areCopied }: Pick<PlacingRules, 'areCopied'>,
): void {
	const served = new Set(fields.map(({ field }) => Number(field.participantID)));
	const idle = participants.find(({ role }, index) => role === 'signer' && !served.has(index));
	if (idle) throw hasNoField(idle.email, areCopied ? ' in the envelope to copy' : '');
}

export const hasNoField = (email: string, where = ''): Error =>
	wrongInput(
		`The signer ${printable(email, 80)} has no field to fill in`,
		`Add a signature field for this signer${where}, or turn on 'Allow Signers Without Fields' in the options.`,
	);
