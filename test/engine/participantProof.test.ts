import { hurry } from '../faults/hurry';
import { byId, prepareGround } from '../support/ground';
import { pdf, withFile } from '../support/samples';
import { jsonJob, processAtOnce } from './createAndSendJob';

const ground = prepareGround({ sandbox: { processingMs: 0 } });
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';
const CREATE = 'POST /sign/envelopes/{envelopeID}/participants';
const UPDATE = 'PATCH /sign/envelopes/{envelopeID}/participants/{participantID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const NOT_SHOWN =
	'The service does not show which authentication this participant has. Check it before you rely on it.';
const REFUSED = 'The service does not show the authentication that was requested';

hurry();

const ada = { email: 'ada@example.com', role: 'signer' };
const code = { authentication: 'accessCode', accessCode: '1234' };
const PHONE = { authentication: 'sms', countryCode: '+1', phoneNumber: '2223333' };
const ID = '00000000-0000-4000-8000-000000000001';
const stored = (authentication: unknown) => ({ ID, ...ada, authentication });

/** Both ways to say which authentication a participant shall have. */
const OPERATIONS = {
	create: { ...ada, route: CREATE },
	update: { participantId: byId(ID), route: UPDATE },
} as const;

describe.each(['create', 'update'] as const)('a code that was given by %s', (operation) => {
	const { route, ...inputs } = OPERATIONS[operation];
	const run = async (more: object = code) => {
		const draft = ground.sandbox.control.envelope({ participants: [] });
		const envelopeId = byId(draft.ID);
		return await ground.engine.run({
			...{ resource: 'participant', operation, envelopeId },
			...inputs,
			...more,
		});
	};
	const answer = (reply: unknown, listed: unknown) => {
		const body = JSON.stringify(stored(reply));
		const items = JSON.stringify({ items: [stored(listed)] });
		ground.sandbox.faults.clear();
		ground.sandbox.faults.always(route, { kind: 'body', body });
		ground.sandbox.faults.always(LIST, { kind: 'body', body: items });
		// Before it is created nobody is there.
		const none = { kind: 'body', body: '{"items": []}' } as const;
		if (operation === 'create') ground.sandbox.faults.next(LIST, none);
	};
	const SET = { type: 'AccessCode' };

	it.each<unknown>(['none', 'None', { type: 'none' }, { type: 'SMS' }, false])(
		'is an error, and never done, when all answers say %j',
		async (authentication) => {
			for (const listed of [authentication, undefined]) {
				answer(authentication, listed);
				const { items, error } = await run();
				expect(items).toEqual([]);
				expect(error?.message).toBe(REFUSED);
				expect(error?.description).toContain(ID);
				expect(error?.description).not.toContain('1234');
				expect(error?.context).toMatchObject({ outcome: 'unknown' });
			}
			answer(undefined, authentication);
			expect((await run()).error?.message).toBe(REFUSED);
		},
	);

	it.each<unknown>([undefined, { type: 'Static secret' }])(
		'is looked for in the list when the answer says %j',
		async (authentication) => {
			answer(authentication, SET);
			const shown = await run();
			expect(shown.error).toBeUndefined();
			expect(shown.items[0]?.json).toMatchObject({ ID, authentication: SET });
			expect(shown.items[0]?.json).not.toHaveProperty('warnings');

			answer(authentication, authentication);
			const hidden = await run();
			expect(hidden.error).toBeUndefined();
			expect(hidden.items[0]?.json).toMatchObject({ ID, warnings: [NOT_SHOWN] });
		},
	);

	it.each<unknown>([null, {}, '', { type: null }])(
		'is not there when the answer and the list have %j in its place',
		async (nothing) => {
			answer(nothing, SET);
			expect((await run()).items[0]?.json).toMatchObject({ ID, authentication: SET });
			for (const listed of [nothing, undefined]) {
				answer(nothing, listed);
				const { items, error } = await run();
				expect(items).toEqual([]);
				expect(error?.message).toBe(REFUSED);
				expect(error?.context).toMatchObject({ outcome: 'unknown' });
			}
			answer(undefined, nothing);
			expect((await run()).error?.message).toBe(REFUSED);
		},
	);

	it.each<[string, object, object]>([
		['code', code, { type: 'AccessCode', accessCode: '9876' }],
		['code of which a part is shown', code, { type: 'AccessCode', accessCode: '**76' }],
		['phone number', PHONE, { type: 'SMS', countryCode: '+1', phoneNumber: '1110000' }],
		['country', PHONE, { type: 'SMS', countryCode: '+49', phoneNumber: '2223333' }],
		['end of a phone number', PHONE, { type: 'SMS', phoneNumber: '*** 0000' }],
	])('is unknown when another %s is shown', async (_, wanted, other) => {
		const { type } = other as { type: string };
		// The method alone does not take back what was shown before.
		for (const listed of [other, { type }, undefined]) {
			answer(other, listed);
			const { items, error } = await run(wanted);
			expect(items).toEqual([]);
			expect(error?.message).toBe(REFUSED);
			expect(error?.context).toMatchObject({ outcome: 'unknown' });
		}
		const parts = Object.entries(wanted).filter(([key]) => key !== 'authentication');
		answer(other, { type, ...Object.fromEntries(parts) });
		expect((await run(wanted)).error).toBeUndefined();
	});

	it.each<[unknown, object]>([
		['****', code],
		['\u2022\u2022\u2022\u2022', code],
		['1**4', code],
		['[hidden]', code],
		[1234, code],
		[true, code],
		['MTIzNA==', code],
		['03ac674216f3e15c761ee1a5e255f067953623c8b388b4459e13f978d7c846f4', code],
		['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', code],
		['+1 222 3333', PHONE],
		['00 1 (222) 3333', PHONE],
		['*** ***33', PHONE],
	])('is given when it is shown as %j', async (shown, wanted) => {
		const isCode = 'accessCode' in wanted;
		const part = isCode
			? { type: 'AccessCode', accessCode: shown }
			: { type: 'SMS', phoneNumber: shown };
		answer(part, 'none');
		const { items, error } = await run(wanted);
		expect(error).toBeUndefined();
		expect(items[0]?.json).not.toHaveProperty('warnings');
	});

	it('is given when only the list shows it, or shows it late', async () => {
		answer('none', SET);
		expect((await run()).error).toBeUndefined();
		answer(undefined, SET);
		const late = { kind: 'body', body: JSON.stringify({ items: [stored('none')] }) } as const;
		ground.sandbox.faults.next(LIST, late, 2);
		expect((await run()).error).toBeUndefined();
	});

	it('is said not to be shown when the list cannot be read', async () => {
		const body = JSON.stringify(stored(undefined));
		ground.sandbox.faults.always(route, { kind: 'body', body });
		ground.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { items } = await run();
		expect(items[0]?.json.warnings).toEqual([NOT_SHOWN]);
	});

	it('costs no further look when the answer shows it', async () => {
		answer({ type: 'ACCESS_CODE' }, 'none');
		expect((await run()).error).toBeUndefined();
	});
});

