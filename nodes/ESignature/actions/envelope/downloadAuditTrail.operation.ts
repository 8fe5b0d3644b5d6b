import { envelopeDownload } from './downloads';

export const downloadAuditTrail = envelopeDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download audit trail of envelope',
		description: 'Get a PDF of everything that happened to an envelope',
	},
	'GET /sign/envelopes/{envelopeID}:download-audit-trail',
	'audit-trail.pdf',
);
