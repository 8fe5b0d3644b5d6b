import { settingsOf } from '../../../../nodes/ESignature/polling/form';

/** n8n gives the fallback for what was never set. */
const settings = (parameters: Record<string, unknown>) =>
	settingsOf({
		getNodeParameter: ((name: string, fallback: unknown) => parameters[name] ?? fallback) as never,
	});

describe('the full check', () => {
	const HOUR = 3_600_000;

	it.each([
		[undefined, 24],
		['0', 0],
		[0.5, 0.5],
		['soon', 24],
		[-1, 24],
	])('set to every %j hours runs every %d hours', (checkEvery, hours) => {
		expect(settings({ options: { checkEvery } }).checkEvery).toBe(hours * HOUR);
	});
});

it.each([
	['EnvelopeSealed, EnvelopeCancelled', true, false],
	[['EnvelopeSealed'], true, false],
	['*', true, true],
	[undefined, true, true],
	[[], false, false],
])('the events %j include a sealed envelope: %j; a new one: %j', (events, sealed, created) => {
	const { isWanted } = settings({ events });

	expect([isWanted('EnvelopeSealed'), isWanted('EnvelopeCreated')]).toEqual([sealed, created]);
});
