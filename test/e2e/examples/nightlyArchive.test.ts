/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { mkdirSync, rmSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

import { readExample } from '../../../host/examples';
import { chain, manualTrigger } from '../../../host/workflows';
import { archivedIn, fetchedFrom } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';

const ground = prepareGround();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const AUDIT_TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const NOT_FOUND = { kind: 'status', status: 404 } as const;
const BATCH = 20;

beforeEach(async () => await ground.sandbox.reset());

const envelopes = (
	count: number,
	status: 'sealed' | 'rejected' | 'cancelled' | 'sent' = 'sealed',
) => Array.from({ length: count }, () => ground.sandbox.control.envelope({ status }).ID);

async function imported() {
	const folder = newArchive();
	const example = await Example.import(ground, 'nightly-archive', {
		settings: { archiveFolder: folder },
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
	expect(
		first
			.json('New in the Archive')
			.map(({ envelopeId }) => envelopeId)
			.sort(),
	).toEqual([...finished].sort());

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

it('goes on with the next batch when a whole batch fails', async () => {
	const finished = envelopes(BATCH + 2);
	const { folder, night } = await imported();
	ground.sandbox.faults.next(SEALED, NOT_FOUND, BATCH);
	const first = await night();
	expect(first.error?.message).toMatch(/^20 of the finished envelopes/);
	expect(archivedIn(folder)).toHaveLength(2);

	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([...finished].sort());
});

it('takes nothing for archived that could not be written', async () => {
	const finished = envelopes(2);
	const { folder, night } = await imported();
	rmSync(folder, { recursive: true });
	const first = await night();
	expect([first.status, first.error?.node?.name]).toEqual(['error', 'Write File']);

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

it('tells nobody twice, though a run that broke off makes it archive something twice', async () => {
	const [again] = envelopes(1);
	const { night } = await imported();
	expect((await night()).json('New in the Archive')).toMatchObject([{ envelopeId: again }]);
	await forget(String(again));
	const second = await night();
	expect(fetchedFrom(ground.sandbox)).toEqual([again]);
	expect(second.json('Record as Archived')).toMatchObject([{ envelopeId: again }]);
	expect(second.json('New in the Archive')).toEqual([]);
});

it('does not ask again for an envelope that has no files', async () => {
	envelopes(1, 'cancelled');
	const { folder, night } = await imported();
	ground.sandbox.faults.next(SEALED, NOT_FOUND);
	ground.sandbox.faults.next(AUDIT_TRAIL, NOT_FOUND);
	expect((await night()).error).toBeUndefined();
	expect(archivedIn(folder)).toEqual([]);

	await night();
	expect(fetchedFrom(ground.sandbox)).toEqual([]);
});

/** As if n8n had ended between the writing of the files and the entry in the table. */
async function forget(envelopeId: string): Promise<void> {
	const { nodes } = readExample('nightly-archive');
	const table = nodes.find(({ name }) => name === 'Archive Record') as INode;
	const { dataTableId } = nodes.find(({ name }) => name === 'Record as Archived')?.parameters ?? {};
	const conditions = [{ keyName: 'envelopeId', condition: 'eq', keyValue: envelopeId }];
	const run = await ground.host.execute(
		chain('Forget', [
			manualTrigger,
			table,
			{
				name: 'Forget',
				type: table.type,
				parameters: { operation: 'deleteRows', dataTableId, filters: { conditions } },
			},
		]),
	);
	expect(run.json('Forget')).toHaveLength(1);
}
