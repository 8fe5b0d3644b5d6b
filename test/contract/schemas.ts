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

/** As JSON Schema names it. */
export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}
