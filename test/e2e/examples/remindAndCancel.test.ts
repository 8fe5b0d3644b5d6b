import { readExample } from '../../../host/examples';
import type { CredentialReference } from '../../../host/host';
import { openMailbox, smtpFor, type Mailbox } from '../../../host/mailbox';
import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
const REMIND = 'POST /sign/envelopes/{envelopeID}:send-reminders';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';
/** Where it is midday now, so that no test sees midnight. */
const UTC_HOUR = new Date().getUTCHours();
const MIDDAY = `Etc/GMT${UTC_HOUR < 12 ? '-' : '+'}${Math.abs(UTC_HOUR - 12)}`;
const dayBefore = (days: number) =>
	new Date(Date.now() + (12 - UTC_HOUR) * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

let mailbox: Mailbox;
let smtp: CredentialReference;

beforeAll(async () => {
	mailbox = await openMailbox();
	smtp = await smtpFor(harness.host, mailbox);
});
afterAll(async () => await mailbox.close());
beforeEach(async () => {
	await harness.sandbox.reset();
	mailbox.mails.length = 0;
});

const DUE = 'What Is Due';
const code = String(
	readExample('remind-and-cancel').nodes.find(({ name }) => name === DUE)?.parameters.jsCode,
);

/** The example and envelopes that it has first seen so many days ago. */
async function waiting(...days: number[]) {
	const IDs = days.map((_, index) => {
		const name = `Contract ${index}`;
		return harness.sandbox.control.envelope({ name, status: 'sent' }).ID;
	});
	const since = Object.fromEntries(IDs.map((ID, index) => [ID, dayBefore(days[index] as number)]));
	const example = await Example.import(harness, 'remind-and-cancel', {
		settings: { notify: 'ada@example.com' },
		timezone: MIDDAY,
		credentials: { smtp },
		// n8n keeps static data only in production executions.
		entered: {
			[DUE]: {
				jsCode: `$getWorkflowStaticData('global').since = ${JSON.stringify(since)};\n${code}`,
			},
		},
	});
	return { IDs, example };
}

const asked = (wanted: string) =>
	harness.sandbox.log.requests
		.filter(({ route }) => route === wanted)
		.map(({ path }) => path.split('/').at(-1)?.split(':')[0]);

it('reminds once on each of the days, cancels on the last one, and tells the sender', async () => {
	const { IDs, example } = await waiting(2, 3, 8, 31);
	const [, third, eighth, over] = IDs;
	harness.sandbox.control.envelope({ name: 'New', status: 'sent' });
	const first = await example.run();
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(asked(REMIND).sort()).toEqual([third, eighth].sort());
	expect(asked(CANCEL)).toEqual([over]);
	const mails = mailbox.mails.join();
	expect(mailbox.mails).toHaveLength(2);
	expect(mails).toContain('To: ada@example.com');
	expect(mails).toMatch(
		/Subject: Envelopes reminded: 2[^]*Contract 2, day 8\r?\nContract 1, day 3/,
	);
	expect(mails).toMatch(/Subject: Envelopes canceled: 1[^]*Contract 3, day 31/);

	await example.run();
	expect([asked(REMIND).length, asked(CANCEL).length]).toEqual([2, 1]);
});

it('tells the reason of a refusal, and tries to cancel again the next day', async () => {
	const { IDs, example } = await waiting(30);
	harness.sandbox.faults.next(CANCEL, { kind: 'status', status: 403 });
	expect((await example.run()).error).toBeUndefined();
	expect(mailbox.mails.join()).toMatch(/Contract 0, day 30: \w/);
	await example.run();
	expect(asked(CANCEL)).toEqual([...IDs, ...IDs]);
});
