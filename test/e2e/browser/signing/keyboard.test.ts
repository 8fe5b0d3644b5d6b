import type { Locator } from 'playwright-core';

import type { FieldType } from '../../../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../../../sandbox';
import { ENTERED, fieldsOf } from '../../../sandbox/pages/form';
import { stampsIn } from '../../../sandbox/stampsIn';
import { focusStops, hardToSee } from './focusStops';
import { preparePerson } from './person';
import { offPlace } from './placement';

/** A person without a mouse signs a lease: each test goes on where the one before it stopped. */
const person = preparePerson({ viewport: { width: 1200, height: 740 } });
const SIGNER = 'ada@example.com';

/** In reading order. */
const LABELS: Record<FieldType, string> = {
	name: 'Full name (required)',
	company: 'Company (required)',
	title: 'Title (optional)',
	custom: 'Cost centre (required)',
	checkbox: 'Checkbox (required)',
	signature: 'Signature (required)',
	date: 'Date (required)',
	initials: 'Initials (required)',
};
const VALUES: Record<FieldType, string> = { ...ENTERED, date: '07 May 2026' };

let envelope: StoredEnvelope;

beforeAll(() => {
	envelope = person.receives({
		name: 'Lease of the harbour office',
		documents: [{ name: 'lease.pdf', pages: 2 }],
		participants: [{ email: SIGNER }],
	});
	for (const field of envelope.documents[0]!.fields) {
		if (field.type === 'date') Object.assign(field, { format: 'DD MMM YYYY', modifiable: true });
		if (field.type === 'initials') field.page = 2;
	}
});

const input = (type: FieldType) => person.page.getByLabel(LABELS[type]);
const fields = () => fieldsOf(envelope, envelope.participants[0]!);

/** The fonts of PDF know one byte per letter. */
const asDrawn = (text: string) => text.replace('\u2013', '\x96');

async function contentOf(link: Locator): Promise<Buffer> {
	const url = new URL((await link.getAttribute('href'))!, person.sandbox.url).href;
	return await (await person.page.request.get(url)).body();
}

it('leads from the inbox to the first field', async () => {
	await person.visit('/');
	await person.presses(person.page.getByRole('link', { name: `Sign as ${SIGNER}` }), 'Enter');
	await person.sees('Sign Lease of the harbour office');
	await person.painted();
	await person.presses(person.page.getByRole('link', { name: 'Go to your first field' }), 'Enter');
	expect(await person.focusIsOn(input('name'))).toBe(true);
});

it('shows at every stop of the Tab key where it is, in reading order', async () => {
	await person.opens(envelope);
	const stops = await focusStops(person.page);
	expect(hardToSee(stops)).toEqual([]);
	const inputs = stops.map(({ what }) => what).filter((what) => what.startsWith('input'));
	// A date has a stop for each of its parts.
	expect([...new Set(inputs)]).toEqual(
		Object.values(LABELS).map((label, index) => `input "${index + 1} ${label}"`),
	);
});

it('has each input where its field was placed', async () => {
	await person.opens(envelope);
	for (const { type, page = 1, boundingBox } of fields()) {
		await person.painted(page);
		const paper = person.page.locator('canvas').nth(page - 1);
		expect([type, (await offPlace(input(type), paper, boundingBox)) < 2]).toEqual([type, true]);
	}
});

it('leads from what is missing to its field', async () => {
	await person.opens(envelope);
	await person.presses(person.button('Sign'), 'Enter');
	await person.reads('Nothing has been signed yet');
	expect(await person.focusIsOn(person.page.getByRole('alert'))).toBe(true);
	const missing = person.page.getByRole('link', { name: 'Signature: fill in this field.' });
	await person.presses(missing, 'Enter');
	expect(await person.focusIsOn(input('signature'))).toBe(true);
});

it('goes on to the next field with Enter, and signs nothing by it', async () => {
	await person.opens(envelope);
	await person.tabsTo(input('name'));
	for (const type of Object.keys(LABELS) as FieldType[]) {
		expect([type, await person.focusIsOn(input(type))]).toEqual([type, true]);
		await person.page.keyboard.press('Enter');
	}
	expect(await person.focusIsOn(person.button('Sign'))).toBe(true);
	expect(envelope.status).toBe('sent');
});

it('takes all eight types and the signature', async () => {
	await person.opens(envelope);
	for (const type of ['name', 'company', 'title', 'custom'] as const) {
		await person.types(input(type), VALUES[type]);
	}
	await person.presses(input('checkbox'), 'Space');
	await person.types(input('signature'), VALUES.signature);
	await person.types(input('date'), '05072026');
	await person.types(input('initials'), VALUES.initials);
	await person.reads('7 of 7 required fields are filled in.');
	await person.presses(person.button('Sign'), 'Enter');
	await person.sees('Thank you');
	expect(fields().map(({ ID, type }) => [type, envelope.documents[0]!.values[ID]])).toEqual(
		fields().map(({ type }) => [type, VALUES[type]]),
	);
});

it('finds it all in the sealed PDF, which the page shows again', async () => {
	await person.sandbox.control.idle();
	await person.presses(person.page.getByRole('link', { name: 'See the documents' }), 'Enter');
	await person.reads('Everyone has signed and the documents are sealed.');
	for (const { type, page = 1 } of fields()) {
		await person.painted(page);
		expect(
			await person.page
				.locator('.paper')
				.nth(page - 1)
				.innerText(),
		).toContain(VALUES[type]);
	}
	const pdf = await contentOf(person.page.getByRole('link', { name: 'Open lease.pdf as a PDF' }));
	const stamps = [...(await stampsIn(pdf, 0)), ...(await stampsIn(pdf, 1))];
	expect(stamps.map(({ text }) => text)).toEqual(fields().map(({ type }) => asDrawn(VALUES[type])));
});

it('finds it all in the audit trail, in the inbox and as a PDF', async () => {
	const lines = fields().map(
		({ type, page }) =>
			`${type === 'custom' ? 'Cost centre' : type}: ${VALUES[type]} (lease.pdf, page ${page})`,
	);
	const trail = person.page.getByRole('link', { name: 'Open the audit trail as a PDF' });
	const pdf = (await contentOf(trail)).toString('latin1');
	for (const line of lines) expect(pdf).toContain(asDrawn(line).replace(/[()]/g, '\\$&'));
	await person.visit('/');
	const events = person.page.getByText('Events of Lease of the harbour office');
	await person.presses(events, 'Space');
	for (const line of lines) await person.page.getByText(line, { exact: true }).waitFor();
});
