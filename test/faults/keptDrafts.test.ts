import { job, processAtOnce, withFiles } from '../engine/createAndSendJob';
import { prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

skipPauses();
const harness = prepareHarness();

describe('Create and Send', () => {
	it('keeps one draft, however often Retry On Fail tries', async () => {
		processAtOnce(harness.sandbox);
		harness.sandbox.faults.always('POST /sign/envelopes/{envelopeID}/participants', {
			kind: 'status',
			status: 400,
		});
		const { error } = await harness.engine.run(job({ options: { keepDraft: true } }), {
			items: [await withFiles()],
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 0,
		});
		const drafts = harness.sandbox.control.envelopes();
		expect(drafts).toHaveLength(1);
		expect(error?.description).toContain(`The draft ${drafts[0]?.ID} was kept`);
	});
});
