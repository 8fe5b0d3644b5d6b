import { createHash } from 'crypto';

import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, maxFileSize, optionSwitch, wrongInput } from '../../core';
import { choices, oneOf, someOf, type Choice } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';
import {
	assertFinished,
	downloadEvidence as download,
	manifestOf,
	nameWithChecksum,
	withChecksumInName,
	type Part,
} from './evidence';

const include: Choice<Part, Part[]> = {
	displayName: 'Include',
	name: 'include',
	type: 'multiOptions',
	options: choices({
		auditTrail: { name: 'Audit Trail', description: 'PDF that lists everything that happened' },
		documents: {
			name: 'Each Sealed Document',
			description: 'One PDF for each signed document',
		},
		original: { name: 'Original ZIP', description: 'The documents before they were signed' },
		sealed: { name: 'Sealed ZIP', description: 'All signed documents and the audit trail' },
	}),
	default: ['auditTrail', 'sealed'],
	required: true,
	description: 'Which files to download. Rejected and canceled envelopes have no sealed files.',
};

const output: Choice<'envelope' | 'file'> = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: choices({
		envelope: {
			name: 'One Item per Envelope',
			description: 'All files of an envelope in one item, each in a field of its own',
		},
		file: {
			name: 'One Item per File',
			description:
				"Each file in an item of its own, in the field 'data', with its name and checksum",
		},
	}),
	default: 'envelope',
	description: 'How the files are returned. To write or upload all files, use One Item per File.',
};

const checksumsInNames: INodeProperties = {
	displayName: 'Checksums in File Names',
	name: 'checksumsInNames',
	type: 'boolean',
	default: false,
	description:
		"Whether each file name has the beginning of the file's SHA-256 after the ID of the envelope. Files that differ then never have the same name, so a later download does not overwrite an earlier one.",
};

/** An archive that lacks a part because of a typing error would be noticed years later. */
function partsOf(value: unknown): Set<Part> {
	const parts = someOf(value, include);
	if (parts.length > 0) return new Set(parts);
	throw wrongInput("Nothing is selected in 'Include'", 'Choose at least one part.');
}

export const downloadEvidence = defineOperation({
	name: 'Download Evidence',
	action: 'Download evidence of envelope',
	description:
		'Download and check the files of a sealed, rejected or canceled envelope in one step, with a list of their checksums',
	ids: [envelopeOfItem],
	properties: [include, output],
	options: [checksumsInNames, maxFileSize],
	read: (call) => ({
		parts: partsOf(call.param<unknown>(include.name)),
		each: oneOf(call, output),
		hasChecksums: optionSwitch(call, checksumsInNames),
	}),
	run: async (call, { parts, each, hasChecksums }) => {
		const { envelopeID } = call.ids;
		const envelope = await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
		assertFinished(envelope);
		const evidence = await download(call, envelopeID, envelope.status, parts);
		const { documents, participants, notIncluded } = evidence;
		const files = hasChecksums
			? evidence.files.map((one) => withChecksumInName(envelopeID, one))
			: evidence.files;
		const content = manifestOf(files);
		const sha256 = createHash('sha256').update(content).digest('hex');
		const plainName = `${envelopeID}-manifest-sha256.txt`;
		const name = hasChecksums ? nameWithChecksum(envelopeID, plainName, sha256) : plainName;
		const manifest =
			files.length > 0 ? await call.storeText(name, 'text/plain', content) : undefined;
		const shown = files.map(({ file, field, IDs }) => ({ field, ...IDs, ...file }));
		const rest = notIncluded.length > 0 ? { notIncluded } : {};
		// An envelope without files keeps its one item: it must not vanish from the workflow.
		if (each === 'envelope' || !manifest) {
			return {
				json: { envelope: { ...envelope }, documents, participants, files: shown, ...rest },
				binary: {
					...Object.fromEntries(files.map(({ field, binary }) => [field, binary])),
					...(manifest && { manifest }),
				},
			};
		}
		const record = {
			...{ field: 'manifest', name, mediaType: 'text/plain' },
			...{ bytes: Buffer.byteLength(content), sha256 },
		};
		return [...files.map(({ binary }) => binary), manifest].map((data, index) => ({
			json: { ...(shown[index] ?? record), envelope: { ...envelope }, ...rest },
			binary: { data },
		}));
	},
});
