import { ACCEPTED_TYPES, LIMITS, type NewDocument } from '../../api';
import { InputError, type InputFile } from '../../core';

const PDF = ACCEPTED_TYPES.pdf;
/** Media types are compared without case, but sent as they are registered. */
const KNOWN = new Map<string, string>(
	Object.values(ACCEPTED_TYPES).map((type) => [type.toLowerCase(), type]),
);
const MB = 1_000_000;

export interface UploadInput {
	/** Name for the service; the file's own when empty. */
	name?: unknown;
	/** Media type; the file's own when empty. */
	contentType?: unknown;
}

/** A document that can be sent: all but its content, which is loaded when its turn comes. */
export type Upload = Omit<NewDocument, 'payload'> & Pick<InputFile, 'bytes' | 'read'>;

/** The document to send, its size, type and name checked before the file is loaded. */
export function uploadOf(file: InputFile, input: UploadInput = {}): Upload {
	if (file.bytes === 0) throw refused('The file is empty', 'Check the step that provides it.');
	if (file.bytes > LIMITS.documentBytes) {
		throw refused(
			`The file has ${(file.bytes / MB).toFixed(1)} MB; a document may have at most ${LIMITS.documentBytes / MB} MB`,
			'Reduce its size or split it into several documents.',
		);
	}
	const name = text(input.name) || file.name;
	if (name === '' || name.length > LIMITS.documentNameLength) {
		throw refused(
			`The document's name must have 1 to ${LIMITS.documentNameLength} characters`,
			"Name the file in the step that provides it; the 'Add' operation also takes a 'Name'.",
		);
	}
	const contentType = contentTypeOf(file, name, text(input.contentType));
	return {
		// Without a type the service takes the file as PDF, with one it converts it.
		metadata: { name, ...(contentType !== PDF && { contentType }) },
		fileName: name,
		bytes: file.bytes,
		read: file.read,
	};
}

export const loaded = async ({ metadata, fileName, read }: Upload): Promise<NewDocument> => ({
	metadata,
	fileName,
	payload: await read(),
});

function contentTypeOf(file: InputFile, name: string, chosen: string): string {
	if (chosen !== '') {
		const known = KNOWN.get(essence(chosen));
		if (known) return known;
		throw refused("The service does not accept the 'Content Type' that was entered", ACCEPTS);
	}
	const labelled = KNOWN.get(essence(file.mediaType));
	if (labelled) return labelled;
	// Many sources label every file as bytes or text; the extension then tells more.
	const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1] ?? /\.([a-z]{3,4})$/i.exec(file.name)?.[1];
	const byExtension = (ACCEPTED_TYPES as Record<string, string>)[extension?.toLowerCase() ?? ''];
	if (byExtension) return byExtension;
	throw refused('The service does not accept this type of file', ACCEPTS);
}

const ACCEPTS = `Accepted are: ${Object.keys(ACCEPTED_TYPES).join(', ')}.`;

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

/** `text/csv; charset=utf-8` without its parameters, which the service does not know. */
const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? '';

const text = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
