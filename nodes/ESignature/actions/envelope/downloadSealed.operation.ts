import { defineOperation } from '../../core';
import { binaryPropertyName, fileOutput, maxFileSize } from '../files';
import { envelopeId } from '../locators/envelopeId';

export const downloadSealed = defineOperation({
	name: 'Download Sealed',
	action: 'Download sealed envelope',
	description: 'Get a ZIP with all signed documents of a sealed envelope and its audit trail',
	properties: [envelopeId, binaryPropertyName],
	options: [maxFileSize],
	// A ZIP may have hundreds of megabytes, and not every binary mode of n8n streams.
	concurrency: 2,
	run: async (call) => {
		const envelopeID = call.id('envelopeId');
		const stored = await call.download('GET /sign/envelopes/{envelopeID}:download-sealed', {
			envelopeID,
			fileName: `${envelopeID}-sealed.zip`,
		});
		return fileOutput(call, { envelopeID }, stored);
	},
});
