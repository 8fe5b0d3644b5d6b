import { openMailbox, smtpFor, type Mailbox } from '../../../host/mailbox';
import { plainPdf } from '../../../sandbox/files/plainPdf';
import { PDF } from '../../support/files';
import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareHarness } from '../support/harness';
import { allRunsOf, ranOf, recordedOf } from '../support/record';
import { until } from '../support/until';
import { itWaits } from '../support/waiting';

const harness = prepareHarness();
const MAX_MINUTES = 12;

let mailbox: Mailbox;
let example: Example;
let folder: string;

beforeAll(async () => {
	mailbox = await openMailbox();
	folder = newArchive();
	example = await Example.import(harness, 'contract-process', {
		storing: { archiveFolder: folder },
		entered: { 'Wait Until Signed': { options: { checkEvery: 2 } } },
		credentials: { smtp: await smtpFor(harness.host, mailbox) },
	});
	await example.activate();
});
afterAll(async () => await mailbox.close());

const pdfOf = (lines: string[]) => new Uint8Array(plainPdf([lines]));

/** Fills in the form; returns what it shows at the end. */
async function submit(
	name: string,
	email: string,
	content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
	const form = example.form('Contract Form');
	await form.page();
	const contract = new File([content], 'contract.pdf', { type: PDF });
	return await form.end(await form.submit([name, email, contract]));
}

/** Sends a contract; returns its envelope. */
async function send(name: string, email: string) {
	const page = await submit(name, email, pdfOf(['A contract', '', '', '', 'Signature:']));
	expect(page).toContain('The contract is on its way');
	expect(page).toContain(`${email} has been asked to sign.`);
	const envelope = harness.sandbox.control
		.envelopes()
		.find((one) => one.name === `Contract with ${name}`);
	expect(envelope).toMatchObject({ status: 'sent', participants: [{ email }] });
	return envelope as NonNullable<typeof envelope>;
}

itWaits(
	'archives a contract that was signed, and reports one that was declined',
	async () => {
		const { host, sandbox } = harness;
		const signed = await send('Ada Lovelace', 'ada@example.com');
		const declined = await send('Grace Hopper', 'grace@example.com');
		sandbox.control.signAll(signed.ID);
		sandbox.control.decline(declined.ID, String(declined.participants[0]?.ID));
		await until('all runs have ended', () => ranOf(host, example.id), MAX_MINUTES);

		const runs = await allRunsOf(host, example.id);
		expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(archivedIn(folder)).toEqual([signed.ID]);
		// So the nightly archive does not store it again, and the ledger lists it.
		expect(await recordedOf(host, [signed.ID, declined.ID])).toEqual([signed.ID]);
		expect(mailbox.mails).toHaveLength(1);
		expect(mailbox.mails[0]).toContain('Contract with Grace Hopper was not signed.');
		expect(mailbox.mails[0]).toContain('Status: rejected');
	},
	15 * 60_000,
);

itWaits.each([
	['is not a PDF', 'Dear Ada'],
	['has no place to sign', pdfOf(['A contract'])],
])('says so on the form if the file %s', async (_, content) => {
	const before = harness.sandbox.control.envelopes().length;
	const page = await submit('Ada Lovelace', 'ada@example.com', content);
	expect(page).toContain('The contract was not sent');
	expect(page).toContain('Nothing was sent.');
	expect(page).not.toContain('on its way');
	expect(harness.sandbox.control.envelopes()).toHaveLength(before);
});
