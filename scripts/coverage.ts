// Writes the table of docs/api.md that says which operations use an endpoint, which scenarios prove it, and whether the
// real service has been seen. Part of `npm run docs`.
import { writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

import { filled, table } from '../test/contract/pages';
import { sourceTypes } from '../test/support/sourceTypes';
import { recordings } from '../live/recordings';
import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import { createSandbox } from '../sandbox';
import { inRoot } from '../test/contract/repository';
import { OPERATIONS } from '../test/contract/schemas';
import { Node } from '../test/operations/scenario';
import { scenarioFileOf, SCENARIOS } from '../test/operations/scenarios';
import { createEngine } from '../test/support/engine';
import { credentialFor } from '../test/support/harness';

const PAGE = 'docs/api.md';

/** The operations whose scenarios use each endpoint. */
async function usersOf(): Promise<Map<Route, string[]>> {
	const sandbox = await createSandbox({ clientSecret: randomUUID(), pageSize: 10 });
	const engine = await createEngine({ credential: credentialFor(sandbox), types: sourceTypes() });
	const users = new Map<Route, string[]>();
	for (const operation of OPERATIONS) {
		sandbox.log.clear();
		const node = new Node({ sandbox, ...engine }, operation);
		await SCENARIOS[operation]?.run(node);
		await SCENARIOS[operation]?.refused?.(node);
		for (const route of new Set(sandbox.log.requests.map((request) => request.route))) {
			if (route) users.set(route, [...(users.get(route) ?? []), operation]);
		}
	}
	await engine.close();
	await sandbox.close();
	return users;
}

const link = (file: string) => `[${file.replace('.ts', '')}](../test/operations/${file})`;

function coverage(users: Map<Route, string[]>): string {
	const seen = recordings();
	const rows = (Object.keys(ENDPOINTS) as Route[]).map((route) => {
		const operations = users.get(route) ?? [];
		const files = [...new Set(operations.map(scenarioFileOf))];
		const date = seen.find(({ exchanges }) => exchanges.some((one) => one.route === route))?.date;
		return [
			`\`${route}\``,
			// One token serves all of them.
			route === TOKEN_ROUTE ? 'all' : operations.join(', '),
			route === TOKEN_ROUTE ? 'all' : files.map(link).join(', '),
			date ?? '*not yet*',
		];
	});
	return table(['Endpoint', 'Operations', 'Scenarios', 'Seen live'], rows);
}

void usersOf().then((users) =>
	writeFileSync(inRoot(PAGE), filled(PAGE, { coverage: coverage(users) })),
);
