/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { command } from '../../../host/command';
import type { Host } from '../../../host/host';
import { node24 } from '../../../host/install/node24';
import { installFolder } from '../../../host/install/place';
import { filesBelow } from '../../support/folder';

/** Prints every row of every table. Text is read through the database: a raw file may split it between pages. */
const DUMP = `
	const { DatabaseSync } = require('node:sqlite');
	const { writeFileSync } = require('node:fs');
	const [file, into] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
	const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	writeFileSync(into, tables.flatMap(({ name }) =>
		database.prepare('SELECT * FROM "' + name + '"').all().map((row) => name + ' ' + JSON.stringify(row)),
	).join('\\n'));
`;

/** Programs, and what is read through the database. */
const NOT_WRITTEN_BY_WORKFLOWS = ['node_modules/', '.cache/', 'database.sqlite', 'dump.txt'];

/** Everything n8n keeps, as text: its database by table, its logs and all other files. */
export async function storedBy(host: Host): Promise<Array<{ place: string; text: string }>> {
	const home = join(host.folder, '.n8n');
	const dump = join(host.folder, 'dump.txt');
	const { path } = node24(installFolder());
	await command(path, ['-e', DUMP, join(home, 'database.sqlite'), dump], {
		cwd: host.folder,
		log: join(host.folder, 'dump.log'),
	});
	const rows = readFileSync(dump, 'utf8')
		.split('\n')
		.map((text) => ({ place: `table ${text.split(' ')[0]}`, text }));
	const files = filesBelow(host.folder)
		.filter((file) => !NOT_WRITTEN_BY_WORKFLOWS.some((part) => file.includes(part)))
		.map((file) => ({ place: file, text: readFileSync(join(host.folder, file), 'latin1') }));
	return [...rows, ...files];
}

/** Where a text is kept, in clear, URL-encoded or as base64. */
export const placesOf = (
	stored: Array<{ place: string; text: string }>,
	wanted: string,
): string[] => {
	const forms = [wanted, encodeURIComponent(wanted), Buffer.from(wanted).toString('base64')];
	const hits = stored.filter(({ text }) => forms.some((form) => text.includes(form)));
	return [...new Set(hits.map(({ place }) => place))];
};
