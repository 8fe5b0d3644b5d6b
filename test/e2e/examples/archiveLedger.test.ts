import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TimeStampAuthority } from '../../support/timeStampAuthority';
import { localServer, type LocalServer } from '../../support/localServer';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { recordedStates } from '../support/record';

const harness = prepareHarness();
const authority = new TimeStampAuthority();
const SCRIPT = join(__dirname, '..', '..', '..', 'examples', 'check-archive.sh');
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
let server: LocalServer;

beforeAll(async () => {
	server = await localServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			response.setHeader('content-type', 'application/timestamp-reply');
			response.end(authority.answer(Buffer.concat(chunks)));
		});
	});
});
afterAll(async () => await server.close());

const sealed = (name = 'Contract') =>
	harness.sandbox.control.envelope({
		name,
		status: 'sealed',
		createdAt: daysAgo(3),
		lastModifiedAt: daysAgo(2),
	}).ID;

async function prepared(timeStampAddress: string) {
	await harness.sandbox.reset();
	const archiveFolder = newArchive();
	const archive = await Example.import(harness, 'nightly-archive', { storing: { archiveFolder } });
	/**
	 * The table also has rows of other tests, whose files are elsewhere. Only the last envelope was
	 * archived tonight: a line knows its own time to the second, and lists what is as new as that.
	 */
	const ledgerOf = async (IDs: string[]) => {
		const rows = (await recordedStates(harness.host))
			.filter((row) => IDs.includes(row.envelopeId))
			.map((row) => (row.envelopeId === IDs.at(-1) ? row : { ...row, updatedAt: daysAgo(1) }));
		const pinData = { 'Archived Envelopes': rows.map((json) => ({ json: { ...json } })) };
		const settings = { archiveFolder, timeStampAddress };
		return await Example.import(harness, 'archive-ledger', { settings, pinData });
	};
	const checker = await Example.import(harness, 'archive-check', {
		settings: { archiveFolder, parts: 1 },
	});
	const check = (...options: string[]) =>
		spawnSync('bash', [SCRIPT, archiveFolder, ...options], { encoding: 'utf8' }).stdout;
	const lineNames = () =>
		readdirSync(archiveFolder)
			.filter((name) => /^ledger-.*txt$/.test(name))
			.sort();
	const line = (number: number) =>
		readFileSync(join(archiveFolder, lineNames()[number - 1] as string), 'utf8');
	return { archiveFolder, archive, ledgerOf, checker, check, line };
}

it('writes a line each night, which an authority stamps, and which check-archive.sh follows', async () => {
	const { archiveFolder, archive, ledgerOf, checker, check, line } = await prepared(server.url);
	const IDs: string[] = [];
	for (const name of ['First', 'Second']) {
		IDs.push(sealed(name));
		expect((await archive.run()).error).toBeUndefined();
		const night = await (await ledgerOf(IDs)).run();
		expect([night.status, night.error]).toEqual(['success', undefined]);
	}
	expect(line(1)).toMatch(/^# time: 20\S+Z\n# archived: 1\n/);
	expect(line(2)).toMatch(
		/\n# archived: 2\n[0-9a-f]{64} {2}\S+-Second-\S+-manifest-sha256.txt\n[0-9a-f]{64} {2}ledger-000001-\w+Z.txt\n$/,
	);
	expect(check('-t', authority.certificates)).toContain(
		'Nothing has changed: 2 manifests, 4 files, 2 ledger lines.\nTime stamps prove',
	);
	expect((await checker.run()).json('Compare')).toEqual([{ checked: 7 }]);

	const file = readdirSync(archiveFolder).find((name) => name.endsWith('-sealed.zip')) as string;
	appendFileSync(join(archiveFolder, file), 'x');
	expect(check()).toContain(`altered: ${file}`);
	expect((await checker.run()).error?.message).toContain(
		`Missing or altered in the archive: ${file}`,
	);
});

it('names what is finished and not archived, and requests no time stamp without an address', async () => {
	const { archiveFolder, ledgerOf, line, check } = await prepared('');
	const ID = sealed('Forgotten\ncontract');
	expect((await (await ledgerOf([])).run()).error).toBeUndefined();
	expect(line(1)).toContain(`\n# missing: ${ID} Forgotten contract\n`);
	expect(check()).toMatch(
		new RegExp(`not archived when ledger-000001-\\w+.txt was written: ${ID}`),
	);
	expect(readdirSync(archiveFolder).filter((name) => name.endsWith('.tsr'))).toEqual([]);
});
