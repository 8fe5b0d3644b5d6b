import { defineOperation, maxFileSize } from '../../core';
import { binaryPropertyName, fileOutput, outputField } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';

export const downloadAuditTrail = defineOperation({
	name: 'Download Audit Trail',
	action: 'Download audit trail of envelope',
	description: 'Get a PDF of everything that happened to an envelope',
	ids: [envelopeOfItem],
	properties: [binaryPropertyName],
	options: [maxFileSize],
	read: outputField,
	run: async (call, field) => {
		const { envelopeID } = call.ids;
		const stored = await call.download('GET /sign/envelopes/{envelopeID}:download-audit-trail', {
			envelopeID,
			fileName: `${envelopeID}-audit-trail.pdf`,
		});
		return fileOutput(field, { envelopeID }, stored);
	},
});
