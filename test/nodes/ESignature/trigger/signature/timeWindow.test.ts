import type { BareItem } from '../../../../../nodes/ESignature/trigger/signature/structuredFields';
import { isLate } from '../../../../../nodes/ESignature/trigger/signature/verify';

const NOW = Date.parse('2026-08-01T12:00:00Z');
const clock = { now: NOW, window: 300_000 };
const at = (seconds: number) => NOW / 1000 + seconds;

const parameters = (values: Record<string, number>) =>
	new Map(
		Object.entries(values).map(([name, value]): [string, BareItem] => [
			name,
			{ type: 'integer', value },
		]),
	);

it.each([
	[-299, false],
	[-300, false],
	[-301, true],
	[299, false],
	[300, false],
	[301, true],
	[-86_400, true],
])('a signature created %i seconds from now is late: %s', (seconds, late) => {
	expect(isLate(parameters({ created: at(seconds) }), undefined, clock)).toBe(late);
	expect(isLate(parameters({}), new Date(at(seconds) * 1000).toUTCString(), clock)).toBe(late);
});

it('is late once it has expired, however young it is', () => {
	expect(isLate(parameters({ created: at(-10), expires: at(0) }), undefined, clock)).toBe(false);
	expect(isLate(parameters({ created: at(-10), expires: at(-1) }), undefined, clock)).toBe(true);
	expect(isLate(parameters({ expires: at(-1) }), undefined, clock)).toBe(true);
});

it('goes by the time of the signature before that of the message', () => {
	const old = new Date(at(-9999) * 1000).toUTCString();

	expect(isLate(parameters({ created: at(0) }), old, clock)).toBe(false);
});

it.each([undefined, '', 'yesterday', '9'.repeat(10_000)])(
	'is not late without a time: %s',
	(date) => {
		expect(isLate(parameters({}), date, clock)).toBe(false);
	},
);
