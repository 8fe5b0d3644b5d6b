import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { command } from '../../../host/command';
import type { Host } from '../../../host/host';
import { installN8n } from '../../../host/install/install';
import type { QueueHost } from '../../../host/queue/queue';
import { formsOf } from '../../support/canaries';
import { filesBelow } from '../../support/folder';

/** Text is read through the database: a raw file may split it between pages. */
const SQLITE = `
	const { DatabaseSync } = require('node:sqlite');
	const { writeFileSync } = require('node:fs');
	const [file, into] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
	const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	writeFileSync(into, tables.flatMap(({ name }) =>
		database.prepare('SELECT * FROM "' + name + '"').all().map((row) => name + ' ' + JSON.stringify(row)),
	).join('\\n'));
`;

/** Files are kept as bytes, which are read as if each was a character. */
const POSTGRES = `
	const { Client } = require('pg');
	const { writeFileSync } = require('node:fs');
	const [port, into] = process.argv.slice(1);
	const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
	const text = (value) => Buffer.isBuffer(value) ? value.toString('latin1') : value;
	(async () => {
		await client.connect();
		const tables = await client.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
		const lines = [];
		for (const { name } of tables.rows) {
			const { rows } = await client.query('SELECT * FROM "' + name + '"');
			lines.push(...rows.map((row) => name + ' ' + JSON.stringify(Object.values(row).map(text))));
		}
		writeFileSync(into, lines.join('\\n'));
		await client.end();
	})();
`;

/** Programs, and what is read through the database. */
const NOT_WRITTEN_BY_WORKFLOWS = ['node_modules/', '.cache/', 'database.sqlite', 'dump.txt'];

export interface Stored {
	/** A table or a file. */
	place: string;
	text: string;
}

/** Everything n8n keeps, as text: its database by table, its logs and all other files. */
export const storedBy = async ({ folder }: Host): Promise<Stored[]> => [
	...(await rowsBy(SQLITE, join(folder, '.n8n', 'database.sqlite'), folder)),
	...filesIn(folder),
];

/** The same for a queue: the database of all, and the files of the main process and of each worker. */
export async function storedByQueue({ main, postgresPort }: QueueHost): Promise<Stored[]> {
	const folder = dirname(main.folder);
	return [...(await rowsBy(POSTGRES, String(postgresPort), folder)), ...filesIn(folder)];
}

/** Every row of every table, read with the drivers of the n8n from npm: the one that runs may be in a container. */
async function rowsBy(script: string, database: string, folder: string): Promise<Stored[]> {
	const dump = join(folder, 'dump.txt');
	const installation = await installN8n();
	await command(installation.node.path, ['-e', script, database, dump], {
		cwd: installation.folder,
		log: join(folder, 'dump.log'),
	});
	return readFileSync(dump, 'utf8')
		.split('\n')
		.map((text) => ({ place: `table ${text.split(' ')[0]}`, text }));
}

const filesIn = (folder: string): Stored[] =>
	filesBelow(folder)
		.filter((file) => !NOT_WRITTEN_BY_WORKFLOWS.some((part) => file.includes(part)))
		.map((file) => ({ place: file, text: textOf(join(folder, file)) }));

/** Other tests use the same n8n, which renames or removes some of their files before they are read here. */
function textOf(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}

/** Where a text is kept, in clear, URL-encoded or as base64. */
export const placesOf = (stored: Stored[], wanted: string): string[] => {
	const forms = formsOf(wanted);
	const hits = stored.filter(({ text }) => forms.some((form) => text.includes(form)));
	return [...new Set(hits.map(({ place }) => place))];
};
