import { defineOperation, maxFileSize } from '../../core';
import { envelopeId } from '../shared/locators';
import { assertFinished, downloadOnce, include, manifestOf, partsOf, sameState } from './evidence';

export const downloadEvidence = defineOperation({
	name: 'Download Evidence',
	action: 'Download evidence of envelope',
	description:
		'Download and check the files of a sealed, rejected or cancelled envelope in one step, with a list of their checksums',
	ids: [envelopeId],
	properties: [include],
	options: [maxFileSize],
	concurrency: 2,
	read: ({ param }) => partsOf(param<unknown>(include.name)),
	run: async (call, parts) => {
		const { envelopeID } = call.ids;
		const { envelope, evidence } = await sameState(call, envelopeID, async (read) => {
			assertFinished(read);
			return await downloadOnce(call, envelopeID, read, parts);
		});
		const { files, documents, participants, notIncluded, incomplete } = evidence;
		const manifest = files.length > 0 && {
			manifest: await call.storeText(
				`${envelopeID}-manifest-sha256.txt`,
				'text/plain',
				manifestOf(files),
			),
		};
		return {
			json: {
				envelope: { ...envelope },
				documents,
				participants,
				files: files.map(({ file, ...rest }) => ({ field: rest.field, ...rest.IDs, ...file })),
				...(notIncluded.length > 0 && { notIncluded }),
				...(incomplete.length > 0 && { incomplete }),
			},
			binary: {
				...Object.fromEntries(files.map(({ field, binary }) => [field, binary])),
				...manifest,
			},
		};
	},
});
