import { randomUUID } from 'crypto';

import type { NewDocument } from '../api/types';

/**
 * The upload as one Buffer: n8n sends a Buffer again after renewing the token, but not a form or a stream, which is
 * used up by then (n8n-core, oauth.ts: `hasSingleUseBody`).
 */
export function multipartOf({ metadata, payload, fileName }: NewDocument) {
	const boundary = `esignature-${randomUUID()}`;
	const part = (name: string, file: string, type: string) =>
		`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${escaped(file)}"\r\nContent-Type: ${type}\r\n\r\n`;
	return {
		headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([
			Buffer.from(part('metadata', 'metadata.json', 'application/json')),
			Buffer.from(JSON.stringify(metadata)),
			Buffer.from(`\r\n${part('payload', fileName, metadata.contentType ?? 'application/pdf')}`),
			payload,
			Buffer.from(`\r\n--${boundary}--\r\n`),
		]),
	};
}

/** As browsers do it: a quote or a line break must not end the header; the true name is in the metadata. */
const escaped = (name: string): string =>
	name
		.replace(/"/g, '%22')
		.replace(/\r/g, '%0D')
		.replace(/\n/g, '%0A')
		.replace(/\p{Cc}/gu, '_');
