import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';

import { getOrCreate } from '../../nodes/ESignature/values/collections';
import type { Exchange } from '../recorder';

/** As far as it is read. */
export interface Description {
	paths: Record<string, Record<string, Operation>>;
	components?: object;
}

interface Operation {
	parameters?: Array<{ name: string; in: string }>;
	requestBody?: Body;
	responses: Record<string, Body>;
}

interface Body {
	/** Of a request. */
	required?: boolean;
	content?: Contents;
}

type Contents = Record<string, { schema?: Schema; example?: unknown; examples?: object }>;

/** What does not fit: `PATCH /a/{id} request: /name: ...` */
export type Finding = string;

/** What does not fit in these exchanges, and in which operations. */
export function findingsIn(
	description: Description,
	exchanges: Exchange[],
): Map<Finding, Set<string>> {
	const judge = new Judge(description);
	const findings = new Map<Finding, Set<string>>();
	for (const exchange of exchanges)
		for (const finding of judge.judge(exchange))
			getOrCreate(findings, finding, () => new Set()).add(exchange.during);
	return findings;
}

/** Judges requests and answers by a published description: by JSON Schema, and no key may be unknown to it. */
class Judge {
	private readonly validators = new Map<Schema, Validator>();

	constructor(private readonly description: Description) {}

	judge({ route, method, path, query, sent, answer }: Exchange): Finding[] {
		const [, template = ''] = (route ?? `${method} ${path}`).split(' ');
		const operation = this.description.paths[template]?.[method.toLowerCase()];
		const name = `${method} ${template}`;
		if (!operation) return [`${name}: is not described`];
		const known = (operation.parameters ?? []).map((one) => one.name);
		const unknown = Object.keys(query).filter((key) => !known.includes(key));
		return [
			...unknown.map((key) => `${name} request: query '${key}' is not described`),
			...this.body(`${name} request`, sent, operation.requestBody),
			...(answer ? this.answer(name, answer, operation) : []),
		];
	}

	private answer(name: string, answer: NonNullable<Exchange['answer']>, { responses }: Operation) {
		const described = responses[answer.status];
		const where = `${name} ${answer.status}`;
		if (!described) return [`${where}: is not described`];
		return this.body(where, answer, { ...described, required: described.content !== undefined });
	}

	private body(
		where: string,
		{ headers, bytes, json }: Exchange['sent'],
		{ content: contents, required }: Body = {},
	): Finding[] {
		if (bytes.length === 0) return required ? [`${where}: is empty`] : [];
		if (!contents) return [`${where}: has a body`];
		const type = (headers['content-type'] ?? 'none').split(';')[0] ?? '';
		const content = contents[type];
		if (!content) return [`${where}: is ${type}, not ${Object.keys(contents).join(' or ')}`];
		const schema = type.startsWith('multipart/')
			? content.schema?.properties?.metadata
			: content.schema;
		if (typeof schema !== 'object') return [];
		if (json === undefined) return [`${where}: is not JSON`];
		const { errors } = this.validatorFor(schema, content).validate(json);
		return [
			...new Set(
				nearest(errors)
					.filter(isLeaf)
					.map((error) => `${where}: ${sentence(error)}`),
			),
		];
	}

	private validatorFor(schema: Schema, { example, examples = {} }: Contents[string]): Validator {
		const known = this.validators.get(schema);
		if (known) return known;
		const strict = this.strict(schema);
		const samples = [example, ...Object.values(examples).map(({ value }) => value as unknown)];
		// Some lists are described as one of their entries; the sample next to it shows the list.
		const isList = !hasItems(strict) && samples.some((sample) => hasItems(sample));
		const whole = isList
			? { type: 'object', required: ['items'], properties: { items: { items: strict } } }
			: strict;
		const validator = new Validator(whole as Schema, '2020-12', false);
		this.validators.set(schema, validator);
		return validator;
	}

	/**
	 * Without references, and closed: a key that is not described is wrong. `oneOf` becomes `anyOf`, since variants of
	 * documents are described alike.
	 */
	private strict(schema: Schema): Schema {
		if (typeof schema.$ref === 'string') return this.strict(this.at(schema.$ref));
		const { oneOf, ...rest } = Object.fromEntries(
			Object.entries(schema).map(([key, value]) => [key, this.strictPart(key, value)]),
		) as Schema;
		return {
			...rest,
			...(oneOf && { anyOf: oneOf }),
			...(rest.properties && { additionalProperties: rest.additionalProperties ?? false }),
		};
	}

	private strictPart(key: string, value: unknown): unknown {
		if (key === 'oneOf' || key === 'anyOf')
			return (value as Schema[]).map((one) => this.strict(one));
		if (key === 'items') return this.strict(value as Schema);
		if (key !== 'properties') return value;
		return Object.fromEntries(
			Object.entries(value as Record<string, Schema>).map(([name, one]) => [
				name,
				this.strict(one),
			]),
		);
	}

	private at(reference: string): Schema {
		const keys = reference.replace(/^#\//, '').split('/');
		return keys.reduce(
			(part, key) => part[key] as Record<string, unknown>,
			this.description as unknown as Record<string, unknown>,
		);
	}
}

const hasItems = (value: unknown): boolean => {
	const { items, properties, anyOf = [] } = (value ?? {}) as Schema;
	return items !== undefined || properties?.items !== undefined || anyOf.some(hasItems);
};

/** Of the variants that an object could be, only what is wrong with the nearest one. */
function nearest(errors: OutputUnit[]): OutputUnit[] {
	let left = errors;
	for (const { keywordLocation, instanceLocation } of errors.filter(
		({ keyword }) => keyword === 'anyOf',
	)) {
		const variantOf = (error: OutputUnit) =>
			error.keywordLocation.startsWith(`${keywordLocation}/`) &&
			`${error.instanceLocation}/`.startsWith(`${instanceLocation}/`)
				? error.keywordLocation.slice(keywordLocation.length + 1).split('/')[0]
				: undefined;
		const distance = (variant: string | undefined) => {
			const wrong = left.filter((error) => variantOf(error) === variant);
			const isOtherType = wrong.some(
				(error) => error.instanceLocation === `${instanceLocation}/type`,
			);
			return wrong.length + (isOtherType ? errors.length : 0);
		};
		const variants = [...new Set(left.map(variantOf))].filter((one) => one !== undefined);
		const [best] = variants.sort((a, b) => distance(a) - distance(b));
		left = left.filter((error) => [undefined, best].includes(variantOf(error)));
	}
	return left;
}

/** Of an error in a part, each whole around it has one as well. */
const isLeaf = ({ keyword }: OutputUnit) =>
	!['properties', 'items', 'anyOf', 'false', '$ref'].includes(keyword);

const sentence = ({ instanceLocation, error }: OutputUnit) =>
	`${instanceLocation.replace(/^#/, '').replace(/\/\d+/g, '/*') || '/'}: ${error}`;
