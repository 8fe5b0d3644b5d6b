import { job, processAtOnce, withFiles } from '../engine/createAndSendJob';
import { prepareGround } from '../support/ground';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();

describe('Create and Send', () => {
	it('keeps one draft, however often Retry On Fail tries', async () => {
		processAtOnce(ground.sandbox);
		ground.sandbox.faults.always('POST /sign/envelopes/{envelopeID}/participants', {
			kind: 'status',
			status: 400,
		});
		const { error } = await ground.engine.run(job({ options: { keepDraft: true } }), {
			items: [await withFiles()],
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		const drafts = ground.sandbox.control.envelopes();
		expect(drafts).toHaveLength(1);
		expect(error?.description).toContain(`The draft ${drafts[0]?.ID} was kept`);
	});
});
