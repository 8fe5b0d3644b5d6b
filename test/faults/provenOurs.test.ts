import { jsonJob, processAtOnce } from '../engine/createAndSendJob';
import { byId, prepareGround } from '../support/ground';
import { pdf, withFile } from '../support/samples';
import { until } from '../support/until';
import { hurry } from './hurry';
import { UNCERTAIN } from './lostAnswers';

const ground = prepareGround({ sandbox: { processingMs: 0 } });
hurry();

const PEOPLE = '/sign/envelopes/{envelopeID}/participants';
const CREATE = `POST ${PEOPLE}` as const;
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

const draft = () => ground.sandbox.control.envelope({ participants: [] });
const there = (ID: string) => ground.sandbox.control.get(ID).participants;

const adding = (envelope: string, more: object = {}) => ({
	...{ resource: 'participant', operation: 'create', envelopeId: byId(envelope) },
	...{ email: 'ada@example.com', role: 'signer', authentication: 'none' },
	...more,
});
const CODE = { authentication: 'accessCode', accessCode: '={{ "canary-" + "code" }}' };

describe('a participant whose answer was lost', () => {
	beforeEach(() => ground.sandbox.faults.next(CREATE, { kind: 'reset', applied: true }));

	it('is ours when all that was asked for is shown', async () => {
		const { ID } = draft();
		const { items } = await ground.engine.run(adding(ID, CODE));
		expect(items[0]?.json).toMatchObject({ ID: there(ID)[0]?.ID, reconciled: true });
	});

	it.each([
		'access-code-masked',
		'access-code-left-out',
		'authentication-left-out',
		'role-left-out',
	])('is unknown, with a place to look, when the list hides something: %s', async (dialect) => {
		const { ID } = draft();
		ground.sandbox.dialects.set([dialect]);
		const { items, error } = await ground.engine.run(adding(ID, CODE));
		expect(items).toEqual([]);
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toContain(`participants of envelope ${ID}`);
		expect(there(ID)).toHaveLength(1);
	});

	it('is not somebody with a code when none was asked for', async () => {
		const { ID } = draft();
		const { result } = ground.engine.start(adding(ID));
		const coded = { type: 'AccessCode', accessCode: 'theirs' } as const;
		ground.sandbox.faults.always(`GET ${PEOPLE}`, { kind: 'delay', ms: 0 });
		await until(() => there(ID).length > 0, result);
		Object.assign(there(ID)[0] as object, { authentication: coded });
		expect((await result).error?.description).toContain(UNCERTAIN);
	});
});

it('two executions that skip who is there add somebody once', async () => {
	const { ID } = draft();
	ground.sandbox.faults.always(CREATE, { kind: 'delay', ms: 100 });
	const run = async () => await ground.engine.run(adding(ID, { options: { skipExisting: true } }));
	const outcomes = await Promise.all([run(), run(), run()]);
	expect(there(ID)).toHaveLength(1);
	for (const { items } of outcomes) expect(items[0]?.json.ID).toBe(there(ID)[0]?.ID);
});

describe('participants that an answer does not tell apart', () => {
	const people = [
		{ email: 'ada@example.com', role: 'signer' },
		{ email: 'ada@example.com', role: 'cc' },
	];
	const field = { document: 1, participantEmail: 'ada@example.com', type: 'signature' };
	const fields = [{ ...field, page: 1, x: 10, y: 10, width: 100, height: 30 }];
	const send = async (placed: object[]) => {
		processAtOnce(ground.sandbox);
		ground.sandbox.dialects.set(['role-left-out', 'bulk-reversed']);
		const job = jsonJob({ people, fields: placed }, { binaryPropertyNames: 'data' });
		return await ground.engine.run(job, { items: [withFile(pdf(), 'a.pdf')] });
	};

	it('get no fields: nothing is sent, and the draft is deleted', async () => {
		const { items, error } = await send(fields);
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service does not show which of the new participants is which');
		expect(error?.description).toContain('The draft was deleted.');
		expect(ground.sandbox.log.count(SEND)).toBe(0);
	});

	it('are sent an envelope in which nothing depends on it', async () => {
		const { items } = await send([]);
		expect(items[0]?.json).toMatchObject({ status: 'sent' });
	});
});
