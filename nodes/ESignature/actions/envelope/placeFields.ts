import type { Document, UUID } from '../../api';
import { wrongInput, type Call } from '../../core';
import { printable, quoted } from '../../values/text';
import type { Upload } from '../document/document';
import { originalPdf } from '../document/originals';
import { findOverlap, overlapError } from '../field/overlaps';
import { checkPage, isPlaced, placeInFile, placeInPdf } from '../field/placing';
import { noTags, taggedFields } from '../field/tags';
import { PdfText, type PdfFile } from '../shared/pdfs';
import type { EnvelopeField, PlacedEnvelopeField, WantedEnvelope } from './wantedEnvelope';

/** Whether the file is sent as a PDF. Files with a type are converted by the service. */
export const isPdf = ({ metadata }: Upload): boolean => metadata.contentType === undefined;

/**
 * Places the fields in the PDFs of the input, before anything is created. In other files, a field at a text keeps its
 * text until the service has converted them.
 */
export async function placeInFiles(call: Call, wanted: WantedEnvelope): Promise<WantedEnvelope> {
	const { documents, rules } = wanted;
	const fields: EnvelopeField[] = [];
	for (const [document, upload] of documents.entries()) {
		const own = fieldsOf(wanted, document);
		if (!isPdf(upload) || (own.length === 0 && !rules.tags)) fields.push(...own);
		else {
			const file = { name: printable(upload.metadata.name, 80), bytes: await upload.read() };
			fields.push(...(await placeInOne(call, file, document, wanted)));
		}
	}
	const placed = { ...wanted, fields };
	assertPlaced(placed, { tagsAreKnown: !rules.tags || documents.every(isPdf) });
	return placed;
}

const AS_PDF = 'Convert the file to a PDF before this step, so that it can be searched.';

/** Places the other fields, whose documents the service has converted to PDF. The fields come document by document. */
export async function placeInDraft(
	call: Call,
	envelopeID: UUID,
	made: readonly Document[],
	wanted: WantedEnvelope,
): Promise<PlacedEnvelopeField[]> {
	const { documents, rules } = wanted;
	const placed: PlacedEnvelopeField[] = [];
	for (const [document, converted] of made.entries()) {
		const upload = documents[document] as Upload;
		const own = fieldsOf(wanted, document);
		if (own.every(isPlaced) && (isPdf(upload) || !rules.tags)) {
			const name = quoted(upload.metadata.name);
			placed.push(...own.map((field) => checkPage(converted, field, name)));
		} else {
			const ids = { envelopeID, documentID: converted.ID };
			const file = await originalPdf(call, ids, AS_PDF);
			placed.push(...(await placeInOne(call, file, document, wanted)));
		}
	}
	assertPlaced({ ...wanted, fields: placed }, { tagsAreKnown: true });
	return placed;
}

const fieldsOf = ({ fields }: WantedEnvelope, document: number): EnvelopeField[] =>
	fields.filter((field) => field.document === document);

/** The fields of one document, placed in its PDF; those of tags come last. */
async function placeInOne(
	call: Call,
	file: PdfFile,
	document: number,
	wanted: WantedEnvelope,
): Promise<PlacedEnvelopeField[]> {
	const own = fieldsOf(wanted, document);
	if (!wanted.rules.tags) return await placeInFile(call, file, own);
	const pdf = await PdfText.read(call, file, 'tags');
	const tagged = await taggedFields(pdf, wanted.participants);
	return [...(await placeInPdf(pdf, own)), ...tagged.map((one) => ({ ...one, document }))];
}

/** Throws if fields overlap, or a signer has none. */
export function assertPlaced(
	{ documents, fields, participants, rules }: WantedEnvelope,
	{ tagsAreKnown }: { tagsAreKnown: boolean },
): void {
	const overlap = rules.allowOverlap ? undefined : findOverlap(fields.filter(isPlaced));
	if (overlap) {
		const emailOf = (signer: number): string => printable(participants[signer]?.email, 80);
		throw overlapError(overlap, emailOf, documents[overlap.document ?? 0]?.metadata.name);
	}
	if (!tagsAreKnown) return;
	if (rules.tags && !fields.some(({ by }) => by === 'tag')) {
		throw noTags(documents.map(({ metadata }) => metadata.name));
	}
	if (!rules.allowUnassigned) assertSignersHaveFields({ participants, fields, rules });
}

/** Throws if a signer has no field: the envelope would be sealed without their signature. */
function assertSignersHaveFields({
	participants,
	fields,
	rules,
}: Pick<WantedEnvelope, 'participants' | 'fields' | 'rules'>): void {
	const served = new Set(fields.map(({ signer }) => signer));
	const signer = participants.find(({ role }, index) => role === 'signer' && !served.has(index));
	if (signer) throw noFieldError(signer.email, rules.areCopied ? ' in the envelope to copy' : '');
}

export const noFieldError = (email: string, where = ''): Error =>
	wrongInput(
		`The signer ${printable(email, 80)} has no field to fill in`,
		`Add a signature field for this signer${where}, or turn on 'Allow Signers Without Fields' in the options.`,
	);
