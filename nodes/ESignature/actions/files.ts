import type { INodeProperties } from 'n8n-workflow';

import type { Call, Output, StoredFile } from '../core';
import { filled } from './inputs';

export const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
};

/** The binary field that gets the file. */
export const outputField = ({ param }: Pick<Call, 'param'>): string =>
	filled(param<unknown>('binaryPropertyName'), 'Put Output File in Field').trim();

/** The file as binary data, and what is known about it as JSON: an agent's tool sees only the latter. */
export const fileOutput = (
	field: string,
	IDs: Record<string, string>,
	{ binary, file }: StoredFile,
): Output => ({ json: { ...IDs, ...file }, binary: { [field]: binary } });
