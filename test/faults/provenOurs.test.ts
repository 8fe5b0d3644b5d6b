import { byId, prepareHarness } from '../support/harness';
import { until } from '../support/until';
import { skipPauses } from './skipPauses';
import { UNCERTAIN } from './lostAnswers';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
skipPauses();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const CREATE = `POST ${PEOPLE}` as const;

const draft = () => harness.sandbox.control.envelope({ participants: [] });
const there = (ID: string) => harness.sandbox.control.get(ID).participants;

const adding = (envelope: string, more: object = {}) => ({
	resource: 'participant',
	operation: 'create',
	envelopeId: byId(envelope),
	email: 'ada@example.com',
	role: 'signer',
	authentication: 'none',
	...more,
});
const CODE = { authentication: 'accessCode', accessCode: '={{ "canary-" + "code" }}' };

describe('a participant whose answer was lost', () => {
	beforeEach(() => harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true }));

	it('is ours when all that was asked for is shown', async () => {
		const { ID } = draft();
		const { items } = await harness.engine.run(adding(ID, CODE));
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[0]?.ID, reconciled: true });
	});

	it('is not somebody with a code when none was asked for', async () => {
		const { ID } = draft();
		const { result } = harness.engine.start(adding(ID));
		const coded = { type: 'AccessCode', accessCode: 'theirs' } as const;
		harness.sandbox.faults.always(`GET ${PEOPLE}`, { kind: 'delay', ms: 0 });
		await until(() => there(ID).length > 0, result);
		Object.assign(there(ID)[0] as object, { authentication: coded });
		expect((await result).error?.description).toContain(UNCERTAIN);
	});
});
