import type { Step } from '../../../host/workflows';

/** Makes a file of an item's `content` (base64) and `fileName`. */
export const fileStep = (mimeType = 'application/pdf'): Step => ({
	name: 'File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: {
		operation: 'toBinary',
		sourceProperty: 'content',
		binaryPropertyName: 'data',
		options: { fileName: '={{ $json.fileName }}', mimeType },
	},
});
