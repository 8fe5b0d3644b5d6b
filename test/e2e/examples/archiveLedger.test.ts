/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { check, sha256 } from '../../examples/archive';
import { prepareGround } from '../support/ground';
import { prepared, sealed } from '../support/ledger';

const ground = prepareGround();

it('writes lines that follow each other, which the script accepts as they are and not as they are made', async () => {
	const { archiveFolder, archive, ledger, line } = await prepared(ground);
	sealed(ground);
	await archive.run();
	expect((await ledger.run()).error).toBeUndefined();
	sealed(ground);
	ground.sandbox.control.envelope({ status: 'sent' });
	await archive.run();
	expect((await ledger.run()).error).toBeUndefined();

	expect(JSON.parse(line(2))).toMatchObject({
		line: 2,
		service: { sealed: 2, sent: 1 },
		missing: [],
		lost: [],
		previous: sha256(line(1)),
	});
	expect(check(archiveFolder, sha256(line(2)))).toMatchObject({ status: 0 });

	writeFileSync(
		join(archiveFolder, 'ledger-000001.json'),
		line(1).replace('"sealed":1', '"sealed":9'),
	);
	expect(check(archiveFolder)).toMatchObject({
		status: 1,
		lines: [expect.stringContaining('ledger-000001.json')],
	});
});

it('names what is finished and not archived, writes the line, and fails', async () => {
	const { ledger, line } = await prepared(ground);
	const missed = sealed(ground);
	sealed(ground, 1);
	const run = await ledger.run();

	expect(run.error?.message).toMatch(/^1 finished envelopes are not in the archive/);
	expect(JSON.parse(line(1))).toMatchObject({ missing: [missed], previous: '' });
});

it('reads old evidence back, and names what is not as it was', async () => {
	const { archiveFolder, archive, ledger } = await prepared(ground);
	sealed(ground);
	await archive.run();
	expect((await ledger.run('Every Sunday')).error).toBeUndefined();
	const file = readdirSync(archiveFolder).find((name) => name.endsWith('-sealed.zip')) as string;
	writeFileSync(join(archiveFolder, file), 'other');

	expect((await ledger.run('Every Sunday')).error?.message).toContain(`altered ${file}`);
});
