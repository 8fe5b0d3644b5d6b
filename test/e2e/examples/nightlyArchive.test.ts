import { mkdirSync, readdirSync, rmSync } from 'node:fs';

import { archivedIn, fetchedFrom } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { recordedStates } from '../support/record';
import { until } from '../support/until';
import { fetchUnpooled } from '../support/fetchUnpooled';

const harness = prepareHarness();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const AUDIT_TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const NOT_FOUND = { kind: 'status', status: 404 } as const;
const SHA = /^[0-9a-f]{64}$/;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeEach(async () => await harness.sandbox.reset());

const envelopes = (
	count: number,
	status: 'sealed' | 'rejected' | 'cancelled' | 'sent' = 'sealed',
) => Array.from({ length: count }, () => harness.sandbox.control.envelope({ status }).ID);

async function imported() {
	const folder = newArchive();
	const example = await Example.import(harness, 'nightly-archive', {
		storing: { archiveFolder: folder },
	});
	const night = async () => {
		harness.sandbox.log.clear();
		return await example.run();
	};
	return { folder, night, example };
}

const rowsOf = async (ID = '') =>
	(await recordedStates(harness.host)).filter(({ envelopeId }) => envelopeId === ID);

it('archives what is finished, under names that people find, and in the next night only what is new', async () => {
	const finished = [...envelopes(2), ...envelopes(1, 'rejected'), ...envelopes(1, 'cancelled')];
	const { ID, name } = harness.sandbox.control.envelope({
		name: 'Lease of the harbor office',
		status: 'sealed',
	});
	envelopes(1, 'sent');
	const { folder, night } = await imported();
	const first = await night();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([...finished, ID].sort());
	expect(
		readdirSync(folder).filter((file) => file.startsWith(`${ID}-Lease-of-the-harbor-office-`)),
	).toHaveLength(3);
	expect(await rowsOf(ID)).toMatchObject([
		{
			name,
			status: 'sealed',
			manifest: expect.stringMatching(ID),
			manifestSha256: expect.stringMatching(SHA),
		},
	]);

	expect((await night()).status).toBe('success');
	expect(fetchedFrom(harness.sandbox)).toEqual([]);

	const [added] = envelopes(1);
	harness.sandbox.control.get(ID).lastModifiedAt = new Date().toISOString();
	await night();
	expect(fetchedFrom(harness.sandbox)).toEqual([added, ID].sort());
});

it('says so when envelopes cannot be archived, goes on with the others, and archives them in the next night', async () => {
	const finished = envelopes(5);
	const { folder, night } = await imported();
	harness.sandbox.faults.next(SEALED, NOT_FOUND, 2);
	const first = await night();
	expect(first.error?.message).toMatch(/^2 finished envelopes could not be archived/);
	expect(archivedIn(folder)).toHaveLength(3);

	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('takes nothing for archived that could not be written', async () => {
	const finished = envelopes(2);
	const { folder, night } = await imported();
	rmSync(folder, { recursive: true });
	const first = await night();
	expect(first.error?.message).toMatch(/^2 finished envelopes could not be archived/);

	mkdirSync(folder);
	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('enters an envelope without files a day after it has ended, and not before', async () => {
	const { control, faults } = harness.sandbox;
	const { night } = await imported();
	const [today = ''] = envelopes(1, 'cancelled');
	const { ID: before } = control.envelope({
		status: 'rejected',
		createdAt: daysAgo(3),
		lastModifiedAt: daysAgo(2),
	});
	faults.next(AUDIT_TRAIL, NOT_FOUND, 2);
	expect((await night()).error).toBeUndefined();
	expect(await rowsOf(before)).toMatchObject([{ status: 'rejected', manifestSha256: '' }]);
	expect(await rowsOf(today)).toEqual([]);

	expect((await night()).error).toBeUndefined();
	expect(fetchedFrom(harness.sandbox)).toEqual([today]);
	expect(await rowsOf(today)).toMatchObject([{ manifestSha256: expect.stringMatching(SHA) }]);
});

it('archives an envelope at once when the service says that it is sealed', async () => {
	const { host, sandbox } = harness;
	const { folder, example, night } = await imported();
	await example.activate();
	const url = `${host.url}/webhook/${example.addressOf('Envelope Sealed')}/webhook`;
	await until('the address for events', async () => (await fetchUnpooled(url)).ok);
	const { ID } = sandbox.control.envelope({ status: 'sent', fields: true });
	sandbox.control.setWebhook({ url });
	const archived = await example.nextRun(async () => {
		sandbox.control.signAll(ID);
		await sandbox.control.idle();
	});
	expect([archived.status, archived.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([ID]);

	await night();
	expect(fetchedFrom(sandbox)).toEqual([]);
});
