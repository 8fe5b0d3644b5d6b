/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- compares with a file */
import { writeFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { inRoot, read } from './repository';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** An input in one line, and in further ones what is inside of it: all that saved workflows rely on, without its texts. */
function linesOf(entry: Entry, indent = ''): string[] {
	const inner = `${indent}\t`;
	if ('values' in entry) {
		return [`${indent}${entry.name}:`, ...entry.values.flatMap((one) => linesOf(one, inner))];
	}
	if (!('type' in entry)) {
		const described = entry.description === undefined ? '' : ', described';
		return [`${indent}${JSON.stringify(entry.value)} is ${entry.name}${described}`];
	}
	const { name, type, required, typeOptions, displayOptions, options = [], modes = [] } = entry;
	const more = Object.entries({ required, typeOptions, displayOptions }).flatMap(([key, value]) =>
		value === undefined ? [] : [` ${key} ${JSON.stringify(value)}`],
	);
	return [
		`${indent}${name}: ${type}, at first ${JSON.stringify(entry.default)}${more.join('')}`,
		...options.flatMap((one) => linesOf(one, inner)),
		...modes.map((mode) => `${inner}by ${mode.name}: ${mode.type}`),
	];
}

/** The inputs of all operations of a resource. */
export const formOf = (resource: string): INodeProperties[] =>
	new ESignature().description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.resource?.includes(resource),
	);

/**
 * Compares a form with what is written down of it. If a change is meant, `FORMS=write` before the command of the test
 * writes it down; look at what saved workflows hold then.
 */
export function expectSaved(form: string, properties: INodeProperties[]): void {
	const file = `test/contract/forms/${form}.txt`;
	const lines = properties.flatMap((property) => linesOf(property));
	if (process.env.FORMS === 'write') writeFileSync(inRoot(file), `${lines.join('\n')}\n`);
	expect(lines).toEqual(read(file).trimEnd().split('\n'));
}
