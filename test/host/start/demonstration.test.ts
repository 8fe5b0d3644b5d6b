import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareDemonstration } from '../../../host/start/demonstration';
import { findTags, readPdf } from '../../../nodes/ESignature/lib/pdf-text';
import { createSandbox } from '../../../sandbox';

it('makes a contract whose tags leave room for a signature, as the docs advise', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'demonstration-'));
	const sandbox = await createSandbox();
	const place = (name: string) => join(folder, name);
	const tagged = place('tagged.pdf');
	await prepareDemonstration(sandbox, {
		tagged,
		contract: place('contract.pdf'),
		spreadsheet: place('rows.csv'),
	});
	await sandbox.close();
	const { tags } = await findTags(await readPdf(readFileSync(tagged)));
	rmSync(folder, { recursive: true });
	expect(tags.map(({ text }) => text)).toEqual([
		'[[signature:1]]',
		'[[date:1]]',
		'[[signature:2]]',
		'[[date:2]]',
	]);
	expect(Math.min(...tags.map(({ box }) => box.height))).toBeGreaterThanOrEqual(24);
});
