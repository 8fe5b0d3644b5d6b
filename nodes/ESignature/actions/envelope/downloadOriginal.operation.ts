import { envelopeDownload } from './downloads';

export const downloadOriginal = envelopeDownload(
	{
		name: 'Download Original',
		action: 'Download original documents of envelope',
		description: 'Get a ZIP with the unsigned documents of an envelope',
	},
	'GET /sign/envelopes/{envelopeID}:download-original',
	'original.zip',
);
