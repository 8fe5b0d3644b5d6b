import { randomUUID } from 'node:crypto';

import { createSandbox } from '../../sandbox';
import { OPERATIONS } from '../../test/contract/schemas';
import { SCENARIOS } from '../../test/operations/scenarios';
import { Node } from '../../test/operations/scenario';
import { createEngine, type Types } from '../../test/support/engine';
import { credentialFor } from '../../test/support/harness';
import { startRecorder, type Exchange } from '../recorder';

/** What the scenarios of the operations send and receive, each with the name of its operation. */
export async function scenarioExchanges(
	types?: Types,
	operations: string[] = OPERATIONS,
): Promise<Exchange[]> {
	const sandbox = await createSandbox({ clientSecret: randomUUID(), pageSize: 10 });
	const recorder = await startRecorder(sandbox.url);
	const credential = { ...credentialFor(sandbox), baseUrl: recorder.url };
	const engine = await createEngine({ credential, types });
	try {
		for (const operation of operations) {
			recorder.during = operation;
			const node = new Node({ sandbox, ...engine }, operation);
			await SCENARIOS[operation]?.run(node);
			await SCENARIOS[operation]?.refused?.(node);
		}
	} finally {
		await engine.close();
		await recorder.close();
		await sandbox.close();
	}
	return recorder.exchanges;
}
