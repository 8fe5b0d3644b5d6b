import { Example } from '../support/example';
import { FileStore, wholeIn } from '../support/fileStore';
import { prepareGround } from '../support/ground';
import { recordedOf } from '../support/record';
import { STORES } from '../support/stores';

const ground = prepareGround();
const COUNT = 40;
const YEAR = 365.25 * 86_400_000;

let store: FileStore;

beforeEach(async () => {
	await ground.sandbox.reset();
	store = await FileStore.start();
});

afterEach(async () => await store.stop());

async function nightly(variant: keyof typeof STORES) {
	const credentials = await STORES[variant](ground.host, store);
	return await Example.import(ground, 'nightly-archive', { store: variant, credentials });
}

const storedWhole = (): string[] => wholeIn(store);

const recorded = async (of: string[]): Promise<string[]> => await recordedOf(ground.host, of);

const sealed = (count: number) =>
	Array.from({ length: count }, () => ground.sandbox.control.envelope({ status: 'sealed' }).ID);

it('S3: enters nothing as archived that the store has lost, and stores it in the next night', async () => {
	const finished = sealed(COUNT);
	const example = await nightly('store-evidence-s3');
	store.losesEach = 50;
	const first = await example.run();
	expect(store.lost).toBeGreaterThan(0);
	expect(first.error?.message).toMatch(/^\d+ of the finished envelopes could not be archived/);
	const entered = await recorded(finished);
	expect(entered.length).toBeGreaterThan(COUNT / 2);
	expect(entered.filter((id) => !storedWhole().includes(id))).toEqual([]);

	store.losesEach = 0;
	expect((await example.run()).error).toBeUndefined();
	expect(await recorded(finished)).toEqual([...finished].sort());
	expect(storedWhole()).toEqual([...finished].sort());
});

it('S3: asks for Object Lock until the year that the settings say', async () => {
	sealed(1);
	const example = await nightly('store-evidence-s3');
	expect((await example.run()).error).toBeUndefined();
	const [headers] = [...store.headers.values()];
	expect(headers?.['x-amz-object-lock-mode']).toBe('COMPLIANCE');
	const until = new Date(String(headers?.['x-amz-object-lock-retain-until-date']));
	expect(until.getUTCFullYear()).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + 9);
});

it('S3: what is archived under lock outlives whoever overwrites and removes it', async () => {
	sealed(1);
	const example = await nightly('store-evidence-s3');
	expect((await example.run()).error).toBeUndefined();
	const archived = new Map(store.files);
	expect(archived.size).toBeGreaterThan(1);
	for (const path of archived.keys()) {
		const [{ id } = { id: '' }] = store.versions.get(path) ?? [];
		const [url, version] = [`${store.url}${path}`, `${store.url}${path}?versionId=${id}`];
		expect((await fetch(url, { method: 'PUT', body: 'forged' })).status).toBe(200);
		expect(await (await fetch(url)).text()).toBe('forged');
		expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
		expect((await fetch(url)).status).toBe(404);
		expect((await fetch(version, { method: 'DELETE' })).status).toBe(403);
		const kept = Buffer.from(await (await fetch(version)).arrayBuffer());
		expect(kept.equals(archived.get(path) as Buffer)).toBe(true);
	}
	const [path] = archived.keys();
	const url = `${store.url}${path}?versionId=${store.versions.get(String(path))?.[0]?.id}`;
	// The settings of the example say ten years.
	store.now = () => Date.now() + 9.9 * YEAR;
	expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
	store.now = () => Date.now() + 10.1 * YEAR;
	expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
	expect((await fetch(url)).status).toBe(404);
});

it.each(Object.keys(STORES) as Array<keyof typeof STORES>)(
	'%s: enters nothing as archived that the store returns changed',
	async (variant) => {
		const [one] = sealed(1);
		const example = await nightly(variant);
		store.cutsEach = 1;
		const first = await example.run();
		expect(first.error?.message).toContain('does not return the files as they were downloaded');
		expect(await recorded([String(one)])).toEqual([]);

		store.cutsEach = 0;
		expect((await example.run()).error).toBeUndefined();
		expect(storedWhole()).toEqual([one]);
		expect(await recorded([String(one)])).toEqual([one]);
	},
);
