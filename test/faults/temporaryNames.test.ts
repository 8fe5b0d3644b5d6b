import { job, withFiles } from '../engine/createAndSendJob';
import { prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

skipPauses();
const harness = prepareHarness();
const RENAME = 'PATCH /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

const createAndSend = async () => await harness.engine.run(job(), { items: [await withFiles()] });

describe('the temporary name', () => {
	const silent = (applied: boolean) => {
		harness.sandbox.faults.choose = ({ route, path }) =>
			route === RENAME
				? {
						kind: 'body',
						applied,
						body: JSON.stringify({ ID: path.split('/').at(-1), status: 'drafted' }),
					}
				: undefined;
	};

	it('is never sent when the answer to renaming shows no name and nothing was renamed', async () => {
		silent(false);
		const { error } = await createAndSend();
		expect(error?.description).toContain('while naming the envelope');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});

	it('is gone when the answer shows no name, but the envelope does', async () => {
		silent(true);
		const { items } = await createAndSend();
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'Lease' });
		expect(harness.sandbox.log.count(RENAME)).toBe(1);
	});
});
