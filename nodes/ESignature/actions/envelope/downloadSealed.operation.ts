import { envelopeDownload } from './downloads';

export const downloadSealed = envelopeDownload(
	{
		name: 'Download Sealed',
		action: 'Download sealed envelope',
		description: 'Get a ZIP with the signed documents and the audit trail',
	},
	'GET /sign/envelopes/{envelopeID}:download-sealed',
	'sealed.zip',
);
