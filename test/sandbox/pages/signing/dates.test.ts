import { formFor } from '../form';
import { readable } from '../visitor';
import { prepareDesk } from './desk';

const desk = prepareDesk();

describe('a date', () => {
	const dated = (changes: {
		format?: 'DD MMM YYYY' | 'YYYY-MMM-DD hh:mm';
		modifiable?: boolean;
	}) => {
		const made = desk.sent();
		const [document] = made.envelope.documents;
		const date = document!.fields.find((field) => field.type === 'date')!;
		Object.assign(date, changes);
		const value = () => document!.values[date.ID];
		return { ...made, value };
	};

	it('is that of the first opening and cannot be changed', async () => {
		const { envelope, signer, url, value } = dated({ format: 'DD MMM YYYY' });
		const opened = desk.clock;
		expect((await desk.visitor.get(url)).html).toMatch(/readonly\s+value="04 May 2026"/);
		desk.clock += 3 * 24 * 60 * 60 * 1000;
		await desk.visitor.post(url, formFor(envelope, signer, { date: '1999-01-01' }));
		desk.clock = opened;
		expect(value()).toBe('04 May 2026');
	});

	it('can be changed where the sender allows it, and keeps its format', async () => {
		const { envelope, signer, url, value } = dated({ format: 'DD MMM YYYY', modifiable: true });
		expect((await desk.visitor.get(url)).html).toMatch(/type="date"\s+value="2026-05-04"/);
		await desk.visitor.post(url, formFor(envelope, signer, { date: '2025-09-10' }));
		expect(value()).toBe('10 Sep 2025');
	});

	it('has a time where its format has one', async () => {
		const format = 'YYYY-MMM-DD hh:mm';
		const { envelope, signer, url, value } = dated({ format, modifiable: true });
		expect((await desk.visitor.get(url)).html).toMatch(
			/type="datetime-local"\s+value="2026-05-04T10:00"/,
		);
		await desk.visitor.post(url, formFor(envelope, signer, { date: '2025-09-10T14:30' }));
		expect(value()).toBe('2025-Sep-10 14:30');
	});

	it.each(['2025-02-31', 'tomorrow', '2025-09-10T25:00', ''])('is not %j', async (date) => {
		const { envelope, signer, url } = dated({ modifiable: true });
		const { status, html } = await desk.visitor.post(url, formFor(envelope, signer, { date }));
		expect(status).toBe(422);
		expect(readable(html)).toMatch(
			date === '' ? 'Date: choose a date.' : 'Date: enter a date such as',
		);
		expect(envelope.status).toBe('sent');
	});
});
