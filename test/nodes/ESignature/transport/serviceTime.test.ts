import { serviceTime } from '../../../../nodes/ESignature/transport/reply';

const NOON = Date.UTC(2026, 0, 31, 12, 0, 0);

it.each([
	['2026-01-31T12:00:00Z', NOON],
	['2026-01-31T12:00:00.123456Z', NOON + 123],
	['2026-01-31T14:00:00+02:00', NOON],
	// Without a zone it is UTC, in whatever zone this n8n is.
	['2026-01-31T12:00:00', NOON],
	['2026-01-31', Date.UTC(2026, 0, 31)],
])('%j of the service is one moment', (value, time) => {
	expect(serviceTime(value)).toBe(time);
});

it.each(['', 'yesterday', '2026-13-01', 7, null, undefined, {}])('%j is no time', (value) => {
	expect(serviceTime(value)).toBeNaN();
});
