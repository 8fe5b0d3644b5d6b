/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { Example, newArchive } from './example';
import type { Ground } from './ground';

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
/** An envelope that was sealed so many hours ago; gives its ID. */
export const sealed = ({ sandbox }: Ground, hours = 48): string =>
	sandbox.control.envelope({
		status: 'sealed',
		createdAt: hoursAgo(hours + 1),
		lastModifiedAt: hoursAgo(hours),
	}).ID;

export const namedIn = (folder: string, ID: string, ending: string): string =>
	readdirSync(folder).find((name) => name.startsWith(ID) && name.endsWith(ending)) as string;
export const manifestIn = (folder: string, ID: string): string =>
	namedIn(folder, ID, '-manifest-sha256.txt');

export const archivedBefore = (folder: string, ID: string, milliseconds: number): boolean =>
	Date.now() - statSync(join(folder, manifestIn(folder, ID))).mtimeMs > milliseconds;

/** An empty archive with the examples that write to it. */
export async function prepared(ground: Ground, storing: Record<string, number> = {}) {
	await ground.sandbox.reset();
	const archiveFolder = newArchive();
	const archive = await Example.import(ground, 'nightly-archive', {
		storing: { archiveFolder, ...storing },
	});
	const settings = { archiveFolder, parts: 1 };
	const ledger = await Example.import(ground, 'archive-ledger', { settings });
	/** One that reads these rows from the table. */
	const ledgerWith = async (rows: IDataObject[]) =>
		await Example.import(ground, 'archive-ledger', {
			settings,
			pinData: { Archived: rows.map((json) => ({ json })) },
		});
	const line = (number: number) =>
		readFileSync(join(archiveFolder, `ledger-${String(number).padStart(6, '0')}.json`), 'utf8');
	return { archiveFolder, archive, ledger, ledgerWith, line };
}
