import { exampleFile } from '../../../host/examples';
import type { StoredEnvelope } from '../../../sandbox/service/records';
import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';
import { asCsv } from '../support/spreadsheet';

const harness = prepareHarness();
const HEADER = ['reference', 'email', 'name', 'position', 'startDate', 'salary'];
const TITLE = 'Employment contract';

let example: Example;
beforeAll(async () => {
	example = await Example.import(harness, 'mail-merge');
	await example.activate();
});
beforeEach(async () => await harness.sandbox.reset());

async function upload(file: File) {
	const form = example.form('Spreadsheet Form');
	await form.page();
	return await example.nextRun(async () => await form.submit([TITLE, file]));
}

const textOf = ({ documents }: StoredEnvelope) => documents[0]?.pdf?.toString('latin1');
const envelopes = () => harness.sandbox.control.envelopes();

it('sends each row of the sample a letter of its own, with fields at its tags, and no row twice', async () => {
	const sample = new File([exampleFile('mail-merge.csv')], 'mail-merge.csv');
	const first = await upload(sample);
	expect([first.status, first.error]).toEqual(['success', undefined]);
	expect(envelopes()).toHaveLength(3);
	const ada = envelopes().find(({ name }) => name === `HR-1001 ${TITLE}`) as StoredEnvelope;
	expect(ada).toMatchObject({
		status: 'sent',
		participants: [{ email: 'ada@example.com', role: 'signer' }],
		documents: [{ fields: [{ type: 'signature' }, { type: 'date' }] }],
	});
	const [signature] = ada.documents[0]?.fields ?? [];
	expect(signature?.boundingBox[3]).toBeGreaterThanOrEqual(24);
	expect(textOf(ada)).toContain('Dear Ada Lovelace,');
	expect(textOf(ada)).toContain('52,000 EUR');

	const second = await upload(sample);
	expect([second.status, second.error]).toEqual(['success', undefined]);
	expect(envelopes()).toHaveLength(3);
});

it('sends what is left when the same file is uploaded again', async () => {
	const rows = [
		HEADER,
		['MM-1', 'one@example.com', 'One', 'Baker', 'today', 1],
		['MM-2', 'two@example.com', 'Two', 'Baker', 'today', 2],
	];
	harness.sandbox.control.failNextDocument('PDFIsCorrupted');
	const first = await upload(asCsv(rows));
	expect(first.error?.message).toMatch(/^1 letters were not sent\. Upload the same file again/);

	expect((await upload(asCsv(rows))).error).toBeUndefined();
	const sent = envelopes().filter(({ status }) => status === 'sent');
	expect(sent.map(({ name }) => name).sort()).toEqual([`MM-1 ${TITLE}`, `MM-2 ${TITLE}`]);
});

it.each([
	['an empty cell', ['MM-2', '', 'Two', 'Baker', 'today', 2], "Row 3 has no 'email'"],
	[
		'a reference twice',
		['MM-1', 'b@example.com', 'Two', 'Baker', 'today', 2],
		'Row 3 has the same reference as another row',
	],
])('sends nothing at all of a file with %s', async (_, row, problem) => {
	const right = ['MM-1', 'one@example.com', 'One', 'Baker', 'today', 1];
	const run = await upload(asCsv([HEADER, right, row]));
	expect(run.error?.message).toContain(`${problem}. Nothing was sent.`);
	expect(envelopes()).toEqual([]);
});

it('shows values as they are, and makes no field of them', async () => {
	const odd = 'A & B <b>[[signature:2]]</b> $& {{ 1 }}';
	await upload(asCsv([HEADER, ['MM-1', 'odd@example.com', odd, '［［name：1］］', 'today', 1]]));
	const [sent] = envelopes() as [StoredEnvelope];
	expect(sent.documents[0]?.fields).toHaveLength(2);
	// In a PDF, parentheses stand behind a backslash.
	expect(textOf(sent)).toContain('Dear A & B <b>\\(\\(signature:2\\)\\)</b> $& {{ 1 }},');
});
