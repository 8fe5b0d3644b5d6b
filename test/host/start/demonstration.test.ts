/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareDemonstration } from '../../../host/start/demonstration';
import { exampleFile } from '../../../host/examples';
import { createSandbox, type Sandbox } from '../../../sandbox';

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
	sandbox = await createSandbox();
	folder = mkdtempSync(join(tmpdir(), 'esignature-start-'));
	prepareDemonstration(sandbox, {
		spreadsheet: join(folder, 'sheet.csv'),
		contract: join(folder, 'contract.pdf'),
	});
});
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
	await sandbox.close();
});

it('writes a PDF that can be sent', () => {
	expect(readFileSync(join(folder, 'contract.pdf'), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
});

it('writes the sample spreadsheet with drafts and documents that exist, and changes nothing else', () => {
	const rowsOf = (text: string) => text.trim().split('\n').slice(1);
	const rows = rowsOf(readFileSync(join(folder, 'sheet.csv'), 'utf8'));
	for (const row of rows) {
		const [envelopeID, documentID] = row.split(',') as [string, string];
		const { status, documents } = sandbox.control.get(envelopeID);
		expect([status, documents[0]?.ID]).toEqual(['drafted', documentID]);
	}
	const rest = (row: string) => row.split(',').slice(2);
	expect(rows.map(rest)).toEqual(rowsOf(exampleFile('bulk-from-spreadsheet.csv')).map(rest));
});
