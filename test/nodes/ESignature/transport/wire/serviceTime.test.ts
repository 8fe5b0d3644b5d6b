import { serviceTime } from '../../../../../nodes/ESignature/transport/wire/body';

const NOON = Date.UTC(2026, 0, 31, 12, 0, 0);

it.each<[unknown, number]>([
	['2026-01-31T12:00:00Z', NOON],
	['2026-01-31T12:00:00', NOON],
	['2026-01-31 12:00:00', NOON],
	['2026-01-31T12:00', NOON],
	['2026-01-31t12:00:00z', NOON],
	['2026-01-31T12:00:00 UTC', NOON],
	['2026-01-31T12:00:00+00:00', NOON],
	['2026-01-31T14:00:00+02:00', NOON],
	['2026-01-31T06:30:00-0530', NOON],
	['2026-01-31T13:00:00+01', NOON],
	['20260131T120000Z', NOON],
	['2026-01-31T12:00:00.5', NOON + 500],
	['2026-01-31T12:00:00,123Z', NOON + 123],
	['2026-01-31T12:00:00.123456789', NOON + 123],
	['2026-01-31', Date.UTC(2026, 0, 31)],
	['2026-01-31T24:00:00Z', Date.UTC(2026, 1, 1)],
	['2025-12-31T23:59:60Z', Date.UTC(2026, 0, 1)],
	['0001-01-01T00:00:00', Date.parse('0001-01-01T00:00:00Z')],
	['Sat, 31 Jan 2026 12:00:00 GMT', NOON],
	[NOON, NOON],
	[NOON / 1000, NOON],
	[String(NOON), NOON],
	[String(NOON / 1000), NOON],
	[`${NOON}000`, NOON],
	[`${NOON}000000`, NOON],
])('%j of the service is one moment, in whatever zone this n8n is', (value, time) => {
	expect(serviceTime(value)).toBe(time);
});

it.each([
	...['', 'yesterday', '31.01.2026', '2026-02-31T00:00:00Z', '2026-13-01', '2026-01-31T25:00:00Z'],
	...['2026-01-31T12:61', '7', null, undefined, {}, [], true, NaN, Infinity, '9'.repeat(100)],
])('%j is no time', (value) => {
	expect(serviceTime(value)).toBeNaN();
});
