import { loadOutputSchema } from 'n8n-core';

import { filesBelow } from '../support/folder';
import { inRoot } from './repository';
import { OPERATIONS, SCHEMAS } from './schemas';

const nodeDir = inRoot('nodes/ESignature');

describe('the previews of outputs', () => {
	it('exist for every operation and for nothing else', () => {
		expect(filesBelow(inRoot(SCHEMAS))).toEqual(OPERATIONS.map((path) => `${path}.json`).sort());
	});

	it('are found and understood by n8n', () => {
		for (const path of OPERATIONS) {
			const [resource, operation] = path.split('/');

			expect(loadOutputSchema({ nodeDir, version: 1, resource, operation })).toMatchObject({
				type: 'object',
				properties: expect.objectContaining({}),
				version: 1,
			});
		}
	});

	it('exist for the triggers, as n8n looks for them, with the keys that both put out', () => {
		const schema = loadOutputSchema({ nodeDir, version: 1 });

		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys((schema as { properties: object }).properties)).toEqual([
			'id',
			'type',
			'created',
			'envelopeId',
		]);
	});
});
