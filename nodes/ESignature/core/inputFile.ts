import type { IExecuteFunctions } from 'n8n-workflow';

import type { InputFile } from './operation';

/** A binary field of the input, its size known before its content is loaded. */
export async function inputFile(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	item: number,
	name: string,
): Promise<InputFile> {
	const binary = helpers.assertBinaryData(item, name);
	const { fileSize } = binary.id
		? await helpers.getBinaryMetadata(binary.id)
		: { fileSize: Buffer.byteLength(binary.data, 'base64') };
	return {
		name: binary.fileName ?? '',
		// A Code node may make a file without one.
		mediaType: binary.mimeType ?? '',
		bytes: fileSize,
		read: async () => await helpers.getBinaryDataBuffer(item, name),
	};
}
