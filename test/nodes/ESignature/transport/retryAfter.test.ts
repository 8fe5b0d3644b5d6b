import fc from 'fast-check';

import { readRetryAfter } from '../../../../nodes/ESignature/transport/reply';
import { draws } from '../../../support/draws';

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);
const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

const read = (headers: Record<string, string | string[]>, retryAfter?: number) =>
	readRetryAfter({ headers }, { retryAfter }, NOW);

describe('the time the service asks to wait', () => {
	it.each([
		['seconds', '7', 7_000],
		['no seconds', '0', 0],
		['seconds with blanks', ' 30 ', 30_000],
		['nine digits', '999999999', 999_999_999_000],
		['a date in the future', at(90), 90_000],
		['a date that is now', at(0), 0],
		['a date in the past', at(-1), undefined],
		['a date long past', 'Thu, 01 Jan 1970 00:00:00 GMT', undefined],
	])('is read from %s', (_, value, expected) => {
		expect(read({ 'retry-after': value })).toBe(expected);
	});

	it.each([...['', 'soon', '-1', '1.5', '120s', '2026-99-99', 'in the year 2099']])(
		'is not read from %j',
		(garbage) => {
			expect(read({ 'retry-after': garbage })).toBeUndefined();
			expect(read({ 'retry-after': garbage }, 4)).toBe(4_000);
		},
	);

	it('is too long to wait, not absent, when it has more digits than anybody needs', () => {
		expect(read({ 'retry-after': '99999999999' })).toBeGreaterThan(120_000);
	});

	it('is counted by the clock of the service when the answer shows it', () => {
		const serverNow = NOW + 3_600_000;
		const retry = new Date(serverNow + 10_000).toUTCString();

		expect(read({ 'retry-after': retry, date: new Date(serverNow).toUTCString() })).toBe(10_000);
		expect(read({ 'retry-after': retry, date: 'yesterday' })).toBe(3_610_000);
		expect(read({ 'retry-after': '10', date: at(-9_999) })).toBe(10_000);
	});

	it.each([
		['the header is there', '5', 20, 5_000],
		['the header is garbage', 'soon', 3, 3_000],
		['the header is a past date', at(-60), 3, 3_000],
		['the body is unusable', '3', NaN, 3_000],
		['the body is negative', '3', -8, 3_000],
		['both are unusable', 'soon', NaN, undefined],
	])('is read from the header first, then from the body: %s', (_, header, body, expected) => {
		expect(read({ 'retry-after': header }, body)).toBe(expected);
	});

	it('is read from the body alone, and absent when the body has none', () => {
		expect(read({}, 2.5)).toBe(2_500);
		expect(read({})).toBeUndefined();
		expect(read({ 'retry-after': ['7', '9'] })).toBe(7_000);
	});

	it('is never negative, never NaN, and never raises an error', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.date().map(String),
			fc.nat().map(String),
		);
		fc.assert(
			fc.property(text, text, fc.option(fc.double(), { nil: undefined }), (asked, date, body) => {
				const wait = read({ 'retry-after': asked, date }, body) ?? 0;
				return Number.isFinite(wait) && wait >= 0;
			}),
			{ numRuns: draws(10_000) },
		);
	});
});
