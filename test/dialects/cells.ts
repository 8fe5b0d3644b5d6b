/* eslint-disable @n8n/community-nodes/no-restricted-imports -- many runs share one signal */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';

import { createSandbox, type DialectChoice, type Sandbox } from '../../sandbox';
import { createEngine, type Engine, type Types } from '../support/engine';
import { documentScenarios } from './operations/document';
import { envelopeScenarios } from './operations/envelope';
import { fieldScenarios } from './operations/field';
import { fileScenarios } from './operations/files';
import { participantScenarios } from './operations/participant';
import { speaksOfProblems } from './refusals';
import type { Scenario, World } from './world';

export const SCENARIOS: Scenario[] = [
	...envelopeScenarios,
	...fileScenarios,
	...documentScenarios,
	...participantScenarios,
	...fieldScenarios,
].sort((a, b) => a.operation.localeCompare(b.operation));

/** What is wrong, by operation; nothing when all is well. */
export type Failures = Map<string, string>;

/** Longer than anything here takes; what never ends is a failure, too. */
const LONGEST = 60_000;

/** One service and one n8n for all cells. */
export class Ground {
	private constructor(
		readonly sandbox: Sandbox,
		readonly engine: Engine,
	) {}

	/** With the node from the sources, unless another one is given. */
	static async open(types?: Types): Promise<Ground> {
		const sandbox = await createSandbox({
			clientSecret: `secret-${randomUUID()}`,
			processingMs: 0,
			pageSize: 10,
		});
		const { url: baseUrl, clientId, clientSecret } = sandbox;
		const engine = await createEngine({
			credential: { baseUrl, clientId, clientSecret },
			types,
		});
		return new Ground(sandbox, engine);
	}

	async close(): Promise<void> {
		await this.engine.close();
		await this.sandbox.close();
	}

	/** Every operation, or those named, in these dialects; all at once, so that waits overlap. */
	async failuresIn(
		choice: DialectChoice,
		only: (operation: string) => boolean = () => true,
	): Promise<Failures> {
		const { sandbox, engine } = this;
		// Also ends every token, so that each choice begins with signing in anew.
		await sandbox.reset();
		sandbox.dialects.set(choice);
		// A document is first looked at when it is ready: else the node would look again much later.
		sandbox.faults.always('GET /sign/envelopes/{envelopeID}/documents/{documentID}', {
			kind: 'delay',
			ms: 25,
		});
		const { names } = sandbox.dialects;
		const signal = AbortSignal.timeout(LONGEST);
		setMaxListeners(0, signal);
		const speaks = (...dialects: string[]) => dialects.some((name) => names.includes(name));
		const world: World = { sandbox, engine, speaks, signal };
		const failures: Failures = new Map();
		const run = async (scenario: Scenario) => {
			try {
				await scenario.run(world);
				if (speaksOfProblems(names)) await scenario.refused?.(world);
			} catch (error) {
				failures.set(scenario.operation, said(error));
			}
		};
		const [first, ...others] = SCENARIOS.filter(({ operation }) => only(operation));
		// The first one signs in, and not all of them at once.
		if (first) await run(first);
		await Promise.all(others.map(run));
		return failures;
	}
}

/** One line; where a check has words of its own, they say more than the difference. */
function said(error: unknown): string {
	const { message, description, generatedMessage } = error as Partial<Record<string, unknown>>;
	const words = String(message);
	const text = generatedMessage === false ? words.split('\n')[0] : words;
	return `${text} ${typeof description === 'string' ? description : ''}`
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, 300);
}
