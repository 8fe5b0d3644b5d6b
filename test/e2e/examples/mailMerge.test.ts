import { exampleFile } from '../../../host/examples';
import type { StoredEnvelope } from '../../../sandbox/service/records';
import { Example } from '../support/example';
import { prepareGround } from '../support/ground';
import { asCsv, asXlsx } from '../support/spreadsheet';

const ground = prepareGround();
const HEADER = ['reference', 'email', 'name', 'position', 'startDate', 'salary'];
const TITLE = 'Employment contract with Analytical Engines Ltd';

let example: Example;
beforeAll(async () => {
	example = await Example.import(ground, 'mail-merge', { settings: { secondsToSettle: 0 } });
	await example.activate();
});

async function upload(file: File) {
	const form = example.form('Spreadsheet Form');
	await form.page();
	return await example.nextRun(async () => await form.submit([file]));
}

const textOf = ({ documents }: StoredEnvelope) => documents[0]?.pdf?.toString('latin1');

const named = (reference: string) =>
	ground.sandbox.control.envelopes().filter(({ name }) => name.startsWith(`${reference} `));

it('sends each row of the sample a letter of its own, with fields at its tags, and no row twice', async () => {
	const sample = new File([exampleFile('mail-merge.csv')], 'mail-merge.csv');
	const first = await upload(sample);
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(ground.sandbox.control.envelopes()).toHaveLength(3);
	const [ada] = named('HR-1001') as [StoredEnvelope];
	expect(ada).toMatchObject({
		name: `HR-1001 ${TITLE}`,
		status: 'sent',
		participants: [{ email: 'ada@example.com', role: 'signer' }],
		documents: [{ name: 'Letter HR-1001.html', fields: [{ type: 'signature' }, { type: 'date' }] }],
	});
	expect(textOf(ada)).toContain('Dear Ada Lovelace,');
	expect(textOf(ada)).toContain('52,000 EUR');
	expect(first.json('Report')).toMatchObject([
		{ reference: 'HR-1001', email: 'ada@example.com', result: 'sent', envelopeID: ada.ID },
		{ reference: 'HR-1002', result: 'sent', problem: '' },
		{ reference: 'HR-1003', result: 'sent' },
	]);
	const report = await ground.host.file(first.binary('Report File', 'data'));
	expect(report.toString()).toContain(`HR-1001,ada@example.com,sent,${ada.ID}`);

	const second = await upload(sample);
	expect([second.status, second.error]).toEqual(['success', undefined]);
	expect(second.json('Report').map(({ result }) => result)).toEqual(
		Array.from({ length: 3 }, () => 'sent before'),
	);
	expect(ground.sandbox.control.envelopes()).toHaveLength(3);
});

it('sends what can be sent, says what is wrong with the other rows, and sends them when they are right', async () => {
	const rows = [
		HEADER,
		['MM-1', 'one@example.com', 'One', 'Baker', 'today', 1],
		['MM-2', '', 'Two', 'Baker', 'today', 2],
		['MM-3', 'three@example.com', 'Three', 'Baker', 'today', 3],
		['MM-3', 'four@example.com', 'Four', 'Baker', 'today', 4],
		['', 'five@example.com', 'Five', 'Baker', 'today', 5],
		['MM-6-is-a-much-too-long-one', 'six@example.com', 'Six', 'Baker', 'today', 6],
		['MM-7', 'not an address', 'Seven', 'Baker', 'today', 7],
		['MM-8', 'eight@example.com', 'Eight', '', 'today', 8],
		['MM-9', 'nine@example.com', 'Nine', 'Baker', 46419, 9],
		['', '', '', '', '', ''],
	];
	const run = await upload(asCsv(rows));
	expect(run.error?.message).toBe(
		'8 of 9 letters were not sent. Correct the rows, then upload the file again. The first one is MM-2: The row has no email address.',
	);
	expect(run.json('Report').map(({ reference, problem }) => [reference, problem])).toEqual([
		['MM-1', ''],
		['MM-2', 'The row has no email address.'],
		['MM-3', 'The reference occurs more than once.'],
		['MM-3', 'The reference occurs more than once.'],
		['', 'The row has no reference.'],
		['MM-6-is-a-much-too-long-one', expect.stringContaining('more than 18 characters')],
		['MM-7', expect.stringContaining('email')],
		['MM-8', 'The row has no position.'],
		['MM-9', expect.stringContaining('as Excel stores dates')],
	]);
	expect([...named('MM-8'), ...named('MM-9')]).toEqual([]);
	const right = [HEADER, rows[1], ['MM-7', 'seven@example.com', 'Seven', 'Baker', 'today', 7]];
	const again = await upload(asCsv(right as string[][]));
	expect([again.status, again.error]).toEqual(['success', undefined]);
	expect(again.json('Report').map(({ result }) => result)).toEqual(['sent before', 'sent']);
	expect(named('MM-7')).toMatchObject([{ status: 'sent' }]);
});

