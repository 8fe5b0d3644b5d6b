import type { IWebhookFunctions } from 'n8n-workflow';

import { settingsOf } from '../../../../nodes/ESignature/trigger/form';

/** The settings of a node with these parameters; n8n gives the fallback for what was never set. */
const settings = (parameters: Record<string, unknown>) =>
	settingsOf({
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IWebhookFunctions);
const withOptions = (options: object) => settings({ options });

it('is safe unless the user says otherwise', () => {
	expect(settings({})).toEqual({
		verification: 'httpMessageSignature',
		headerName: 'X-Webhook-Secret',
		filter: { types: ['*'], envelopeIds: [] },
		attachEnvelope: false,
		dropDuplicates: true,
		emitLateEvents: true,
		includeRawBody: false,
		publicUrls: [],
		timeWindow: 300_000,
	});
});

it.each([
	['a list', ['A', 'B'], ['A', 'B']],
	['text with commas, as an expression may give it', ' A, B ,,C ', ['A', 'B', 'C']],
	['a list of such texts, and something else in it', ['A,B', ' C', 7, null], ['A', 'B', 'C']],
	['nothing', undefined, []],
])('takes %s as a list', (_, envelopeIds, expected) => {
	expect(withOptions({ envelopeIds }).filter.envelopeIds).toEqual(expected);
});

it.each([
	[false, false],
	['false', false],
	['yes', true],
	[undefined, true],
])('takes the switch %j as %j, where it is on by default', (dropDuplicates, expected) => {
	expect(withOptions({ dropDuplicates }).dropDuplicates).toBe(expected);
});

it.each([
	[0.5, 30_000],
	['10', 600_000],
	[0, 300_000],
	['soon', 300_000],
	[1e9, 86_400_000],
])('takes a time window of %j minutes as %d milliseconds', (timeWindow, expected) => {
	expect(withOptions({ timeWindow }).timeWindow).toBe(expected);
});
