/* eslint-disable @n8n/community-nodes/no-restricted-imports -- looks at how Node runs these tests */
import { executionAsyncId } from 'node:async_hooks';

import fc from 'fast-check';

it('nothing follows the promises of a test, which would take time for each of them', async () => {
	await Promise.resolve();
	const before = executionAsyncId();
	await Promise.resolve();

	// Node numbers them only where somebody follows them.
	expect(executionAsyncId()).toBe(before);
});

it('random draws are the same each time, so that a failure can be repeated', () => {
	expect(fc.sample(fc.integer(), 5)).toEqual(fc.sample(fc.integer(), 5));
});
