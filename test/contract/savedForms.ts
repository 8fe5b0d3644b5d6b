import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { RESOURCES } from '../../nodes/ESignature/actions';
import { parametersOf } from '../../nodes/ESignature/core/form';
import { properties as polling } from '../../nodes/ESignature/polling/form';
import { properties as trigger } from '../../nodes/ESignature/trigger/form';

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
		...modes.map(
			({ name: mode, type: input, typeOptions: { searchListMethod } = {} }) =>
				`${inner}by ${mode}: ${input}${searchListMethod ? ` of ${searchListMethod}` : ''}`,
		),
	];
}

/** A form as it is written down. */
const formText = (properties: INodeProperties[]): string =>
	properties.map((property) => `${linesOf(property).join('\n')}\n`).join('');

/** Where a form is written down. */
const formPath = (name: string): string => `test/contract/forms/${name}.txt`;

/** The inputs of all operations of a resource. */
const formOf = (resource: string, properties: INodeProperties[]): INodeProperties[] =>
	properties.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource));

/** Path -> text of each form that users fill in and that n8n saves. */
export function forms(): Map<string, string> {
	const node = parametersOf(RESOURCES);
	const all = {
		credential: new ESignatureApi().properties,
		pollingTrigger: polling,
		trigger,
		...Object.fromEntries(RESOURCES.map(({ value }) => [value, formOf(value, node)])),
	};
	return new Map(
		Object.entries(all).map(([name, properties]) => [formPath(name), formText(properties)]),
	);
}
