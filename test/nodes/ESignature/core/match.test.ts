import fc from 'fast-check';

import { PARTICIPANTS } from '../../../../nodes/ESignature/actions/participant/addParticipants';
import type { NewParticipant, Participant } from '../../../../nodes/ESignature/api';
import { match, matchAnswers, type Tier } from '../../../../nodes/ESignature/core/matching';
import { draws } from '../../../support/draws';

interface Made {
	key: string;
	ID: number;
}

const anyCase: Array<Tier<string, Made>> = [
	{ fits: (one, { key }) => one.toLowerCase() === key.toLowerCase() },
];
const answers = (sent: string[], made: Made[]) => matchAnswers(sent, made, anyCase);

/** What was sent, and an answer to each in some order. */
const answered = fc
	.array(fc.constantFrom('a', 'A', 'b', 'c', '__proto__'), { maxLength: 12 })
	.chain((sent) =>
		fc
			.shuffledSubarray(
				sent.map((key, ID) => ({ key, ID })),
				{ minLength: sent.length },
			)
			.map((made) => ({ sent, made })),
	);

describe('the answers of a bulk request', () => {
	it('are found for what was sent, in whatever order they come', () => {
		fc.assert(
			fc.property(answered, ({ sent, made }) => {
				const matched = answers(sent, made) ?? [];
				expect(matched.map(({ key }) => key.toLowerCase())).toEqual(
					sent.map((key) => key.toLowerCase()),
				);
				expect(new Set(matched.map(({ ID }) => ID)).size).toBe(sent.length);
				expect(matched.every((one) => !('matchedBy' in one))).toBe(true);
			}),
			{ numRuns: draws(2_000) },
		);
	});

	it('keep their order where several are alike', () => {
		const made = [
			{ key: 'a', ID: 1 },
			{ key: 'b', ID: 2 },
			{ key: 'a', ID: 3 },
		];

		expect(answers(['b', 'A', 'a'], made)?.map(({ ID }) => ID)).toEqual([2, 1, 3]);
	});

	it.each([
		['one is missing', ['a', 'b'], ['a']],
		['there is one more', ['a'], ['a', 'b']],
		['nothing came', ['a'], []],
	])('do not fit when %s', (_, sent, keys) => {
		const made = keys.map((key, ID) => ({ key, ID }));

		expect(answers(sent, made)).toBeUndefined();
	});

	it.each([
		['one is another', ['a', 'b'], ['c', 'a'], [1, 0], ['b']],
		['one comes twice', ['a', 'b'], ['a', 'a'], [0, 1], ['b']],
		['none says what it is', ['a', 'b', 'c'], ['', '', ''], [0, 1, 2], ['a', 'b', 'c']],
	])('are told by their place as the last resort, which is said: %s', (...row) => {
		const [, sent, keys, IDs, byPlace] = row;
		const made = keys.map((key, ID) => ({ key, ID }));
		const matched = answers(sent, made) ?? [];

		expect(matched.map(({ ID }) => ID)).toEqual(IDs);
		expect(sent.filter((_, at) => matched[at]?.matchedBy === 'position')).toEqual(byPlace);
	});

	it('are no answers where even their place would make them say something else', () => {
		const other = (one: string, { key }: Made) => key !== '' && one !== key;
		const made = ['b', '', 'x'].map((key, ID) => ({ key, ID }));

		expect(matchAnswers(['a', 'b', 'c'], made, anyCase, other)).toBeUndefined();
		expect(matchAnswers(['a', 'b'], made.slice(0, 2), anyCase, other)).toEqual([
			{ key: '', ID: 1, matchedBy: 'position' },
			{ key: 'b', ID: 0 },
		]);
	});

	it('to nothing are nothing', () => {
		expect(answers([], [])).toEqual([]);
	});

	it('are not changed themselves when something is said about them', () => {
		const made = Object.freeze({ key: 'x', ID: 1 });

		expect(answers(['a'], [made])).toEqual([{ key: 'x', ID: 1, matchedBy: 'position' }]);
		expect(made).toEqual({ key: 'x', ID: 1 });
	});
});

