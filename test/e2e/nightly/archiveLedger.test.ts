/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { check, sha256 } from '../../examples/archive';
import { Example } from '../support/example';
import { prepareGround } from '../support/ground';
import { archivedBefore, hoursAgo, manifestIn, namedIn, prepared, sealed } from '../support/ledger';
import { until } from '../support/until';

const ground = prepareGround();

/** As older versions of the examples named the files. */
function withoutChecksumsInNames(folder: string): void {
	const plain = (text: string) => text.replace(/(?<=[0-9a-f-]{36})-[0-9a-f]{16}(?=-)/g, '');
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const isManifest = name.endsWith('.txt');
		const content = isManifest ? plain(readFileSync(path, 'utf8')) : readFileSync(path);
		rmSync(path);
		writeFileSync(join(folder, plain(name)), content);
	}
}

/** Puts other content in the place of a file, and a manifest that fits it; gives the name of the manifest. */
function replaceFile(folder: string, ID: string): string {
	const [file, manifest] = [namedIn(folder, ID, '-sealed.zip'), manifestIn(folder, ID)];
	const list = readFileSync(join(folder, manifest), 'utf8');
	const old = sha256(readFileSync(join(folder, file)));
	writeFileSync(join(folder, file), 'other');
	writeFileSync(join(folder, manifest), list.replace(old, sha256('other')));
	return manifest;
}

it('does not accept a file that was replaced together with its manifest', async () => {
	const { archiveFolder, archive, ledger, line } = await prepared(ground);
	const ID = sealed(ground);
	await archive.run();
	expect((await ledger.run()).error).toBeUndefined();
	// At once: the row may be younger than the line, as the clocks go.
	const manifest = replaceFile(archiveFolder, ID);

	expect((await ledger.run()).error?.message).toContain('1 were changed');
	expect(JSON.parse(line(2))).toMatchObject({ altered: [manifest], manifests: {} });
	expect(check(archiveFolder).lines).toContainEqual(`altered: ${manifest}`);
});

it.each([
	['names the manifest that was there', (old: string) => old],
	['names none, as in a table of an older version', () => null],
])(
	'does not accept it under a name without checksum either, if its row %s',
	async (_, manifestSha256) => {
		const { archiveFolder, archive, line, ledgerWith } = await prepared(ground);
		const ID = sealed(ground);
		await archive.run();
		withoutChecksumsInNames(archiveFolder);
		const manifest = `${ID}-manifest-sha256.txt`;
		const old = sha256(readFileSync(join(archiveFolder, manifest)));
		const row = { envelopeId: ID, status: 'sealed' };
		const first = await ledgerWith([{ ...row, manifestSha256: old }]);
		expect((await first.run()).error).toBeUndefined();
		expect(JSON.parse(line(1))).toMatchObject({ manifests: { [manifest]: old } });
		const later = await ledgerWith([{ ...row, manifestSha256: manifestSha256(old) }]);
		expect((await later.run()).error).toBeUndefined();
		expect(replaceFile(archiveFolder, ID)).toBe(manifest);

		expect((await later.run()).error?.message).toContain('1 were changed');
		expect(JSON.parse(line(3))).toMatchObject({ altered: [manifest], manifests: {} });
	},
);

it('accepts both manifests of an envelope that was archived again', async () => {
	const { archiveFolder, archive, ledger, line } = await prepared(ground);
	const ID = sealed(ground);
	await archive.run();
	expect((await ledger.run()).error).toBeUndefined();
	const envelope = ground.sandbox.control.get(ID);
	envelope.audit.push({ ...(envelope.audit.at(-1) as (typeof envelope.audit)[number]) });
	envelope.lastModifiedAt = hoursAgo(1);
	await archive.run();

	expect((await ledger.run()).error).toBeUndefined();
	expect(Object.keys(JSON.parse(line(2)).manifests)).toHaveLength(1);
	expect(check(archiveFolder, sha256(line(2)))).toMatchObject({ status: 0 });
});

it('enters a manifest that was stored before its row with the line after', async () => {
	const { archiveFolder, archive, ledger, line, ledgerWith } = await prepared(ground);
	const ID = sealed(ground, 1);
	await archive.run();
	const early = await ledgerWith([{}]);

	expect((await early.run()).error).toBeUndefined();
	expect(JSON.parse(line(1))).toMatchObject({ unrecorded: [], manifests: {} });
	expect((await ledger.run()).error).toBeUndefined();
	expect(JSON.parse(line(2))).toMatchObject({
		manifests: { [manifestIn(archiveFolder, ID)]: expect.any(String) },
	});
});

it('names a manifest as altered also if its row is gone', async () => {
	const { archiveFolder, archive, ledger, line, ledgerWith } = await prepared(ground);
	const ID = sealed(ground);
	await archive.run();
	expect((await ledger.run()).error).toBeUndefined();
	const manifest = replaceFile(archiveFolder, ID);

	expect((await (await ledgerWith([{}])).run()).error?.message).toContain('1 were changed');
	expect(JSON.parse(line(2))).toMatchObject({ altered: [manifest], manifests: {} });
});

it('refuses a table of an older version, and says what it lacks', async () => {
	const { archiveFolder, archive, ledgerWith } = await prepared(ground);
	const ID = sealed(ground);
	await archive.run();
	const older = await ledgerWith([{ envelopeId: ID, status: 'sealed' }]);

	expect((await older.run()).error?.message).toContain("Add the column 'manifestSha256'");
	expect(readdirSync(archiveFolder).filter((name) => name.startsWith('ledger-'))).toEqual([]);
});

it('does not take an empty disk for an archive', async () => {
	const { archiveFolder, archive, ledger, line } = await prepared(ground);
	const ID = sealed(ground);
	await archive.run();
	// What has just been recorded may have been stored after the folder was read.
	await until('some seconds are over', async () => archivedBefore(archiveFolder, ID, 3_000));
	const manifest = manifestIn(archiveFolder, ID);
	for (const name of readdirSync(archiveFolder)) rmSync(join(archiveFolder, name));

	expect((await ledger.run()).error?.message).toContain('1 manifests have disappeared');
	expect(JSON.parse(line(1))).toMatchObject({ lost: [manifest] });
	expect((await ledger.run('Every Sunday')).error?.message).toContain('no manifest');
});

it('does not write a line that another run has written meanwhile', async () => {
	const { archiveFolder, archive, ledger, line } = await prepared(ground);
	sealed(ground);
	await archive.run();
	// It has read the ledger before the other wrote to it.
	const early = await Example.import(ground, 'archive-ledger', {
		settings: { archiveFolder, parts: 1 },
		pinData: { Ledger: [{ json: {} }], Lines: [{ json: {} }] },
	});
	expect((await ledger.run()).error).toBeUndefined();
	const written = line(1);

	expect((await early.run()).error?.message).toContain('Another run has just written');
	expect(line(1)).toBe(written);
});
