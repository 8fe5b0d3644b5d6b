import { defineOperation, maxFileSize } from '../../core';
import { binaryPropertyName, fileOutput, outputField } from '../shared/inputs';
import { documentId, envelopeOfItem } from '../shared/locators';

export const downloadSealed = defineOperation({
	name: 'Download Sealed',
	action: 'Download sealed document',
	description: 'Get a signed document as a PDF',
	ids: [envelopeOfItem, documentId],
	properties: [binaryPropertyName],
	options: [maxFileSize],
	read: outputField,
	run: async (call, field) => {
		const IDs = call.ids;
		const stored = await call.download(
			'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed',
			{ ...IDs, fileName: `${IDs.documentID}-sealed.pdf` },
		);
		return fileOutput(field, IDs, stored);
	},
});
