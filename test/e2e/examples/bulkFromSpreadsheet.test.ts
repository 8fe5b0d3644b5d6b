import { exampleFile } from '../../../host/examples';
import { Example } from '../support/example';
import { prepareHarness } from '../support/harness';

const harness = prepareHarness();
const SAMPLE = exampleFile('bulk-from-spreadsheet.csv');
const HEADER = SAMPLE.split('\n')[0] as string;

/** An empty draft with one document, and its IDs as a row begins with them. */
function draft(pages = 1) {
	const envelope = harness.sandbox.control.envelope({
		participants: [],
		documents: [{ name: 'contract.pdf', pages }],
	});
	const [document] = envelope.documents;
	return { envelope, document, ids: `${envelope.ID},${document?.ID}` };
}

async function upload(csv: string) {
	const example = await Example.import(harness, 'bulk-from-spreadsheet');
	await example.activate();
	const form = example.form('Spreadsheet Form');
	await form.page();
	harness.sandbox.log.clear();
	return await example.nextRun(
		async () => await form.submit([new File([csv], 'people.csv', { type: 'text/csv' })]),
	);
}

async function uploaded(csv: string) {
	const run = await upload(csv);
	expect([run.status, run.error]).toEqual(['success', undefined]);
	return run;
}

it('adds 300 participants and 600 fields with a handful of requests', async () => {
	const drafts = [draft(150), draft(150)];
	const rows = drafts.flatMap(({ ids }, at) =>
		Array.from({ length: 150 }, (_, index) => {
			const person = `${ids},person${index}@group${at}.example.com,signer`;
			const page = index + 1;
			return [`${person},signature,${page},20,240`, `${person},date,${page},100,240`];
		}).flat(),
	);
	const run = await uploaded([HEADER, ...rows].join('\n'));
	expect(run.json('Add Fields')).toHaveLength(600);
	for (const { envelope, document } of drafts) {
		expect(envelope.participants).toHaveLength(150);
		expect(document?.fields).toHaveLength(300);
		const owners = document?.fields.map(({ participantID }) => participantID);
		expect(new Set(owners).size).toBe(150);
	}
	const writes = harness.sandbox.log.requests.filter(({ method }) => method === 'POST');
	// Two requests for participants, two for the fields of each document, and the sign-in.
	expect(writes.length).toBeLessThanOrEqual(2 + 4 + 1);
	// Before each of these writes it is read what is there, so that a lost answer can be found again.
	expect(harness.sandbox.log.count()).toBeLessThanOrEqual(16);
});

it('takes the sample spreadsheet, copy recipients included, and adds no participant and no field twice', async () => {
	const [first, second] = [draft(), draft()];
	const ids = [...new Set(SAMPLE.match(/^[0-9a-f-]{36},[0-9a-f-]{36}/gm))];
	expect(ids).toHaveLength(2);
	const csv = SAMPLE.replaceAll(ids[0] as string, first.ids).replaceAll(
		ids[1] as string,
		second.ids,
	);
	await uploaded(csv);
	expect(first.envelope.participants).toMatchObject([
		{ email: 'ada@example.com', role: 'signer' },
		{ email: 'boss@example.com', role: 'cc' },
	]);
	expect(first.document?.fields).toMatchObject([
		// 20 and 240 mm, 60 by 12 mm, in points.
		{ type: 'signature', page: 1, boundingBox: [56.69, 680.31, 170.08, 34.02] },
		{ type: 'date', page: 1 },
	]);
	expect(second.document?.fields).toHaveLength(2);

	const again = await upload(csv);
	expect(again.error?.message).toContain('overlaps an existing signature field');
	expect(first.envelope.participants).toHaveLength(2);
	expect(first.document?.fields).toHaveLength(2);
});
