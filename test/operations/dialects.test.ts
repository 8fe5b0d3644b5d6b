import { randomUUID } from 'node:crypto';

import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../../nodes/ESignature/api';
import { createSandbox, DIALECTS } from '../../sandbox';
import { printed, schemaOf } from '../contract/previews';
import { quotedIn, rowsOf } from '../contract/apiPage';
import { read } from '../contract/repository';
import { OPERATIONS, SCHEMAS } from '../contract/schemas';
import { createEngine, type Engine } from '../support/engine';
import { credentialFor } from '../support/harness';
import { skipPauses } from '../support/skipPauses';
import { SCENARIOS } from './scenarios';
import { Node, type Scenario, type World } from './scenario';

let world: World & Engine;
beforeAll(async () => {
	const options = { clientSecret: randomUUID(), processingMs: 0, pageSize: 10 };
	const sandbox = await createSandbox(options);
	world = { sandbox, ...(await createEngine({ credential: credentialFor(sandbox) })) };
});
afterAll(async () => {
	await world.close();
	await world.sandbox.close();
});
skipPauses();

it('has a scenario for every operation of the node', () => {
	expect(Object.keys(SCENARIOS).sort()).toEqual([...OPERATIONS].sort());
});

/** Variants that do not hide each other; `DIALECTS=each` tries them one by one. */
const TOGETHER = [
	[
		'envelopes-oldest-first',
		'full-envelopes',
		'notifier-renamed',
		'role-capitals',
		'box-text',
		'key-status-in-lists',
		'key-field-id',
		'token-milliseconds',
		'files-chunked',
		'files-typed',
		'problem-extensions',
	],
	[
		'documents-slow',
		'notifier-left-out',
		'bulk-reversed',
		'extra-keys',
		'key-id',
		'token-snake-case',
		'deletes-answer',
		'problem-text',
	],
	['changes-empty', 'notification-required', 'too-many-documents-409', 'unknown-keys-ignored'],
];
const ROUNDS = process.env.DIALECTS === 'each' ? DIALECTS.map(({ name }) => [name]) : TOGETHER;

it('tries every dialect', () => {
	expect(ROUNDS.flat().sort()).toEqual(DIALECTS.map(({ name }) => name).sort());
});

/** As docs/api.md shows it. */
const COVERED = rowsOf('docs/api.md')
	.filter(({ heading }) => heading === 'Coverage')
	.map(({ cells: [endpoint, users = ''] }) => ({
		route: quotedIn(endpoint)[0],
		users: Array.from(users.matchAll(/\[([^\]]+)\]/g), ([, operation]) => operation),
	}));

async function done(operation: string): Promise<Node> {
	const node = new Node(world, operation);
	const { run, refused } = SCENARIOS[operation] as Scenario;
	await run(node);
	await refused?.(node);
	return node;
}

it.each(OPERATIONS)(
	'%s does its work, its preview shows what it puts out, and docs/api.md which endpoints it uses',
	async (operation) => {
		world.sandbox.log.clear();
		const { outputs } = await done(operation);

		expect(read(`${SCHEMAS}/${operation}.json`)).toBe(printed(schemaOf(outputs)));
		const used = new Set(world.sandbox.log.requests.map(({ route }) => route));
		expect(
			COVERED.filter(({ users }) => users.includes(operation)).map(({ route }) => route),
		).toEqual(
			Object.keys(ENDPOINTS).filter((route) => route !== TOKEN_ROUTE && used.has(route as Route)),
		);
	},
);

/** Errors by operation; all of them run at once, so that waits overlap. */
async function failuresIn(dialects: string[]): Promise<Record<string, string>> {
	await world.sandbox.reset();
	world.sandbox.dialects.set(dialects);
	const failures: Record<string, string> = {};
	await Promise.all(
		OPERATIONS.map(async (operation) => {
			try {
				await done(operation);
			} catch (error) {
				const { message, description } = error as { message: string; description?: string };
				failures[operation] = `${message} ${description ?? ''}`;
			}
		}),
	);
	return failures;
}

it.each(ROUNDS.map((dialects) => [dialects]))(
	'every operation does its work, and every endpoint is used, with %j',
	async (dialects) => {
		expect(await failuresIn(dialects)).toEqual({});
		const used = new Set(world.sandbox.log.requests.map(({ route }) => route));
		expect([...used].sort()).toEqual(Object.keys(ENDPOINTS).sort());
	},
);
