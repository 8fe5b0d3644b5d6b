import { loadOutputSchema } from 'n8n-core';

import { filesBelow } from '../support/folder';
import { inRoot, read } from './repository';
import { OPERATIONS, schemaFaults, SCHEMAS, unusedKeys, type Schema } from './schemas';

const paths = OPERATIONS.map((operation) => `${operation}.json`).sort();

describe('the previews of outputs', () => {
	it('exist for every operation and for nothing else', () => {
		expect(paths.length).toBeGreaterThan(0);
		expect(filesBelow(inRoot(SCHEMAS))).toEqual(paths);
	});

	it.each(OPERATIONS)('are found and understood by n8n: %s', (path) => {
		const [resource, operation] = path.split('/');
		const nodeDir = inRoot('nodes/ESignature');

		expect(loadOutputSchema({ nodeDir, version: 1, resource, operation })).toMatchObject({
			type: 'object',
			properties: expect.objectContaining({}),
			version: 1,
		});
	});

	it.each(OPERATIONS)('spell IDs as the service does: %s', (path) => {
		const ids = [...read(`${SCHEMAS}/${path}.json`).matchAll(/"(\w*id)":/gi)].map(([, key]) => key);

		// `userId` is the service's own.
		expect(
			ids.filter((id) => !/^((envelope|document|participant|field)?ID|userId)$/.test(id ?? '')),
		).toEqual([]);
	});

	const KEYS = ['id', 'type', 'created', 'envelopeId'];

	it('exist for the triggers, as n8n looks for them, with the keys that both put out', () => {
		const schema = loadOutputSchema({ nodeDir: inRoot('nodes/ESignature'), version: 1 });

		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys((schema as { properties: object }).properties)).toEqual(KEYS);
	});
});

describe('the check of an output', () => {
	const schema: Schema = {
		type: 'object',
		properties: {
			name: { type: 'string' },
			box: { type: 'array', items: { type: 'number' } },
			parts: {
				type: 'array',
				items: { type: 'object', properties: { bytes: { type: 'integer' } } },
			},
		},
	};

	it('accepts what fits, and knows what was never seen', () => {
		const output = { name: 'a', box: [1, 2.5], parts: [{ bytes: 1 }, {}] };

		expect(schemaFaults(schema, output)).toEqual([]);
		expect(unusedKeys(schema, [output])).toEqual([]);
		expect(unusedKeys(schema, [{ name: 'a' }, { parts: [{}] }])).toEqual([
			'$.box',
			'$.parts[].bytes',
		]);
	});

	it.each([
		[{ title: 'a' }, '$.title is not in the schema'],
		[{ parts: [{ bytes: 1, more: 1 }] }, '$.parts.0.more is not in the schema'],
		[{ name: 1 }, '$.name is integer, not string'],
		[{ name: null }, '$.name is null, not string'],
		[{ parts: [{ bytes: 1.5 }] }, '$.parts.0.bytes is number, not integer'],
		[{ box: { 0: 1 } }, '$.box is object, not array'],
		[[], '$ is array, not object'],
	])('finds the fault of %j', (output, fault) => {
		expect(schemaFaults(schema, output)).toEqual([fault]);
	});
});
