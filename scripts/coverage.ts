// Writes the table of docs/api.md that says which scenarios of operations use an endpoint, and whether the real service
// has been seen. Part of `npm run docs`.
import { writeFileSync } from 'node:fs';

import { filled, table } from '../test/contract/pages';
import { sourceTypes } from '../test/support/sourceTypes';
import type { Types } from '../test/support/types';
import { scenarioExchanges } from '../live/conform/scenarioExchanges';
import { recordings } from '../live/recordings';
import { ENDPOINTS, TOKEN_ROUTE, type Route } from '../nodes/ESignature/api';
import { getOrCreate } from '../nodes/ESignature/values/collections';
import { inRoot } from '../test/contract/repository';
import { scenarioFileOf } from '../test/operations/scenarios';

const PAGE = 'docs/api.md';

/** The operations whose scenarios use each endpoint. */
async function usersOf(types?: Types): Promise<Map<Route, Set<string>>> {
	const users = new Map<Route, Set<string>>();
	for (const { route, during } of await scenarioExchanges(types))
		if (route) getOrCreate(users, route, () => new Set()).add(during);
	return users;
}

const link = (operation: string) =>
	`[${operation}](../test/operations/${scenarioFileOf(operation)})`;

function coverage(users: Map<Route, Set<string>>): string {
	const seen = recordings();
	const rows = (Object.keys(ENDPOINTS) as Route[]).map((route) => {
		const date = seen.find(({ exchanges }) => exchanges.some((one) => one.route === route))?.date;
		return [
			`\`${route}\``,
			// One token serves all of them.
			route === TOKEN_ROUTE ? 'all' : [...(users.get(route) ?? [])].map(link).join(', '),
			date ?? '*not yet*',
		];
	});
	return table(['Endpoint', 'Scenarios', 'Seen live'], rows);
}

/** The page with the table as it should be. */
export const coveragePage = async (types?: Types): Promise<string> =>
	filled(PAGE, { coverage: coverage(await usersOf(types)) });

if (require.main === module)
	void coveragePage(sourceTypes()).then((page) => writeFileSync(inRoot(PAGE), page));
