import { randomUUID } from 'node:crypto';

import { createSandbox } from '../../sandbox';
import { OPERATIONS } from '../../test/contract/schemas';
import { SCENARIOS } from '../../test/operations/scenarios';
import { Node } from '../../test/operations/scenario';
import { createEngine, type Types } from '../../test/support/engine';
import { credentialFor } from '../../test/support/harness';
import { startRecorder } from '../recorder';
import { Judge, type Description, type Finding } from './judge';

/** What the scenarios of the operations do that a description does not have, and in which of them. */
export async function findingsOf(
	description: Description,
	types?: Types,
	operations: string[] = OPERATIONS,
): Promise<Map<Finding, Set<string>>> {
	const judge = new Judge(description);
	const sandbox = await createSandbox({ clientSecret: randomUUID(), pageSize: 10 });
	const recorder = await startRecorder(sandbox.url);
	const engine = await createEngine({
		credential: { ...credentialFor(sandbox), baseUrl: recorder.url },
		types,
	});
	const world = { sandbox, ...engine };
	const findings = new Map<Finding, Set<string>>();
	try {
		for (const operation of operations) {
			recorder.during = operation;
			const node = new Node(world, operation);
			await SCENARIOS[operation]?.run(node);
			await SCENARIOS[operation]?.refused?.(node);
		}
		for (const exchange of recorder.exchanges) {
			for (const finding of judge.judge(exchange)) {
				findings.set(finding, (findings.get(finding) ?? new Set()).add(exchange.during));
			}
		}
	} finally {
		await engine.close();
		await recorder.close();
		await sandbox.close();
	}
	return findings;
}
