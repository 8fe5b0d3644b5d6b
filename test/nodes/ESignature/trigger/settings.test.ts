import type { IWebhookFunctions } from 'n8n-workflow';

import { settingsOf } from '../../../../nodes/ESignature/trigger/form';

/** The settings of a node with these parameters; n8n gives the fallback for what was never set. */
const settings = (parameters: Record<string, unknown>) =>
	settingsOf({
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IWebhookFunctions);
const withOptions = (options: object) => settings({ options });

it('are the safe ones unless the user says otherwise', () => {
	expect(settings({})).toEqual({
		verification: '',
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

describe('a list', () => {
	it.each([
		['a list', ['A', 'B'], ['A', 'B']],
		['text with commas, as an expression may give it', ' A, B ,,C ', ['A', 'B', 'C']],
		['a list of such texts', ['A,B', ' C'], ['A', 'B', 'C']],
		['a list with something else in it', ['A', 7, null, { B: 1 }], ['A']],
		['nothing', undefined, []],
	])('may be %s', (_, envelopeIds, expected) => {
		expect(withOptions({ envelopeIds }).filter.envelopeIds).toEqual(expected);
	});

	it('of events may be text with commas, too', () => {
		expect(settings({ events: 'EnvelopeSealed, EnvelopeRejected' }).filter.types).toEqual([
			'EnvelopeSealed',
			'EnvelopeRejected',
		]);
	});

	it.each([
		['https://a.example/1, https://b.example/2', ['https://a.example/1', 'https://b.example/2']],
		['https://a.example/1,2', ['https://a.example/1,2']],
		['https://a.example/1,2,HTTP://b.example', ['https://a.example/1,2', 'HTTP://b.example']],
		['https://a.example/?to=https://b.example', ['https://a.example/?to=https://b.example']],
		['https://a.example/1,x https://b.example', ['https://a.example/1,x', 'https://b.example']],
		[[' https://a.example ', ''], ['https://a.example']],
	])('of addresses is split only where another address begins: %j', (publicUrls, expected) => {
		expect(withOptions({ publicUrls }).publicUrls).toEqual(expected);
	});
});

describe('a switch', () => {
	const SWITCHES = ['attachEnvelope', 'dropDuplicates', 'emitLateEvents', 'includeRawBody'];

	it.each([
		[true, true],
		['true', true],
		[' TRUE ', true],
		[false, false],
		['false', false],
		[1, true],
		['0', false],
	])('given as %j is %j', (value, expected) => {
		const given = withOptions(Object.fromEntries(SWITCHES.map((name) => [name, value])));

		expect(SWITCHES.map((name) => ({ ...given })[name as 'dropDuplicates'])).toEqual(
			SWITCHES.map(() => expected),
		);
	});

	it.each([['yes'], [''], [' '], [2], [null], [undefined], [[]]])(
		'given as %j stays as it is by default',
		(value) => {
			const given = withOptions(Object.fromEntries(SWITCHES.map((name) => [name, value])));
			const usual = withOptions({});

			for (const name of SWITCHES) {
				const key = name as 'dropDuplicates';
				expect([name, given[key]]).toEqual([name, usual[key]]);
			}
		},
	);
});

it.each([
	[1, 60_000],
	[0.5, 30_000],
	['10', 600_000],
	[null, 300_000],
	[0, 300_000],
	[-1, 300_000],
	['soon', 300_000],
	[Infinity, 300_000],
	[1e9, 86_400_000],
])('a time window of %j minutes is %d milliseconds', (timeWindow, expected) => {
	expect(withOptions({ timeWindow }).timeWindow).toBe(expected);
});
