import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Envelope } from '../../api';
import { defineOperation, maxFileSize, optionSwitch, wrongInput, type Output } from '../../core';
import { quantity } from '../../values/text';
import { shownParticipant } from '../participant/form';
import { choices, oneOf, rowOf, someOf, type Choice } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';
import { readEnvelope } from './envelope';
import {
	assertFinished,
	downloadParts,
	warningAbout,
	type Evidence,
	type EvidenceFile,
	type Part,
} from './evidence';
import { renamed, storeManifest } from './evidenceNames';

const include: Choice<Part, Part[]> = {
	displayName: 'Include',
	name: 'include',
	type: 'multiOptions',
	options: choices({
		auditTrail: { name: 'Audit Trail', description: 'PDF of everything that happened' },
		documents: {
			name: 'Each Sealed Document',
			description: 'One PDF for each signed document',
		},
		original: { name: 'Original ZIP', description: 'The documents before they were signed' },
		sealed: { name: 'Sealed ZIP', description: 'All signed documents and the audit trail' },
	}),
	default: ['auditTrail', 'sealed'],
	required: true,
	description: 'Which files to download',
};

const output: Choice<'envelope' | 'file'> = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: choices({
		envelope: {
			name: 'One Item per Envelope',
			description: 'All files of an envelope in one item',
		},
		file: {
			name: 'One Item per File',
			description: "Each file in its own item, in the field 'data'",
		},
	}),
	default: 'envelope',
	description: 'How to return the files',
};

const checksumsInNames: INodeProperties = {
	displayName: 'Checksums in File Names',
	name: 'checksumsInNames',
	type: 'boolean',
	default: false,
	description:
		"Whether to put part of each file's checksum into its name, so that different files never share a name",
};

const nameInFileNames: INodeProperties = {
	displayName: 'Envelope Name in File Names',
	name: 'nameInFileNames',
	type: 'boolean',
	default: true,
	description: "Whether to add the envelope's name to each file name, after its ID",
};

/** An archive that lacks a part because of a typing error would be noticed years later. */
function partsOf(value: unknown): Set<Part> {
	const parts = someOf(value, include);
	if (parts.length > 0) return new Set(parts);
	throw wrongInput(
		"Nothing is selected in 'Include'",
		`Choose at least one: ${include.options.map(({ name }) => name).join(', ')}.`,
	);
}

export const downloadEvidence = defineOperation({
	name: 'Download Evidence',
	action: 'Download evidence of envelope',
	description: 'Download and verify the files of a finished envelope, with a list of checksums',
	ids: [envelopeOfItem],
	properties: [include, output],
	options: [checksumsInNames, nameInFileNames, maxFileSize],
	hint: (outputs) => {
		const sentenceAbout = (lacking: IDataObject[], what: string) => {
			const IDs = new Set(lacking.map(({ envelope }) => (envelope as unknown as Envelope).ID));
			if (IDs.size === 0) return [];
			return [`${quantity(IDs.size, 'envelopes')} ${IDs.size === 1 ? 'has' : 'have'} ${what}`];
		};
		const sentences = [
			...sentenceAbout(outputs.filter(lacksFiles), 'no signed files; see notIncluded'),
			...sentenceAbout(outputs.filter(hasWarning), 'a ZIP with too few files; see warning'),
		];
		return sentences.length > 0 ? sentences.join('. ') : undefined;
	},
	read: (call) => ({
		parts: partsOf(call.param<unknown>(include.name)),
		each: oneOf(rowOf(call, [output]), output),
		hasChecksums: optionSwitch(call, checksumsInNames),
		hasName: optionSwitch(call, nameInFileNames),
	}),
	run: async (call, { parts, each, hasChecksums, hasName }) => {
		const { envelopeID } = call.ids;
		const envelope = await readEnvelope(call, envelopeID);
		assertFinished(envelope);
		const evidence = await downloadParts(call, envelopeID, envelope.status, parts);
		const naming = { envelopeID, envelopeName: hasName ? envelope.name : '', hasChecksums };
		const files = evidence.files.map((file) => renamed(file, naming));
		const manifest = files.length > 0 ? await storeManifest(call, files, naming) : undefined;
		const whole = { ...evidence, envelope, files };
		// An envelope without files keeps its one item: it must not vanish from the workflow.
		return each === 'file' && manifest
			? itemPerFile(whole, manifest)
			: itemOfEnvelope(whole, manifest);
	},
});

type EnvelopeEvidence = Evidence & { envelope: Envelope };

function itemOfEnvelope(evidence: EnvelopeEvidence, manifest: EvidenceFile | undefined): Output {
	const { envelope, documents, participants, files } = evidence;
	const all = [...files, ...(manifest ? [manifest] : [])];
	return {
		json: {
			envelope: { ...envelope },
			documents: documents.map((document) => ({ ...document })),
			participants: participants.map((one) => shownParticipant(WITHOUT_CODES, one)),
			files: files.map((file) => fileJson(file, evidence)),
			...notIncludedJson(evidence),
		},
		binary: Object.fromEntries(all.map(({ field, binary }) => [field, binary])),
	};
}

const itemPerFile = (evidence: EnvelopeEvidence, manifest: EvidenceFile): Output[] =>
	[...evidence.files, manifest].map((file) => ({
		json: {
			...fileJson(file, evidence),
			envelope: { ...evidence.envelope },
			...notIncludedJson(evidence),
		},
		binary: { data: file.binary },
	}));

function fileJson(file: EvidenceFile, evidence: EnvelopeEvidence): IDataObject {
	const warning = warningAbout(file, evidence);
	return { field: file.field, ...file.IDs, ...file.file, ...(warning && { warning }) };
}

const notIncludedJson = ({ notIncluded }: EnvelopeEvidence): IDataObject =>
	notIncluded.length > 0 ? { notIncluded: notIncluded.map((one) => ({ ...one })) } : {};

/** Evidence never shows access codes, whatever the options say. */
const WITHOUT_CODES = { option: <V>(_: string, fallback: V) => fallback };

const lacksFiles = ({ notIncluded }: IDataObject): boolean => notIncluded !== undefined;

/** A warning stands in the item of its file, or in the list of files in the item of the envelope. */
const hasWarning = (output: IDataObject): boolean =>
	[output, ...((output.files ?? []) as IDataObject[])].some(({ warning }) => warning !== undefined);
