/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { check, sha256 } from '../../examples/archive';
import { prepareGround } from '../support/ground';
import { archivedBefore, hoursAgo, manifestIn, prepared, sealed } from '../support/ledger';
import { until } from '../support/until';

const ground = prepareGround();
const AUDIT_TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';

/** A ZIP and a manifest for it, as the examples would name them; gives the names. */
function plant(folder: string, ID: string): [string, string] {
	const named = (ending: string, content: string) => {
		const name = `${ID}-${sha256(content).slice(0, 16)}-${ending}`;
		writeFileSync(join(folder, name), content);
		return name;
	};
	const file = named('sealed.zip', 'a forged contract');
	return [named('manifest-sha256.txt', `${sha256('a forged contract')}  ${file}\n`), file];
}
const NAMED = '1 are in its folder without being recorded';

describe('evidence that somebody put into the folder is named and not entered', () => {
	it('for an envelope that nobody knows', async () => {
		const { archiveFolder, archive, ledger, line } = await prepared(ground);
		const ID = sealed(ground);
		await archive.run();
		const planted = plant(archiveFolder, randomUUID());

		expect((await ledger.run()).error?.message).toContain(NAMED);
		const { unrecorded, manifests } = JSON.parse(line(1)) as Record<string, object>;
		expect(unrecorded).toEqual([planted[0]]);
		expect(Object.keys(manifests ?? {})).toEqual([manifestIn(archiveFolder, ID)]);
		expect(check(archiveFolder)).toEqual({
			status: 1,
			lines: [
				...[...planted].sort().map((name) => `added: ${name}`),
				`unrecorded, says ledger-000001.json: ${planted[0]}`,
			],
		});
	});

	it('for an envelope that was archived without files', async () => {
		const { archiveFolder, archive, ledger, line } = await prepared(ground, {
			hoursBetweenLooks: 0,
		});
		const { ID } = ground.sandbox.control.envelope({
			status: 'cancelled',
			createdAt: hoursAgo(60),
			lastModifiedAt: hoursAgo(50),
		});
		ground.sandbox.faults.next(AUDIT_TRAIL, { kind: 'status', status: 404 }, 2);
		for (let night = 0; night < 2; night++) await archive.run();
		expect((await ledger.run()).error).toBeUndefined();
		const [planted] = plant(archiveFolder, ID);

		for (const number of [2, 3]) {
			expect((await ledger.run()).error?.message).toContain(NAMED);
			expect(JSON.parse(line(number))).toMatchObject({ unrecorded: [planted], manifests: {} });
		}
		expect(check(archiveFolder, sha256(line(3))).status).toBe(1);
	});

	it('beside evidence that was stored since the last line', async () => {
		const { archiveFolder, archive, ledger, line } = await prepared(ground);
		const ID = sealed(ground, 1);
		await archive.run();
		const stored = manifestIn(archiveFolder, ID);
		const [planted] = plant(archiveFolder, ID);

		expect((await ledger.run()).error?.message).toContain(NAMED);
		const { unrecorded, manifests } = JSON.parse(line(1)) as Record<string, object>;
		expect([unrecorded, Object.keys(manifests ?? {})]).toEqual([[planted], [stored]]);
	});

	it('in the place of evidence that was stored since the last line', async () => {
		const { archiveFolder, archive, ledger, line } = await prepared(ground);
		const ID = sealed(ground, 1);
		await archive.run();
		// What was stored after the folder was read is not missed yet.
		await until('some seconds are over', async () => archivedBefore(archiveFolder, ID, 3_000));
		const stored = manifestIn(archiveFolder, ID);
		for (const name of readdirSync(archiveFolder)) rmSync(join(archiveFolder, name));
		const [planted] = plant(archiveFolder, ID);

		expect((await ledger.run()).error?.message).toContain(NAMED);
		expect(JSON.parse(line(1))).toMatchObject({
			unrecorded: [planted],
			lost: [stored],
			manifests: {},
		});
	});
});
