import { defineOperation } from '../../core';
import { binaryPropertyName, fileOutput, maxFileSize } from '../files';
import { envelopeId } from '../locators/envelopeId';

export const downloadAuditTrail = defineOperation({
	name: 'Download Audit Trail',
	action: 'Download audit trail of envelope',
	description: 'Get a PDF that lists everything that happened to an envelope',
	properties: [envelopeId, binaryPropertyName],
	options: [maxFileSize],
	run: async (call) => {
		const envelopeID = call.id('envelopeId');
		const stored = await call.download('GET /sign/envelopes/{envelopeID}:download-audit-trail', {
			envelopeID,
			fileName: `${envelopeID}-audit-trail.pdf`,
		});
		return fileOutput(call, { envelopeID }, stored);
	},
});
