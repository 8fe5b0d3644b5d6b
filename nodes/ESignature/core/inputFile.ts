import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { wrongInput } from '../errors/userError';
import { quoted, quotedList } from '../values/text';
import type { InputFile } from './operation';

/** A file of the input item, its size known before its content is loaded. */
export async function inputFile(
	host: Pick<IExecuteFunctions, 'helpers' | 'getInputData'>,
	item: number,
	wanted: string,
	input: INodeProperties,
): Promise<InputFile> {
	const { helpers } = host;
	const name = fieldOf(Object.keys(host.getInputData()[item]?.binary ?? {}), wanted, input);
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

/** The binary field to read. The name that stands in the form from the start means the only file there is. */
function fieldOf(
	fields: string[],
	wanted: string,
	{ displayName, default: defaultName }: INodeProperties,
) {
	if (fields.includes(wanted)) return wanted;
	const [only, ...others] = fields;
	if (only !== undefined && others.length === 0 && wanted === defaultName) return only;
	if (only === undefined) {
		throw wrongInput(
			'This item has no file',
			`Connect a step that provides one, such as a form, 'HTTP Request' or 'Read/Write Files from Disk', and enter the name of its binary field in '${displayName}'.`,
		);
	}
	throw wrongInput(
		`There is no file ${quoted(wanted)}`,
		`This item has: ${quotedList(fields)}. Enter ${others.length === 0 ? 'that' : 'one of them'} in '${displayName}'.`,
	);
}
