import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { keepDoubt, RunMemory } from '../../../../nodes/ESignature/core/memory';
import { isUncertain, markUncertain } from '../../../../nodes/ESignature/core/nodeError';

const node = { name: 'E-Signature', type: 'eSignature' } as INode;
const failure = (outcome?: string) => {
	const error = new NodeOperationError(node, 'It failed', { description: 'Why' });
	if (outcome) error.context.outcome = outcome;
	return error;
};

it('stays with an item in later tries, whatever they fail with', () => {
	const memory = new RunMemory();
	const first = failure();
	markUncertain(first, 'Look at envelope 1.');
	keepDoubt(memory, [0, 1], first);
	for (const later of [failure(), failure('notDone'), failure('partlyDone')]) {
		keepDoubt(memory, [1], later);
		expect(isUncertain(later)).toBe(true);
		expect(later.description).toContain('Look at envelope 1.');
	}
});

it('is nothing to other items', () => {
	const memory = new RunMemory();
	const [first, other] = [failure(), failure('notDone')];
	markUncertain(first, 'Look at envelope 1.');
	keepDoubt(memory, [0], first);
	keepDoubt(memory, [1], other);
	expect(other.context.outcome).toBe('notDone');
});
