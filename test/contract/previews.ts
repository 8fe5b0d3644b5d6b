import { typeOf, type Schema } from './schemas';

/** A schema for all of the values: every key that one of them has, each with its type. */
export function schemaOf(values: unknown[], path = '$'): Schema {
	const type = commonType(values, path);
	if (type === 'array') {
		const entries = (values as unknown[][]).flat();
		return entries.length > 0 ? { type, items: schemaOf(entries, `${path}[]`) } : { type };
	}
	if (type !== 'object') return { type };
	const objects = values as Array<Record<string, unknown>>;
	const properties = orderOf(objects.map(Object.keys)).map((key): [string, Schema] => {
		const found = objects.map((object) => object[key]).filter((value) => value !== undefined);
		return [key, schemaOf(found, `${path}.${key}`)];
	});
	return { type, properties: Object.fromEntries(properties) };
}

function commonType(values: unknown[], path: string): Schema['type'] {
	const types = new Set(values.map(typeOf));
	if (types.has('number')) types.delete('integer');
	const [type, ...others] = types;
	if (others.length > 0) throw new Error(`${path} is of several types: ${[...types].join(', ')}`);
	if (type === undefined || type === 'null') throw new Error(`${path} never has a value`);
	return type as Schema['type'];
}

/** All keys; a new one goes before the next key of its list that is already there. */
function orderOf(lists: string[][]): string[] {
	const order: string[] = [];
	for (const keys of lists) {
		keys.forEach((key, index) => {
			if (order.includes(key)) return;
			const next = keys.slice(index).find((later) => order.includes(later));
			order.splice(next === undefined ? order.length : order.indexOf(next), 0, key);
		});
	}
	return order;
}

/** As the file has it: a plain type on one line, as the formatter leaves it. */
export const printed = (schema: Schema): string => `${layout({ ...schema, version: 1 }, '')}\n`;

function layout(value: object, indent: string): string {
	const inner = `${indent}\t`;
	const lines = Object.entries(value).map(([key, entry]) => {
		const text = isObject(entry) ? layout(entry, inner) : JSON.stringify(entry);
		return `${JSON.stringify(key)}: ${text}`;
	});
	const isPlain = lines.length === 1 && !Object.values(value).some(isObject);
	return isPlain
		? `{ ${lines.join('')} }`
		: `{\n${lines.map((line) => inner + line).join(',\n')}\n${indent}}`;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
