import type { Route } from '../../nodes/ESignature/api';
import { skipPauses } from '../support/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pdf, withFile } from '../support/samples';
import { jsonJob, processAtOnce } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const UPDATE = 'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

skipPauses();

const ada = { email: 'ada@example.com', role: 'signer' };
const code = { authentication: 'accessCode', accessCode: '1234' };
const ID = '00000000-0000-4000-8000-000000000001';
const stored = (authentication: unknown) => ({ ID, ...ada, authentication });

/** The service takes it, but what it shows then has another method. */
function showing(route: Route, authentication: unknown) {
	const body = JSON.stringify(stored(authentication));
	const items = JSON.stringify({ items: [stored(authentication)] });
	harness.sandbox.faults.always(route, { kind: 'body', body });
	harness.sandbox.faults.always(LIST, { kind: 'body', body: items });
}

it.each([
	['create', CREATE, ada],
	['update', UPDATE, { participantId: byId(ID) }],
] as const)(
	'a code that was given by %s is an error, and never done, when the answer and the list show another method',
	async (operation, route, inputs) => {
		const envelopeId = byId(harness.sandbox.control.envelope({ participants: [] }).ID);
		showing(route, { type: 'SMS' });
		// Before it is created the list is empty.
		if (operation === 'create') {
			harness.sandbox.faults.next(LIST, { kind: 'body', body: '{"items": []}' });
		}
		const { items, error } = await harness.engine.run({
			resource: 'participant',
			operation,
			envelopeId,
			...inputs,
			...code,
		});
		expect(items).toEqual([]);
		expect(error?.description).toMatch(/participants? /);
		expect(error?.description).not.toContain('1234');
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
	},
);

it('Create and Send sends nothing when the service shows another method', async () => {
	processAtOnce(harness.sandbox);
	showing(CREATE, { type: 'SMS' });
	const people = [{ ...ada, ...code }];
	const job = jsonJob({ people, fields: [] }, { binaryPropertyNames: 'data' });
	const { error } = await harness.engine.run(job, { items: [withFile(pdf(), 'a.pdf')] });
	expect(error?.description).toContain('The draft was deleted.');
	expect(harness.sandbox.log.count(SEND)).toBe(0);
});
