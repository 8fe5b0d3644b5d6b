import { defineOperation, maxFileSize } from '../../core';
import { binaryPropertyName, fileOutput, outputField } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';

export const downloadOriginal = defineOperation({
	name: 'Download Original',
	action: 'Download original documents of envelope',
	description: 'Get a ZIP with the unsigned documents of an envelope',
	ids: [envelopeOfItem],
	properties: [binaryPropertyName],
	options: [maxFileSize],
	read: outputField,
	run: async (call, field) => {
		const { envelopeID } = call.ids;
		const stored = await call.download('GET /sign/envelopes/{envelopeID}:download-original', {
			envelopeID,
			fileName: `${envelopeID}-original.zip`,
		});
		return fileOutput(field, { envelopeID }, stored);
	},
});
