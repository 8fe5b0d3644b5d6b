import { loadOutputSchema } from 'n8n-core';

import { filesBelow } from '../support/folder';
import { inRoot, read } from './repository';
import { OPERATIONS, SCHEMAS } from './schemas';

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