it('a second try of the node adds nobody whom the first one may have added', async () => {
	const { ID: envelope } = ground.sandbox.control.envelope({ participants: [] });
	const body = JSON.stringify(stored('none'));
	ground.sandbox.faults.always(CREATE, { kind: 'body', body, applied: true });
	const { items, error } = await ground.engine.run(
		{
			...{ resource: 'participant', operation: 'create', envelopeId: byId(envelope) },
			...{ ...ada, ...code },
		},
		{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	);
	expect(error).toBeUndefined();
	expect(ground.sandbox.log.count(CREATE)).toBe(1);
	// The list shows whom it has added, with the code that was asked for.
	const [added] = ground.sandbox.control.get(envelope).participants;
	expect(items[0]?.json).toMatchObject({ ID: added?.ID, reconciled: true });
});

describe('Create and Send', () => {
	const send = async () => {
		processAtOnce(ground.sandbox);
		const people = [{ ...ada, ...code }];
		const job = jsonJob({ people, fields: [] }, { binaryPropertyNames: 'data' });
		return await ground.engine.run(job, { items: [withFile(pdf(), 'a.pdf')] });
	};

	it.each(['none', null, {}])('sends nothing when the service shows %j as code', async (shown) => {
		const body = JSON.stringify(stored(shown));
		const items = JSON.stringify({ items: [stored(shown)] });
		ground.sandbox.faults.always(CREATE, { kind: 'body', body });
		ground.sandbox.faults.always(LIST, { kind: 'body', body: items });
		const { error } = await send();
		expect(error?.message).toBe(REFUSED);
		expect(error?.description).toContain('The draft was deleted.');
		expect(ground.sandbox.log.count(SEND)).toBe(0);
	});
});
