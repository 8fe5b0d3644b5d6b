import { createHash } from 'crypto';

import { defineOperation, maxFileSize, optionSwitch } from '../../core';
import { oneOf } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';
import {
	assertFinished,
	checksumsInNames,
	downloadOnce,
	include,
	manifestOf,
	nameWithChecksum,
	partsOf,
	sameState,
	withChecksumInName,
} from './evidence';
import { output } from './form';

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
		const { envelope, evidence } = await sameState(call, envelopeID, async (read) => {
			assertFinished(read);
			return await downloadOnce(call, envelopeID, read, parts);
		});
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
		// An envelope of which there is no file keeps its one item: it must not vanish from the workflow.
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
