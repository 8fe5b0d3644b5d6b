import type { INodeProperties } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/ESignature/actions';
import { inputsOf as formOf } from '../../../nodes/ESignature/core/form';

/** Every input of an operation that its own conditions allow, by label, given what is chosen. */
export function inputsOf(
	resource: string,
	operation: string,
	chosen: Record<string, unknown> = {},
): string[] {
	const properties = RESOURCES.find(({ name }) => name === resource)?.operations;
	const found = Object.values(properties ?? {}).find(({ name }) => name === operation);
	if (!found) throw new Error(`There is no ${resource}: ${operation}`);
	const inputs = formOf(found);
	const values = {
		...Object.fromEntries(inputs.map(({ name, default: value }) => [name, value])),
		...chosen,
	};
	const shown = inputs.filter((property) => isShown(property, values));
	return ['Resource', 'Operation', ...shown.map(({ displayName }) => displayName), 'Options'];
}

const isShown = ({ displayOptions }: INodeProperties, values: Record<string, unknown>): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) =>
		(wanted as unknown[]).includes(values[name]),
	);
