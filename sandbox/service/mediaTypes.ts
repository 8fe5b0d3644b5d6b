/** The accepted file types of the supplement, by their registered media types. */
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
	'text/rtf',
	'application/xml',
	'text/xml',
	'image/png',
	'image/jpeg',
	'image/tiff',
	'image/gif',
	'image/vnd.adobe.photoshop',
	'application/postscript',
	'image/svg+xml',
	'text/csv',
]);

/** The media type without its parameters. */
export const bareType = (contentType: string) =>
	(contentType.split(';')[0] ?? '').trim().toLowerCase();

export const isAccepted = (contentType: string) => ACCEPTED.has(bareType(contentType));

/** Readers look for the header in the first kilobyte, so files with leading junk pass, too. */
export const looksLikePdf = (bytes: Buffer) =>
	bytes.subarray(0, 1024).includes(Buffer.from('%PDF-'));
