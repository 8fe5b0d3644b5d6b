import { ENTERED, fieldsOf, formFor } from '../form';
import { readable } from '../visitor';
import { prepareDesk } from './desk';

const desk = prepareDesk();

it('has a labelled input of its own for every field, in reading order, with its box', async () => {
	const { envelope, signer, url } = desk.sent();
	const { html } = await desk.visitor.get(url);
	const labels = [...html.matchAll(/<label for="(field-[^"]+)"[\s\S]*?<\/label\s*>/g)];
	expect(labels.map(([label]) => readable(label).trim())).toEqual([
		'1 Full name (required)',
		'2 Company (required)',
		'3 Title (optional)',
		'4 Cost centre (required)',
		'5 Checkbox (required)',
		'6 Signature (required)',
		'7 Date (filled in for you)',
		'8 Initials (required)',
	]);
	for (const { ID, boundingBox } of fieldsOf(envelope, signer)) {
		expect(html).toMatch(`data-box="${boundingBox.join(' ')}"`);
		expect(html.match(new RegExp(`id="field-${ID}"`, 'g'))).toHaveLength(1);
	}
	expect(html).toMatch(
		`data-pdf="${new URL(url).pathname}/documents/${envelope.documents[0]!.ID}"`,
	);
});

it('counts the fields that are to be filled in, and leads to the first of them', async () => {
	const { envelope, signer, url } = desk.sent();
	const [document] = envelope.documents;
	const page = async () => (await desk.visitor.get(url)).html;
	expect(readable(await page())).toMatch('fill in your 7 fields and choose Sign');

	const date = fieldsOf(envelope, signer).find(({ type }) => type === 'date')!;
	const initials = fieldsOf(envelope, signer).find(({ type }) => type === 'initials')!;
	document!.fields = [date, initials];
	expect(readable(await page())).toMatch('fill in your field and choose Sign');
	expect(await page()).toMatch(`href="#field-${initials.ID}">Go to your first field`);

	document!.fields = [date];
	expect(readable(await page())).toMatch('Read the documents and choose Sign at the end.');
	expect(await page()).not.toMatch('Go to your first field');
});

it('takes all eight types and thanks', async () => {
	const { envelope, signer, url } = desk.sent();
	await desk.visitor.get(url);
	const answer = await desk.visitor.post(url, formFor(envelope, signer));
	expect(answer).toMatchObject({ status: 303, location: `${new URL(url).pathname}/done` });
	const values = fieldsOf(envelope, signer).map(({ ID, type }) => [
		type,
		envelope.documents[0]!.values[ID],
	]);
	expect(Object.fromEntries(values)).toEqual({ ...ENTERED, date: '2026-05-04' });
	const done = readable((await desk.visitor.get(answer.location!)).html);
	expect(done).toMatch('Thank you');
	expect(done).toMatch('Everyone has signed.');
});

it('signs nothing while something is missing, says what, and keeps the rest', async () => {
	const { envelope, signer, url } = desk.sent();
	const form = formFor(envelope, signer, { signature: ' ', checkbox: '', title: '' });
	const { status, html } = await desk.visitor.post(url, form);
	expect(status).toBe(422);
	expect(html).toMatch('<h2>Nothing has been signed yet</h2>');
	const list = /role="alert"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
	expect([...list.matchAll(/<li>[\s\S]*?<\/li>/g)].map(([item]) => readable(item).trim())).toEqual([
		'Checkbox: tick the box.',
		'Signature: fill in this field.',
	]);
	const signature = fieldsOf(envelope, signer).find(({ type }) => type === 'signature')!;
	expect(list).toMatch(`href="#field-${signature.ID}"`);
	expect(html).toMatch(`aria-describedby="field-${signature.ID}-problem"`);
	expect(html).toMatch('value="Analytical Engines &amp; Co."');
	expect(signer.signedAt).toBeUndefined();
	expect(envelope.documents[0]!.values).toEqual({});
	expect(envelope.status).toBe('sent');
});

it('signs with the optional fields left empty', async () => {
	const { envelope, signer, url } = desk.sent();
	const { status } = await desk.visitor.post(url, formFor(envelope, signer, { title: '' }));
	expect([status, envelope.status]).toEqual([303, 'processing']);
	const details = desk.sandbox.control
		.auditTrail(envelope.ID)
		.flatMap((event) => event.details ?? []);
	expect(details).toContain('title: (left empty) (document-1.pdf, page 1)');
});

it('takes initials, and not a whole name in their narrow box', async () => {
	const { envelope, signer, url } = desk.sent();
	const send = async (initials: string) =>
		await desk.visitor.post(url, formFor(envelope, signer, { initials }));
	const { status, html } = await send('J.R.R.T.x');
	expect(status).toBe(422);
	expect(readable(html)).toMatch('Initials: enter at most 8 characters.');
	expect(html).toMatch('value="J.R.R.T.x"');
	expect((await send('J.R.R.T.')).status).toBe(303);
});

it.each([
	['x'.repeat(201), 'at most 200 characters'],
	['\ue000\uf8ff', 'has no font for \ue000 \uf8ff'],
	['bell \u0007', 'has no font for'],
])('refuses what cannot stand in the document: %j', async (name, reason) => {
	const { envelope, signer, url } = desk.sent();
	const { status, html } = await desk.visitor.post(url, formFor(envelope, signer, { name }));
	expect(status).toBe(422);
	expect(readable(html)).toMatch(`Full name: `);
	expect(readable(html)).toMatch(reason);
	expect(envelope.status).toBe('sent');
});
