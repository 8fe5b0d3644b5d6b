import { defineOperation, maxFileSize } from '../../core';
import { binaryPropertyName, fileOutput, outputField } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';

export const downloadSealed = defineOperation({
	name: 'Download Sealed',
	action: 'Download sealed envelope',
	description: 'Get a ZIP with the signed documents and the audit trail',
	ids: [envelopeOfItem],
	properties: [binaryPropertyName],
	options: [maxFileSize],
	read: outputField,
	run: async (call, field) => {
		const { envelopeID } = call.ids;
		const stored = await call.download('GET /sign/envelopes/{envelopeID}:download-sealed', {
			envelopeID,
			fileName: `${envelopeID}-sealed.zip`,
		});
		return fileOutput(field, { envelopeID }, stored);
	},
});
