import { skipPauses } from '../faults/skipPauses';
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

/** Both ways to say which authentication a participant shall have. */
const OPERATIONS = {
	create: { ...ada, route: CREATE },
	update: { participantId: byId(ID), route: UPDATE },
} as const;

describe.each(['create', 'update'] as const)('a code that was given by %s', (operation) => {
	const { route, ...inputs } = OPERATIONS[operation];
	const run = async () => {
		const draft = harness.sandbox.control.envelope({ participants: [] });
		const envelopeId = byId(draft.ID);
		return await harness.engine.run({
			resource: 'participant',
			operation,
			envelopeId,
			...inputs,
			...code,
		});
	};
	const answer = (reply: unknown, listed: unknown) => {
		const body = JSON.stringify(stored(reply));
		const items = JSON.stringify({ items: [stored(listed)] });
		harness.sandbox.faults.clear();
		harness.sandbox.faults.always(route, { kind: 'body', body });
		harness.sandbox.faults.always(LIST, { kind: 'body', body: items });
		// Before it is created the list is empty.
		const none = { kind: 'body', body: '{"items": []}' } as const;
		if (operation === 'create') harness.sandbox.faults.next(LIST, none);
	};
	const SET = { type: 'AccessCode', accessCode: '1234' };

	it('is an error, and never done, when the answer and the list show another method', async () => {
		answer({ type: 'SMS' }, { type: 'SMS' });
		const { items, error } = await run();
		expect(items).toEqual([]);
		expect(error?.description).toMatch(/participants? /);
		expect(error?.description).not.toContain('1234');
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
	});

	it('is given when only the list shows it', async () => {
		answer(undefined, SET);
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ ID, authentication: { type: 'AccessCode' } });
	});

	it('is given when the answer shows its method, in whatever case, and costs no further read', async () => {
		answer({ type: 'ACCESSCODE' }, null);
		expect((await run()).error).toBeUndefined();
	});
});

it('a participant who needs no code is added without a further read', async () => {
	const { ID: envelope } = harness.sandbox.control.envelope({ participants: [] });
	const { items } = await harness.engine.run({
		resource: 'participant',
		operation: 'create',
		envelopeId: byId(envelope),
		...ada,
		authentication: 'none',
	});
	expect(items).toHaveLength(1);
	expect(harness.sandbox.log.count(LIST)).toBe(1);
});

describe('Create and Send', () => {
	const send = async () => {
		processAtOnce(harness.sandbox);
		const people = [{ ...ada, ...code }];
		const job = jsonJob({ people, fields: [] }, { binaryPropertyNames: 'data' });
		return await harness.engine.run(job, { items: [withFile(pdf(), 'a.pdf')] });
	};

	it('sends nothing when the service shows another method', async () => {
		const shown = { type: 'SMS' };
		const body = JSON.stringify(stored(shown));
		const items = JSON.stringify({ items: [stored(shown)] });
		harness.sandbox.faults.always(CREATE, { kind: 'body', body });
		harness.sandbox.faults.always(LIST, { kind: 'body', body: items });
		const { error } = await send();
		expect(error?.description).toContain('The draft was deleted.');
		expect(harness.sandbox.log.count(SEND)).toBe(0);
	});
});