describe('several ways to tell, from the strictest to the loosest', () => {
	interface Entry {
		spot: number;
		label?: string;
		required?: boolean;
	}
	type Answer = Entry & { ID: number };
	const tiers: Array<Tier<Entry, Answer>> = [
		{
			fits: (one, made) =>
				one.spot === made.spot && one.label === made.label && one.required === made.required,
		},
		{ fits: (one, made) => one.spot === made.spot },
		{ named: 'spot', fits: (one, made) => Math.abs(one.spot - made.spot) <= 1 },
	];

	it('never swap entries that differ only in a detail, in whatever order the answers come', () => {
		const entry = fc.record({
			spot: fc.constantFrom(1, 5),
			label: fc.constantFrom('a', 'b', undefined),
			required: fc.constantFrom(true, false, undefined),
		});
		fc.assert(
			fc.property(
				fc.array(entry, { maxLength: 10 }).chain((sent) =>
					fc
						.shuffledSubarray(
							sent.map((one, ID) => ({ ...one, ID })),
							{ minLength: sent.length },
						)
						.map((made) => ({ sent, made })),
				),
				({ sent, made }) => {
					const matched = matchAnswers(sent, made, tiers) ?? [];
					expect(matched.map(({ spot, label, required }) => ({ spot, label, required }))).toEqual(
						sent,
					);
				},
			),
			{ numRuns: draws(2_000) },
		);
	});

	it('let a strict fit of a later entry go before a loose fit of an earlier one', () => {
		const sent = [
			{ spot: 1, label: 'a' },
			{ spot: 1, label: 'b' },
		];
		const made = [
			{ spot: 1, label: 'b', ID: 1 },
			{ spot: 1, label: '?', ID: 2 },
		];

		expect(matchAnswers(sent, made, tiers)?.map(({ ID }) => ID)).toEqual([2, 1]);
	});

	it('say which one was used only where that is worth a mention', () => {
		const sent = [{ spot: 1 }, { spot: 5 }, { spot: 9 }, { spot: 20 }];
		const made = [
			{ spot: 99, ID: 3 },
			{ spot: 9.5, ID: 2 },
			{ spot: 5, label: 'x', ID: 1 },
			{ spot: 1, ID: 0 },
		];
		const matched = matchAnswers(sent, made, tiers) ?? [];

		expect(matched.map(({ ID, matchedBy }) => [ID, matchedBy])).toEqual([
			[0, undefined],
			[1, undefined],
			[2, 'spot'],
			[3, 'position'],
		]);
	});

	it('tell what belongs to nothing', () => {
		const made = [
			{ spot: 1, ID: 0 },
			{ spot: 50, ID: 1 },
			{ spot: 1, ID: 2 },
		];
		const { found, left } = match([{ spot: 1 }, { spot: 7 }], made, tiers);

		expect(found).toEqual([made[0], undefined]);
		expect(left).toEqual([made[1], made[2]]);
	});
});

describe('participants', () => {
	const person = (accessCode?: string, email = 'ann@example.com') => ({
		email,
		role: 'signer' as const,
		...(accessCode && { authentication: { type: 'AccessCode' as const, accessCode } }),
	});
	const shown = (ID: string, made: object): Participant => ({ ID, ...made }) as Participant;
	const matched = (sent: NewParticipant[], made: Participant[]) =>
		matchAnswers(sent, made, PARTICIPANTS.tiers)?.map(({ ID, matchedBy }) =>
			matchedBy ? `${ID} by ${matchedBy}` : ID,
		);

	it('that differ only in their access code are not swapped', () => {
		const [one, two] = [person('1111'), person('2222')];

		expect(matched([one, two], [shown('two', two), shown('one', one)])).toEqual(['one', 'two']);
	});

	it('of whom only some have a code are not swapped where the service hides the codes', () => {
		const hidden = shown('coded', { ...person(), authentication: { type: 'AccessCode' } });

		expect(matched([person('1111'), person()], [shown('open', person()), hidden])).toEqual([
			'coded',
			'open',
		]);
	});

	it('are known in the ASCII form of their domain, which is the same, and without a role, which is said', () => {
		const sent = [person(undefined, 'ann@münchen.example'), person(undefined, 'bob@example.com')];
		const made = [
			shown('bob', { email: 'BOB@example.com' }),
			shown('ann', { ...person(), email: 'ann@xn--mnchen-3ya.example' }),
		];

		expect(matched(sent, made)).toEqual(['ann', 'bob by email address']);
	});

	it('with another role are others', () => {
		const { found } = match(
			[person()],
			[shown('copy', { ...person(), role: 'cc' })],
			PARTICIPANTS.tiers,
		);

		expect(found).toEqual([undefined]);
	});
});
