/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { join } from 'node:path';

import { command } from '../command';
import { node24 } from '../install/node24';
import { installFolder } from '../install/place';

const SQLITE = `
	const { DatabaseSync } = require('node:sqlite');
	new DatabaseSync(process.argv[1], { timeout: 10000 }).exec(process.argv[2]);
`;

const POSTGRES = `
	const { Client } = require('pg');
	const client = new Client({ host: '127.0.0.1', port: process.argv[1], user: 'postgres', database: 'postgres' });
	client.connect().then(() => client.query(process.argv[2])).finally(() => client.end());
`;

/** Changes n8n's database behind its back, as a damaged disk or a wrong key would. */
export async function sql(
	database: { folder: string } | { postgresPort: number },
	statement: string,
): Promise<void> {
	const [script, place] =
		'folder' in database
			? [SQLITE, join(database.folder, '.n8n', 'database.sqlite')]
			: [POSTGRES, String(database.postgresPort)];
	const installation = installFolder();
	await command(node24(installation).path, ['-e', script, place, statement], {
		cwd: installation,
		log: join('/dev', 'null'),
	});
}
