import { RESOURCES } from '../../nodes/ESignature/actions';

export const SCHEMAS = 'nodes/ESignature/__schema__/v1.0.0';

/** n8n looks beside the file of the node, and neither trigger has resources: both share what both put out. */
export const TRIGGER_SCHEMA = `${SCHEMAS}.json`;

/** As far as n8n's previews use JSON Schema. */
export interface Schema {
	type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** `resource/operation` of everything that the node offers. */
export const OPERATIONS: string[] = RESOURCES.flatMap(({ value, operations }) =>
	Object.keys(operations).map((operation) => `${value}/${operation}`),
);

/** Where a value is not what the schema says: of another type, or with a key that it does not name. */
export function schemaFaults(schema: Schema, value: unknown, path = '$'): string[] {
	if (typeOf(value) !== schema.type && !(schema.type === 'number' && typeOf(value) === 'integer')) {
		return [`${path} is ${typeOf(value)}, not ${schema.type}`];
	}
	return partsOf(schema, value).flatMap(([key, part, inner]) =>
		part ? schemaFaults(part, inner, `${path}.${key}`) : [`${path}.${key} is not in the schema`],
	);
}

/** Keys of the schema that none of the values has. */
export function unusedKeys(schema: Schema, values: unknown[], path = '$'): string[] {
	if (schema.items) return unusedKeys(schema.items, values.flat(), `${path}[]`);
	return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
		const found = values.map((value) => valueAt(value, key)).filter((value) => value !== undefined);
		return found.length > 0 ? unusedKeys(part, found, `${path}.${key}`) : [`${path}.${key}`];
	});
}

const valueAt = (value: unknown, key: string): unknown =>
	(value as Record<string, unknown> | undefined)?.[key];

function partsOf(schema: Schema, value: unknown): Array<[string, Schema | undefined, unknown]> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).map(([key, inner]) => [
		key,
		Array.isArray(value) ? schema.items : schema.properties?.[key],
		inner,
	]);
}

/** As JSON Schema names it. */
export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}
