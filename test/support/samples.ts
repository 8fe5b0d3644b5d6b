import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { plainPdf } from '../../sandbox/files/plainPdf';

/** A real PDF; its text makes it differ from the next one. */
export const pdf = (pages = 1, text = 'Contract'): Buffer =>
	plainPdf(Array.from({ length: pages }, (_, page) => [text, `Page ${page + 1}`]));

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** An input item with a file inside, as Code nodes and n8n's memory mode hand it on. */
export const withFile = (
	bytes: Buffer,
	fileName?: string,
	mimeType = 'application/pdf',
	json: IDataObject = {},
): INodeExecutionData => ({
	json,
	binary: { data: { data: bytes.toString('base64'), mimeType, fileName } },
});

/** An ID of the right form that the service has never issued. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000001';

export const pairs = (items: INodeExecutionData[]) => items.map(({ pairedItem }) => pairedItem);

/** The inputs of Create and Send that waits, for an item with the file `data`. */
export const SEND_AND_WAIT = {
	resource: 'envelope',
	operation: 'createAndSend',
	name: 'Lease',
	binaryPropertyNames: 'data',
	inputMode: 'json',
	participantsJson: '[{ "email": "a@example.com", "role": "signer" }]',
	options: { allowSignersWithoutFields: true, waitUntilSigned: true },
};
