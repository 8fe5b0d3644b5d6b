import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Call, Output } from '../../core';
import type { LegendEntry, PreviewBox } from '../../lib/pdf-preview';
import { printable } from '../../values/text';
import { isPlaced } from '../field/placing';
import { drawPreview } from '../shared/pdfs';
import { fileNamePart } from './evidenceNames';
import { previewOnly } from './form';
import { isPdf } from './placeFields';
import type { EnvelopeField, PlacedEnvelopeField, WantedEnvelope } from './wantedEnvelope';

/** Of signers, in their order; dark enough for letters on white. */
const COLORS: ReadonlyArray<LegendEntry['color']> = [
	[0.05, 0.35, 0.75],
	[0.78, 0.25, 0.05],
	[0.05, 0.5, 0.25],
	[0.5, 0.2, 0.7],
	[0.75, 0.05, 0.35],
	[0.05, 0.45, 0.5],
	[0.5, 0.35, 0.05],
	[0.3, 0.3, 0.35],
];

const NOT_PDF =
	'This file is not a PDF. The service converts it once the envelope is created, and its fields are placed then.';

/** The PDFs with all fields in place, and where each field is. Asks nothing of the service. */
export async function previewEnvelope(call: Call, wanted: WantedEnvelope): Promise<Output> {
	const { envelope, documents, fields } = wanted;
	const binary: IBinaryKeyData = {};
	const shownDocuments: IDataObject[] = [];
	for (const [index, upload] of documents.entries()) {
		const name = printable(upload.metadata.name, 80);
		const document = { document: index + 1, name };
		const placed = fields.filter(isPlaced).filter((field) => field.document === index);
		if (isPdf(upload)) {
			const preview = await drawPreview(
				call,
				{ name, bytes: await upload.read() },
				placed.map((field) => boxOf(wanted, field)),
				legendOf(wanted, placed),
			);
			const field = index === 0 ? 'preview' : `preview_${index + 1}`;
			const fileName = `${fileNamePart(name.replace(/\.pdf$/i, ''))}-preview.pdf`;
			binary[field] = await call.storeFile(fileName, 'application/pdf', preview);
			shownDocuments.push({ ...document, binaryField: field });
		} else shownDocuments.push({ ...document, noPreview: NOT_PDF });
	}
	return {
		json: {
			previewOnly: true,
			name: envelope.name,
			documents: shownDocuments,
			fields: fields.map((field) => shownField(wanted, field)),
		},
		binary,
	};
}

/** The email address of a signer. */
const emailOf = ({ participants }: WantedEnvelope, signer: number): string =>
	printable(participants[signer]?.email, 254);

/** Each signer has the color of their place in the list, in all documents. */
const colorOf = (signer: number) => COLORS[signer % COLORS.length] as LegendEntry['color'];

function boxOf(wanted: WantedEnvelope, { field, signer, at }: PlacedEnvelopeField): PreviewBox {
	const type = field.type === 'custom' ? `custom: ${field.label}` : field.type;
	return {
		page: at.page,
		box: at.boundingBox,
		color: colorOf(signer),
		label: [type, emailOf(wanted, signer)],
	};
}

/** The signers who have a field in a document, unless the envelope has only one. */
function legendOf(wanted: WantedEnvelope, placed: readonly PlacedEnvelopeField[]): LegendEntry[] {
	const signers = new Set(placed.map(({ signer }) => signer));
	const isNeeded = wanted.participants.filter(({ role }) => role === 'signer').length > 1;
	return wanted.participants.flatMap((_, signer) =>
		isNeeded && signers.has(signer)
			? [{ color: colorOf(signer), text: emailOf(wanted, signer) }]
			: [],
	);
}

/** A field, with what the user knows it by. One that has no place yet has only the text that will be searched for. */
const shownField = (wanted: WantedEnvelope, field: EnvelopeField): IDataObject => ({
	document: field.document + 1,
	documentName: wanted.documents[field.document]?.metadata.name,
	type: field.field.type,
	participantEmail: emailOf(wanted, field.signer),
	...(isPlaced(field)
		? { page: field.at.page, boundingBox: field.at.boundingBox }
		: { text: 'text' in field.at ? field.at.text : undefined }),
	...(field.foundAt !== undefined && { foundAt: field.foundAt }),
});

/** So that nobody waits for signatures on a preview. */
export const previewHint = (outputs: IDataObject[]): string | undefined =>
	outputs.some((output) => output.previewOnly === true)
		? `This is a preview: nothing was created or sent. To send the envelope, turn off '${previewOnly.displayName}'.`
		: undefined;
