/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdirSync, rmSync } from 'node:fs';

import { archivedIn, fetchedFrom } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';
import { recordedStates } from '../support/record';

const ground = prepareGround();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const AUDIT_TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const NOT_FOUND = { kind: 'status', status: 404 } as const;
const MANY = 5;
const SHA = /^[0-9a-f]{64}$/;

beforeEach(async () => await ground.sandbox.reset());

const envelopes = (
	count: number,
	status: 'sealed' | 'rejected' | 'cancelled' | 'sent' = 'sealed',
) => Array.from({ length: count }, () => ground.sandbox.control.envelope({ status }).ID);

async function imported(settings: Record<string, number> = {}) {
	const folder = newArchive();
	const example = await Example.import(ground, 'nightly-archive', {
		storing: { archiveFolder: folder, ...settings },
	});
	const night = async () => {
		ground.sandbox.log.clear();
		return await example.run();
	};
	return { folder, night };
}

it('archives what is finished, and in the next night only what is new', async () => {
	const finished = [...envelopes(2), ...envelopes(1, 'rejected'), ...envelopes(1, 'cancelled')];
	envelopes(1, 'sent');
	const { folder, night } = await imported();
	const first = await night();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([...finished].sort());
	const stored = first.json('Store Evidence').map(({ envelopeId }) => envelopeId);
	expect(stored.sort()).toEqual([...finished].sort());

	expect((await night()).status).toBe('success');
	expect(fetchedFrom(ground.sandbox)).toEqual([]);

	const [added] = envelopes(1);
	await night();
	expect(fetchedFrom(ground.sandbox)).toEqual([added]);
	expect(archivedIn(folder)).toEqual([...finished, added].sort());
});

it('says so when an envelope cannot be archived, and archives it in the next night', async () => {
	const finished = envelopes(3);
	const { folder, night } = await imported();
	ground.sandbox.faults.next(SEALED, NOT_FOUND);
	const first = await night();
	expect(first.error?.message).toMatch(/^1 of the finished envelopes could not be archived/);
	const archived = archivedIn(folder);
	expect(archived).toHaveLength(2);

	const second = await night();
	expect([second.status, second.error]).toEqual(['success', undefined]);
	expect(fetchedFrom(ground.sandbox)).toEqual(finished.filter((id) => !archived.includes(id)));
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('goes on when many fail, one after the other', async () => {
	const finished = envelopes(MANY + 2);
	const { folder, night } = await imported();
	ground.sandbox.faults.next(SEALED, NOT_FOUND, MANY);
	const first = await night();
	expect(first.error?.message).toMatch(/^5 of the finished envelopes/);
	expect(archivedIn(folder)).toHaveLength(2);

	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('takes nothing for archived that could not be written', async () => {
	const finished = envelopes(2);
	const { folder, night } = await imported();
	rmSync(folder, { recursive: true });
	const first = await night();
	expect(first.error?.message).toMatch(/^2 of the finished envelopes could not be archived/);

	mkdirSync(folder);
	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('archives an envelope again that has changed since', async () => {
	const [changed, same] = envelopes(2);
	const { folder, night } = await imported();
	await night();
	ground.sandbox.control.get(String(changed)).lastModifiedAt = new Date().toISOString();
	await night();
	expect(fetchedFrom(ground.sandbox)).toEqual([changed]);
	expect(archivedIn(folder)).toEqual([changed, same].sort());
});

describe('an envelope of which the service has no file', () => {
	const refuse = (times = 1) => ground.sandbox.faults.next(AUDIT_TRAIL, NOT_FOUND, times);
	const rowsOf = async (ID = '') =>
		(await recordedStates(ground.host)).filter(({ envelopeId }) => envelopeId === ID);

	it('is left for the next night, which the run reports, and archived if there is a file then', async () => {
		const [cancelled = ''] = envelopes(1, 'cancelled');
		const { folder, night } = await imported();
		refuse();
		const first = await night();
		expect(first.error?.message).toMatch(
			/^1 of the finished envelopes .* no file of this cancelled/,
		);
		expect([archivedIn(folder), await rowsOf(cancelled)]).toEqual([[], []]);

		expect((await night()).error).toBeUndefined();
		expect(archivedIn(folder)).toEqual([cancelled]);
		expect(await rowsOf(cancelled)).toMatchObject([{ manifestSha256: expect.stringMatching(SHA) }]);
	});

	it('is not recorded by a second refusal on the same day, which is no news', async () => {
		const [cancelled = ''] = envelopes(1, 'cancelled');
		const { night } = await imported();
		refuse(2);
		await night();
		const second = await night();
		expect(second.error).toBeUndefined();
		expect(fetchedFrom(ground.sandbox)).toEqual([cancelled]);
		expect(await rowsOf(cancelled)).toEqual([]);
	});

	it('is recorded as without files when there is still none later, and then not asked for again', async () => {
		const [rejected = ''] = envelopes(1, 'rejected');
		const { folder, night } = await imported({ hoursBetweenLooks: 0 });
		refuse(2);
		expect((await night()).error?.message).toContain('no file of this rejected envelope');
		expect((await night()).error).toBeUndefined();
		expect(await rowsOf(rejected)).toMatchObject([{ status: 'rejected', manifestSha256: '' }]);
		expect(archivedIn(folder)).toEqual([]);

		await night();
		expect(fetchedFrom(ground.sandbox)).toEqual([]);
	});

	it('is looked at anew if it has changed since the first refusal', async () => {
		const [cancelled = ''] = envelopes(1, 'cancelled');
		const { night } = await imported({ hoursBetweenLooks: 0 });
		refuse(2);
		await night();
		ground.sandbox.control.get(cancelled).lastModifiedAt = new Date().toISOString();
		expect((await night()).error?.message).toContain('no file of this cancelled envelope');
		expect(await rowsOf(cancelled)).toEqual([]);
	});
});
