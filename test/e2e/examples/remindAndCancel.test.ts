import type { CredentialReference } from '../../../host/host';
import { chain, manualTrigger, type Step } from '../../../host/workflows';
import { Example } from '../support/example';
import { prepareGround } from '../support/ground';
import { openMailbox, smtpFor, type Mailbox } from '../support/mailbox';

const ground = prepareGround();
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
/** Where it is midday now: no test sees midnight or a change of the clocks. */
const UTC_HOUR = new Date().getUTCHours();
const MIDDAY = `Etc/GMT${UTC_HOUR < 12 ? '-' : '+'}${Math.abs(UTC_HOUR - 12)}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

let mailbox: Mailbox;
let smtp: CredentialReference;

beforeAll(async () => {
	mailbox = await openMailbox();
	smtp = await smtpFor(ground.host, mailbox);
});
afterAll(async () => await mailbox.close());
beforeEach(async () => {
	await ground.sandbox.reset();
	mailbox.mails.length = 0;
});

const imported = async (settings: Record<string, string | number> = {}) =>
	await Example.import(ground, 'remind-and-cancel', {
		settings,
		timezone: MIDDAY,
		credentials: { smtp },
	});

const asked = (wanted: string) =>
	ground.sandbox.log.requests
		.filter(({ route }) => route === wanted)
		.map(({ path }) => path.split('/').at(-1)?.split(':')[0])
		.sort();

const table = (name: string, parameters: Step['parameters']): Step => ({
	name,
	type: 'n8n-nodes-base.dataTable',
	typeVersion: 1,
	parameters,
});

/** An envelope that the workflow has first seen so many days ago. */
async function waiting(days: number): Promise<string> {
	const { ID } = ground.sandbox.control.envelope({ status: 'sent' });
	const columns = ['envelopeId', 'since'].map((name) => ({ name, type: 'string' }));
	const run = await ground.host.execute(
		chain(`Seen ${ID}`, [
			manualTrigger,
			table('Table', {
				resource: 'table',
				operation: 'create',
				tableName: 'Waiting envelopes',
				columns: { column: columns },
				options: { createIfNotExists: true },
			}),
			table('Row', {
				resource: 'row',
				operation: 'insert',
				dataTableId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				columns: {
					mappingMode: 'defineBelow',
					value: { envelopeId: ID, since: daysAgo(days) },
					matchingColumns: [],
					schema: columns.map(({ name, type }) => ({ id: name, displayName: name, type })),
				},
				options: {},
			}),
		]),
	);
	expect(run.error).toBeUndefined();
	return ID;
}

it('reminds once on each of the days, cancels on the last one, and touches nothing that is new', async () => {
	const [third, eighth, over] = [await waiting(3), await waiting(8), await waiting(31)];
	await waiting(2);
	ground.sandbox.control.envelope({
		status: 'sent',
		createdAt: daysAgo(90),
		lastModifiedAt: daysAgo(60),
	});
	const example = await imported();
	const first = await example.run();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(asked(REMIND)).toEqual([third, eighth].sort());
	expect(asked(CANCEL)).toEqual([over]);
	expect(ground.sandbox.control.get(over).status).toBe('cancelled');

	await example.run();
	expect(asked(REMIND)).toHaveLength(2);
	expect(asked(CANCEL)).toHaveLength(1);
});

it('counts days of the calendar in the time zone of the workflow, not hours', async () => {
	const [evening, lastEvening] = [await waiting(2.75), await waiting(29.75)];
	// In the mornings of days 2 and 29.
	await waiting(2.25);
	const morning = await waiting(29.25);
	expect((await (await imported()).run()).error).toBeUndefined();

	expect(asked(REMIND)).toEqual([evening, morning].sort());
	expect(asked(CANCEL)).toEqual([lastEvening]);
});

it('tells the sender what was reminded, cancelled and refused', async () => {
	const { control, faults } = ground.sandbox;
	const [third, eighth, over, refused] = [
		await waiting(3),
		await waiting(8),
		await waiting(31),
		await waiting(40),
	];
	const cancelled: string[] = [];
	faults.next(CANCEL, { kind: 'status', status: 403 });
	const example = await imported({ tell: 'ada@example.com' });
	expect((await example.run()).error).toBeUndefined();
	for (const ID of [over, refused]) if (control.get(ID).status === 'cancelled') cancelled.push(ID);
	const left = [over, refused].filter((ID) => !cancelled.includes(ID));

	const mailAbout = (subject: string) =>
		mailbox.mails.filter((mail) => mail.includes(`Subject: ${subject}`)).join();
	const lineOf = (ID: string, days: number) => `${control.get(ID).name} (${ID}), day ${days}`;
	expect(mailbox.mails).toHaveLength(3);
	expect(mailbox.mails.every((mail) => mail.includes('To: ada@example.com'))).toBe(true);
	expect(mailAbout('Envelopes: 2 reminded')).toContain(lineOf(third, 3));
	expect(mailAbout('Envelopes: 2 reminded')).toContain(lineOf(eighth, 8));
	expect([cancelled.length, left.length]).toEqual([1, 1]);
	expect(mailAbout('Envelopes: 1 cancelled')).toContain(cancelled[0]);
	expect(mailAbout('Envelopes: 1 refused')).toMatch(new RegExp(`${left[0]}\\), day \\d+: \\w`));

	await example.run();
	expect(mailbox.mails).toHaveLength(4);
	expect(mailbox.mails[3]).toContain(left[0]);
});

it('tries a cancel again that failed, and hands on the reason', async () => {
	const over = await waiting(30);
	const example = await imported();
	ground.sandbox.faults.next(CANCEL, { kind: 'status', status: 403 });
	expect((await example.run()).json('Refused')).toMatchObject([{ error: expect.any(String) }]);
	expect(ground.sandbox.control.get(over).status).toBe('sent');

	expect((await example.run()).error).toBeUndefined();
	expect(ground.sandbox.control.get(over).status).toBe('cancelled');
});

it('counts from the day on which it first sees an envelope', async () => {
	ground.sandbox.control.envelope({
		status: 'sent',
		createdAt: daysAgo(90),
		lastModifiedAt: daysAgo(60),
	});
	const example = await imported({ remindOnDays: '0' });
	await example.run();

	expect(asked(REMIND)).toHaveLength(1);
	expect(asked(CANCEL)).toEqual([]);
});

it('forgets an envelope long after it has ended, and none that still waits or ended lately', async () => {
	const { control } = ground.sandbox;
	const [old, lately, open] = [await waiting(61), await waiting(59), await waiting(20)];
	for (const ID of [old, lately]) control.get(ID).status = 'sealed';
	const example = await imported();
	const forgotten = (await example.run()).json('Forget').map(({ envelopeId }) => envelopeId);
	expect(forgotten).toEqual([old]);

	const left = (await example.run()).json('Days of All').map(({ envelopeId }) => envelopeId);
	expect(left).toEqual(expect.arrayContaining([lately, open]));
	expect(left).not.toContain(old);
});

it('starts at day 0 with an envelope that it has cancelled and somebody has sent again', async () => {
	const over = await waiting(31);
	const example = await imported();
	await example.run();
	expect(asked(CANCEL)).toEqual([over]);
	ground.sandbox.control.get(over).status = 'sent';

	expect((await example.run()).error).toBeUndefined();
	expect((await example.run()).error).toBeUndefined();
	expect(asked(CANCEL)).toEqual([over]);
	expect(ground.sandbox.control.get(over).status).toBe('sent');
});

it.each(['cancelled', 'drafted'] as const)(
	'starts at day 0 with an envelope that a person has made %s and sent again, also if no other one waits',
	async (status) => {
		const { control } = ground.sandbox;
		const over = await waiting(29);
		const example = await imported({ cancelOnDay: 29, remindOnDays: '' });
		control.get(over).status = status;
		expect((await example.run()).error).toBeUndefined();
		control.get(over).status = 'sent';

		for (let n = 0; n < 2; n++) expect((await example.run()).error).toBeUndefined();
		expect(asked(CANCEL)).toEqual([]);
		expect(control.get(over).status).toBe('sent');
	},
);

it.each([
	['remindOnDays', 0, 1],
	// What is not cancelled is reminded.
	['cancelOnDay', 2, 0],
])('does nothing for a setting that was emptied: %s', async (setting, reminded, cancelled) => {
	await waiting(40);
	await waiting(5);
	const example = await imported({ [setting]: '' });
	expect((await example.run()).error).toBeUndefined();

	expect(asked(CANCEL)).toHaveLength(cancelled);
	expect(asked(REMIND)).toHaveLength(reminded);
});
