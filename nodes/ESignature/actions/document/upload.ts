import { ACCEPTED_TYPES, type NewDocument } from '../../api';
import { InputError, type InputFile } from '../../core';
import { textOf } from '../inputs';

const PDF = ACCEPTED_TYPES.pdf;
/** Media types are compared without case, but sent as they are registered. */
const KNOWN = new Map<string, string>(
	Object.values(ACCEPTED_TYPES).map((type) => [type.toLowerCase(), type]),
);
/** What is sent for a file of which nothing tells the type; whether it is taken, the service decides. */
const BYTES = 'application/octet-stream';

export interface UploadInput {
	/** Name for the service; the file's own when empty. */
	name?: unknown;
	/** Media type; the file's own when empty. */
	contentType?: unknown;
}

/** A document that can be sent: all but its content, which is loaded when its turn comes. */
export type Upload = Omit<NewDocument, 'payload'> & Pick<InputFile, 'bytes' | 'read'>;

/**
 * The document to send, checked before the file is loaded. The contract states no largest file, no
 * longest name and no list of types, so these are left to the service and explained when it refuses.
 */
export function uploadOf(file: InputFile, input: UploadInput = {}): Upload {
	if (file.bytes === 0) throw refused('The file is empty', 'Check the step that provides it.');
	const name = [input.name, file.name].map(textOf).find((text) => text.trim() !== '');
	if (name === undefined) {
		throw refused(
			'The document has no name',
			"Name the file in the step that provides it; the 'Add' operation also takes a 'Name'.",
		);
	}
	const contentType = contentTypeOf(file, name, textOf(input.contentType).trim());
	return {
		// Without a type the service takes the file as PDF, with one it converts it.
		metadata: { name, ...(essence(contentType) !== PDF && { contentType }) },
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
		if (isPlain(chosen)) return chosen;
		throw refused(
			"The 'Content Type' has characters that no media type has",
			`Enter a media type, e.g. ${PDF}.`,
		);
	}
	const label = textOf(file.mediaType).trim();
	const labelled = KNOWN.get(essence(label));
	if (labelled) return labelled;
	// Many sources label every file as bytes or text; the extension then tells more.
	const extension = extensionOf(name) ?? extensionOf(textOf(file.name)) ?? '';
	const byExtension = new Map<string, string>(Object.entries(ACCEPTED_TYPES)).get(extension);
	return byExtension ?? (label !== '' && isPlain(label) ? label : BYTES);
}

const extensionOf = (name: string): string | undefined =>
	/\.([a-z]{3,4})$/i.exec(name.trimEnd())?.[1]?.toLowerCase();

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

/** It becomes a header of the part that carries the file: a line break in it would begin another one. */
const isPlain = (type: string): boolean => /^[\x20-\x7e]+$/.test(type);

/** `text/csv; charset=utf-8` without its parameters, to compare it. */
const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? '';
