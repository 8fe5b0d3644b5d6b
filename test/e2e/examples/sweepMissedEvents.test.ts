import { archivedIn, fetchedFrom } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';

const ground = prepareGround();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

beforeEach(async () => await ground.sandbox.reset());

const sealed = (minutes: number) =>
	ground.sandbox.control.envelope({
		status: 'sealed',
		createdAt: minutesAgo(minutes + 60),
		lastModifiedAt: minutesAgo(minutes),
	}).ID;

async function imported(name: string, folder: string) {
	const example = await Example.import(ground, name, { storing: { archiveFolder: folder } });
	return async () => {
		ground.sandbox.log.clear();
		return await example.run();
	};
}

it('archives once what no event reported, and leaves to the webhook what has just been sealed', async () => {
	const missed = Array.from({ length: 5 }, (_, hours) => sealed(45 + hours * 60));
	const recent = sealed(5);
	const folder = newArchive();
	const sweep = await imported('sweep-missed-events', folder);
	const first = await sweep();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([...missed].sort());
	expect(archivedIn(folder)).not.toContain(recent);

	await sweep();
	expect(fetchedFrom(ground.sandbox)).toEqual([]);
});

it('finds nothing missed where another workflow has archived it', async () => {
	const { ID } = ground.sandbox.control.envelope({ status: 'rejected', createdAt: minutesAgo(90) });
	const folder = newArchive();
	await (
		await imported('nightly-archive', folder)
	)();
	expect(archivedIn(folder)).toEqual([ID]);

	const run = await (await imported('sweep-missed-events', folder))();
	expect([run.status, run.json('Finished Envelopes')]).toMatchObject(['success', [{ ID }]]);
	expect(fetchedFrom(ground.sandbox)).toEqual([]);
});

it('writes the others when one cannot be archived, fails, and tries that one again', async () => {
	const missed = [sealed(60), sealed(61), sealed(62)];
	const folder = newArchive();
	const sweep = await imported('sweep-missed-events', folder);
	ground.sandbox.faults.next(SEALED, { kind: 'status', status: 404 });
	const first = await sweep();
	expect(first.error?.message).toMatch(/^1 of the missed envelopes could not be archived/);
	const archived = archivedIn(folder);
	expect(archived).toHaveLength(2);

	expect((await sweep()).error).toBeUndefined();
	expect(fetchedFrom(ground.sandbox)).toEqual(missed.filter((id) => !archived.includes(id)));
	expect(archivedIn(folder)).toEqual([...missed].sort());
});
