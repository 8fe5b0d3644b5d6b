import { prepareHarness } from '../support/harness';
import { program } from '../support/program';

const harness = prepareHarness();
const SIZE = 200 * 1024 * 1024;

it('stores a sealed ZIP of 200 MB with little memory', async () => {
	const { sandbox } = harness;
	const small = sandbox.control.envelope({ status: 'sealed' });
	const large = sandbox.control.envelope({ status: 'sealed' });
	sandbox.control.fileSize(large.ID, SIZE);
	const printed = await program('test/support/largeDownload.ts', [
		sandbox.url,
		sandbox.clientId,
		sandbox.clientSecret,
		small.ID,
		large.ID,
	]);
	const { json, rise } = JSON.parse(printed.trim().split('\n').at(-1) ?? '') as {
		json: { bytes: number };
		rise: number;
	};
	expect(json).toMatchObject({ lengthVerified: true, structureVerified: true });
	expect(json.bytes).toBeGreaterThanOrEqual(SIZE);
	expect(rise).toBeLessThan(120);
});