it('reads Excel files, and shows values as they are, whatever signs are in them', async () => {
	const odd = 'A & B <b>[[signature:2]]</b> $& {{ 1 }} "x"';
	const hidden = '[\u200d[name:1]\u00ad]';
	const run = await upload(
		await asXlsx([HEADER, [4711, 'excel@example.com', odd, hidden, 'today', 52000.5]]),
	);
	expect([run.status, run.error]).toEqual(['success', undefined]);
	const [sent] = named('4711') as [StoredEnvelope];
	expect(sent.documents[0]?.fields).toHaveLength(2);
	// In a PDF, parentheses stand behind a backslash.
	expect(textOf(sent)).toContain('Dear A & B <b>\\(\\(signature:2\\)\\)</b> $& {{ 1 }} "x",');
	expect(textOf(sent)).toContain('52000.5');
});

it('leaves drafts and envelopes of others alone, and deletes and sends only what a run left', async () => {
	const { control } = ground.sandbox;
	const row = ['LEFT-1', 'left@example.com', 'Left', 'Baker', 'today', 1];
	control.failNextDocument('PDFIsCorrupted');
	const failed = await upload(asCsv([HEADER, row]));
	expect(failed.error?.message).toContain('1 of 1 letters were not sent');
	const mark = '[n8n 0123456789abcdef01234567]';
	const left = control.envelope({ name: `LEFT-1 Employment co ${mark}` });
	const complete = control.envelope({ name: `LEFT-1 ${TITLE}` });
	const others = [
		...[`LEFT-10 Employment ${mark}`, `LEFT-1 Other thing ${mark}`, `Employment ${mark}`],
		...['LEFT-1', 'LEFT-1 Employment'],
	];
	const kept = others.map((name) => control.envelope({ name }));

	const run = await upload(asCsv([HEADER, row]));
	expect([run.status, run.error]).toEqual(['success', undefined]);
	const IDs = control.envelopes().map(({ ID }) => ID);
	expect(IDs).not.toContain(left.ID);
	expect(IDs).not.toContain(complete.ID);
	expect(kept.filter(({ ID }) => !IDs.includes(ID))).toEqual([]);
	expect(named('LEFT-1').filter(({ status }) => status === 'sent')).toHaveLength(1);
});

it('takes an envelope that was sent, but not recorded, for what it is', async () => {
	const { control } = ground.sandbox;
	const row = ['FOUND-1', 'found@example.com', 'Found', 'Baker', 'today', 1];
	control.failNextDocument('PDFIsCorrupted');
	await upload(asCsv([HEADER, row]));
	const found = control.envelope({ name: `FOUND-1 ${TITLE}`, status: 'sent' });
	const run = await upload(asCsv([HEADER, row]));
	expect([run.status, run.error]).toEqual(['success', undefined]);
	expect(run.json('Report')).toMatchObject([{ result: 'sent before', envelopeID: found.ID }]);
	expect(named('FOUND-1')).toEqual([found]);
});

it('stops before anything is sent where nobody can tell what became of an envelope', async () => {
	const { control } = ground.sandbox;
	const row = ['ODD-1', 'odd@example.com', 'Odd', 'Baker', 'today', 1];
	control.failNextDocument('PDFIsCorrupted');
	await upload(asCsv([HEADER, row]));
	const odd = control.envelope({ name: `ODD-1 ${TITLE}` });
	Object.assign(odd, { status: 'archived' });
	const run = await upload(asCsv([HEADER, row]));
	expect(run.error?.message).toContain(
		`It is not known whether the envelope ${odd.ID} for ODD-1 was sent`,
	);
	expect(named('ODD-1')).toEqual([odd]);
	Object.assign(odd, { status: 'sent' });
});
