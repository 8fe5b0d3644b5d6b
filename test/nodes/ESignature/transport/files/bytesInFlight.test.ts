import { sleep, type IBinaryData } from 'n8n-workflow';

import {
	BytesInFlight,
	type Load,
} from '../../../../../nodes/ESignature/transport/files/bytesInFlight';

const MB = 1024 ** 2;
const soon = async () => await sleep(0);

const stored = (id?: string) => ({ data: '', mimeType: '', ...(id && { id }) }) as IBinaryData;
const ON_DISK = stored('filesystem-v2:1');
const IN_DATABASE = stored('database:1');
const IN_MEMORY = stored();

/** After a file of this size, into this store. */
async function after(size: number, store: IBinaryData): Promise<BytesInFlight> {
	const files = new BytesInFlight();
	const load = await files.enter('kind');
	await load.announced(size);
	load.arrived(size);
	load.stored(store);
	load.leave();
	return files;
}

/** Files that are asked for at the same time, and those of them that may begin. */
async function begun(files: BytesInFlight, count: number, kind = 'kind'): Promise<Load[]> {
	const loads: Load[] = [];
	for (let one = 0; one < count; one++) {
		void files.enter(kind).then((load) => loads.push(load));
	}
	await soon();
	return loads;
}

describe('the files that may be under way', () => {
	it.each([
		['small ones on disk', 100_000, ON_DISK, 50],
		['large ones on disk', 1024 * MB, ON_DISK, 2],
		['small ones in the database', 100_000, IN_DATABASE, 50],
		['middling ones on disk', 20 * MB, ON_DISK, 12],
		['middling ones in the database', 20 * MB, IN_DATABASE, 1],
		['middling ones in memory', 20 * MB, IN_MEMORY, 1],
		['large ones in memory', 300 * MB, IN_MEMORY, 1],
	])('are as many as their size allows: %s', async (_, size, store, expected) => {
		expect(await begun(await after(size, store), 50)).toHaveLength(expected);
	});

	it('are of any kind: a large one leaves less room for other large ones', async () => {
		const files = await after(30 * MB, IN_DATABASE);
		const [other] = (await begun(files, 1, 'another kind')) as [Load];
		await other.announced(20 * MB);

		expect(await begun(files, 50)).toHaveLength(0);
	});

	it.each([
		['on disk', ON_DISK, 16],
		['in the database', IN_DATABASE, 2],
	])('are some small ones whatever the large ones take: %s', async (_, store, expected) => {
		const files = await after(1024 * MB, store);
		await begun(files, 3);

		expect(await begun(files, 50, 'another kind')).toHaveLength(expected);
	});

	it('leave the room of small ones once they turn out to be large', async () => {
		const files = await after(100_000, ON_DISK);
		const loads = await begun(files, 20);
		for (const load of loads) load.arrived(100 * MB);

		expect(await begun(files, 50)).toHaveLength(50);
		loads.forEach((load) => load.leave());
	});

	it('come to the room of small ones once they turn out to be small', async () => {
		const files = await after(200 * MB, ON_DISK);
		const [first] = (await begun(files, 1)) as [Load];
		await first.announced(100_000);

		expect(await begun(files, 2)).toHaveLength(2);
	});

	it('wait with what was not read yet where it is larger than expected and held in memory', async () => {
		const files = await after(1 * MB, IN_DATABASE);
		const [first, second] = (await begun(files, 2)) as [Load, Load];
		await first.announced(20 * MB);
		let mayRead = false;
		void second.announced(20 * MB).then(() => (mayRead = true));
		await soon();
		expect(mayRead).toBe(false);
		first.leave();
		await soon();

		expect(mayRead).toBe(true);
	});

	it('are few where they are only looked at, since those are held in memory wherever n8n keeps its own', async () => {
		const files = await after(100_000, ON_DISK);
		let reading = 0;
		for (let one = 0; one < 8; one++) {
			void files.enter('looked at', { isKept: false }).then(async (load) => {
				await load.announced(300 * MB);
				reading++;
			});
		}
		await soon();

		expect(reading).toBe(1);
		expect(await begun(files, 50)).toHaveLength(50);
	});

	it('do not wait for each other where each is larger than expected', async () => {
		const files = await after(1 * MB, IN_DATABASE);
		const loads = await begun(files, 8);
		const read: number[] = [];
		const downloads = loads.map(async (load, index) => {
			await load.announced(30 * MB);
			read.push(index);
			await soon();
			load.leave();
		});
		await Promise.all(downloads);

		expect(read).toHaveLength(8);
	});

	it('need not wait on the way to a disk', async () => {
		const files = await after(20 * MB, ON_DISK);
		const loads = await begun(files, 3);
		await Promise.all(loads.map(async (load) => await load.announced(1024 * MB)));

		expect(await begun(files, 1)).toHaveLength(0);
	});

	it('count by what arrives where nothing was announced', async () => {
		const files = await after(5 * MB, IN_DATABASE);
		const [load] = (await begun(files, 1)) as [Load];
		load.arrived(32 * MB);
		const next = await begun(files, 2);
		expect(next).toHaveLength(0);
		load.leave();
		await soon();

		expect(next).toHaveLength(2);
	});

	it('are not held up once the execution is cancelled', async () => {
		const files = await after(1024 * MB, ON_DISK);
		await begun(files, 2);

		await files.enter('kind', { cancel: AbortSignal.abort() });
	});
});
