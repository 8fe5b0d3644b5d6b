import type { Document, NewParticipant, Participant, UUID } from '../../api';
import { idKey, readNumber, wrongInput, type Call } from '../../core';
import { printable } from '../../errors/printable';
import { listDocuments, type Upload } from '../document/document';
import { originalPdf } from '../document/originals';
import { listFields } from '../field/field';
import { assertApart } from '../field/overlaps';
import { assertPagesExist, placedAt, placedIn, type WantedField } from '../field/placing';
import { noTags, taggedFields } from '../field/tags';
import { listParticipants } from '../participant/participant';
import { PdfText, quoted, type PdfFile } from '../shared/pdfs';

/**
 * A field of an envelope that does not exist yet: until there are IDs, the places in their lists stand for its
 * document and its participant.
 */
export interface EnvelopeField extends WantedField {
	/** From 0. */
	document: number;
}

/** What the user allows, and what else makes fields. */
export interface PlacingRules {
	/** Each tag in a document becomes a field. */
	tags: boolean;
	allowOverlap: boolean;
	/** Signers need not have a field. */
	allowIdle: boolean;
	/** The fields are those of a template, where further ones have to be added. */
	areCopied?: boolean;
}

/** All that fields are placed by. */
interface Parts {
	documents: readonly Upload[];
	fields: readonly EnvelopeField[];
	participants: readonly NewParticipant[];
	rules: PlacingRules;
}

/** Without a type of its own, a file is sent as a PDF; anything else is one only when the service has made it so. */
const isPdf = ({ metadata }: Upload): boolean => metadata.contentType === undefined;

const isByText = ({ at }: WantedField): boolean => at !== undefined;

/** Places the fields as far as the files of the input tell: before anything is created. */
export async function placedInFiles(call: Call, parts: Parts): Promise<EnvelopeField[]> {
	const { documents, fields, rules } = parts;
	// What is wrong with the rows alone is told without reading a file.
	assertPlaced(parts, { tagsAreKnown: !rules.tags });
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

/** Places those whose document the service had to convert first. */
export async function placedInDraft(
	call: Call,
	envelopeID: UUID,
	made: readonly Document[],
	parts: Parts,
): Promise<EnvelopeField[]> {
	const { documents, fields, rules } = parts;
	const placed: EnvelopeField[] = [];
	for (const [document, upload] of documents.entries()) {
		const own = fields.filter((field) => field.document === document);
		const documentID = made[document]?.ID;
		const isFound = isPdf(upload) || !(rules.tags || own.some(isByText));
		if (isFound || documentID === undefined) {
			const pages = pagesOf(made[document]);
			if (pages) assertPagesExist(own, pages, quoted(upload.metadata.name));
			placed.push(...own);
		} else {
			const file = await originalPdf(call, { envelopeID, documentID }, AS_PDF);
			placed.push(...(await placedInOne(call, file, document, { ...parts, fields: own })));
		}
	}
	assertPlaced({ ...parts, fields: placed }, { tagsAreKnown: true });
	return placed;
}

/** As the service counts them; it need not. */
const pagesOf = (document: object | undefined): number | undefined =>
	document && 'numPages' in document ? readNumber(document.numPages) : undefined;

/** The fields of one document at their places in its PDF, those of its tags behind the others. */
async function placedInOne(
	call: Call,
	file: PdfFile,
	document: number,
	{ fields, participants, rules }: Parts,
): Promise<EnvelopeField[]> {
	const pdf = rules.tags ? await PdfText.read(call, file, 'tags') : undefined;
	const found = pdf ? await placedAt(pdf, fields) : await placedIn(call, file, fields);
	const tagged = pdf ? await taggedFields(pdf, participants) : [];
	return [
		...found.flatMap((some, index) =>
			some.map((field) => ({
				...{ document, entry: fields[index]?.entry, field },
				by: fields[index]?.at ? ('text' as const) : fields[index]?.by,
			})),
		),
		...tagged.map(({ entry, field }) => ({ document, entry, field, by: 'tag' as const })),
	];
}

/** Raises where a signer could not sign, or could not fill in what is on top of each other. */
export function assertPlaced(
	{ documents, fields, participants, rules }: Parts,
	{ tagsAreKnown }: { tagsAreKnown: boolean },
): void {
	if (!rules.allowOverlap) {
		const placed = fields.filter((one) => !isByText(one));
		assertApart(
			placed.map(({ document, entry, field, by }) => ({ ...field, document, entry, by })),
		);
	}
	if (!tagsAreKnown) return;
	if (rules.tags && !fields.some(({ by }) => by === 'tag')) {
		throw noTags(documents.map(({ metadata }) => metadata.name));
	}
	if (!rules.allowIdle) assertSignersHaveFields(participants, fields, rules);
}

/** A signer without a field confirms without having signed, and the envelope is sealed all the same. */
function assertSignersHaveFields(
	participants: readonly NewParticipant[],
	fields: readonly EnvelopeField[],
	{ areCopied }: Pick<PlacingRules, 'areCopied'>,
): void {
	const served = new Set(fields.map(({ field }) => Number(field.participantID)));
	const idle = participants.find(({ role }, index) => role === 'signer' && !served.has(index));
	if (idle) throw hasNoField(idle.email, areCopied ? ' in the envelope to copy' : '');
}

const hasNoField = (email: string, where = ''): Error =>
	wrongInput(
		`The signer ${email} has no field to fill in`,
		`Add a signature field for this signer${where}, or turn on 'Allow Signers Without Fields' in the options.`,
	);

/**
 * The same of a draft that exists. Best effort: whoever may send an envelope need not be allowed to read all of it,
 * and what a list does not show proves nothing.
 */
export async function assertDraftIsComplete(
	call: Call,
	envelopeID: UUID,
	documents: Document[] | undefined,
): Promise<void> {
	const idle = await idleSigner(call, envelopeID, documents).catch(() => undefined);
	if (idle) throw hasNoField(await call.redact(idle.email));
}

async function idleSigner(
	call: Call,
	envelopeID: UUID,
	known: Document[] | undefined,
): Promise<Participant | undefined> {
	const people = await listParticipants(call, envelopeID);
	const idle = people.filter(({ role }) => role === 'signer');
	if (idle.length === 0) return undefined;
	const documents = known ?? (await listDocuments(call, envelopeID));
	// The service says itself what is wrong with an envelope without documents.
	if (documents.length === 0) return undefined;
	const served = new Set<string>();
	for (const { ID: documentID } of documents) {
		const fields = await listFields(call, { envelopeID, documentID });
		fields.forEach(({ participantID }) => served.add(idKey(participantID)));
		if (idle.every(({ ID }) => served.has(idKey(ID)))) return undefined;
	}
	return idle.find(({ ID }) => !served.has(idKey(ID)));
}
