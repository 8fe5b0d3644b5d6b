/** docs/api.md, Accepted files. Whether case or parameters matter is open, so they are compared exactly. */
const ACCEPTED = new Set([
	'application/pdf',
	'application/msword',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
	'application/vnd.ms-word.document.macroenabled.12',
	'application/vnd.ms-word.template.macroenabled.12',
	'application/vnd.ms-excel',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
	'application/vnd.ms-excel.sheet.macroenabled.12',
	'application/vnd.ms-excel.template.macroenabled.12',
	'application/vnd.ms-powerpoint',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'text/html',
	'application/rtf',
	'application/xml',
	'image/png',
	'image/jpeg',
	'image/tiff',
	'image/gif',
	'image/vnd.adobe.photoshop',
	'application/postscript',
	'image/svg+xml',
	'text/csv',
]);

export const isAccepted = (contentType: string) => ACCEPTED.has(contentType);

/** Readers look for the header in the first kilobyte, so files with leading junk pass, too. */
export const looksLikePdf = (bytes: Buffer) =>
	bytes.subarray(0, 1024).includes(Buffer.from('%PDF-'));
