import { Example } from '../support/example';
import { openFileStore, wholeIn, type FileStore } from '../support/fileStore';
import { prepareHarness } from '../support/harness';
import { recordedOf } from '../support/record';

const harness = prepareHarness();

let store: FileStore;

beforeEach(async () => {
	await harness.sandbox.reset();
	store = await openFileStore();
});

afterEach(async () => await store.close());

async function nightly() {
	const s3 = await harness.host.createCredential(
		`S3 ${store.url}`,
		{
			endpoint: store.url,
			region: 'us-east-1',
			accessKeyId: 'key',
			secretAccessKey: 'not a secret',
			forcePathStyle: true,
		},
		's3',
	);
	return await Example.import(harness, 'nightly-archive', {
		store: 'store-evidence-s3',
		credentials: { s3 },
	});
}

const sealed = () => harness.sandbox.control.envelope({ status: 'sealed' }).ID;

it('stores evidence in S3, and asks for Object Lock until the year that the settings say', async () => {
	const one = sealed();
	expect((await (await nightly()).run()).error).toBeUndefined();
	expect(wholeIn(store)).toEqual([one]);
	const [headers] = [...store.headers.values()];
	expect(headers?.['x-amz-object-lock-mode']).toBe('COMPLIANCE');
	const until = new Date(String(headers?.['x-amz-object-lock-retain-until-date']));
	expect(until.getUTCFullYear()).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + 9);
});

it('enters nothing as archived that S3 returns changed, and stores it in the next night', async () => {
	const one = sealed();
	const example = await nightly();
	store.cuts = true;
	const first = await example.run();
	expect(first.error?.message).toMatch(/\S+ was not stored as downloaded/);
	expect(await recordedOf(harness.host, [one])).toEqual([]);

	store.cuts = false;
	expect((await example.run()).error).toBeUndefined();
	expect(wholeIn(store)).toEqual([one]);
	expect(await recordedOf(harness.host, [one])).toEqual([one]);
});
