import fc from 'fast-check';

import {
	includeAccessCodes,
	shownParticipant,
} from '../../../../../nodes/ESignature/actions/participant/form';
import type { Participant } from '../../../../../nodes/ESignature/api';
import type { Call } from '../../../../../nodes/ESignature/core';

/** A call whose option is set, or left as it is. */
const including = (
	includeAccessCodes?: boolean,
	...codes: string[]
): Pick<Call, 'option' | 'codes'> => ({
	codes: new Set(codes),
	option: <Value>(name: string, fallback: Value) =>
		name === 'includeAccessCodes' && includeAccessCodes !== undefined
			? (includeAccessCodes as Value)
			: fallback,
});

const ada: Participant = {
	ID: '1',
	email: 'ada@example.com',
	role: 'SIGNER',
	authentication: { type: 'AccessCode', accessCode: 'canary-code' },
};

describe('a participant that is shown', () => {
	it.each([undefined, false])('has no access code unless asked for: %p', (option) => {
		expect(shownParticipant(including(option), ada)).toEqual({
			ID: '1',
			email: 'ada@example.com',
			role: 'SIGNER',
			authentication: { type: 'AccessCode' },
		});
	});

	it('has its access code when asked for, which nobody does by default', () => {
		expect(includeAccessCodes).toMatchObject({ name: 'includeAccessCodes', default: false });
		expect(shownParticipant(including(true), ada)).toEqual(ada);
	});

	it('keeps the phone of an authentication by SMS', () => {
		const sms = { type: 'SMS', countryCode: '+49', phoneNumber: '170' } as const;

		expect(shownParticipant(including(), { ...ada, authentication: sms })).toEqual({
			...ada,
			authentication: sms,
		});
	});

	it('has no authentication when the service shows none', () => {
		expect(shownParticipant(including(), { ID: '1', email: 'a@b', role: 'cc' })).toEqual({
			ID: '1',
			email: 'a@b',
			role: 'cc',
		});
	});

	it.each<[string, object]>([
		['under another key', { authentication: { type: 'AccessCode', code: 'canary-code' } }],
		['deeper', { authentication: { type: 'AccessCode', more: { of: ['canary-code'] } } }],
		['as the method', { authentication: 'canary-code' }],
		['beside the authentication', { accessCode: 'canary-code' }],
		['under any key', { note: 'canary-code', list: [{ x: 'It is canary-code.' }] }],
		['with an accent in one sign', { note: 'canary-cod\u00e9' }],
	])('does not have the code that was sent %s', (_, more) => {
		const call = including(false, 'canary-code', 'canary-code\u0301');
		const shown = shownParticipant(call, { ...ada, ...more } as Participant);

		expect(JSON.stringify(shown)).not.toMatch(/canary-cod/);
		expect(shown).toMatchObject({ ID: '1', email: 'ada@example.com', role: 'SIGNER' });
		expect(shownParticipant(including(true), { ...ada, ...more } as Participant)).toEqual({
			...ada,
			...more,
		});
	});

	it.each([undefined, 'AccessCode', { type: 'AccessCode', code: 'x', deep: { code: 'y' } }])(
		'shows of a code that nobody sent here no more than its method: %j',
		(authentication) => {
			const shown = shownParticipant(including(), { ...ada, authentication } as never);

			expect(shown.authentication).toEqual(authentication && { type: 'AccessCode' });
		},
	);

	it.each(['It is 1234.', '1234', '(1234)', '12345 or 1234'])(
		'does not have a short code that stands alone: %s',
		(note) => {
			const participant = { ...ada, note } as Participant;

			expect(shownParticipant(including(false, '1234'), participant).note).toBe('[hidden]');
		},
	);

	it('keeps a number that only has a short code in it', () => {
		const sms = { type: 'SMS', countryCode: '+49', phoneNumber: '1701234567' } as const;
		const participant = { ...ada, ID: '0-1234-0', authentication: sms };

		expect(shownParticipant(including(false, '1234'), participant)).toEqual(participant);
	});

	it('keeps everything else, known or not, and is not changed itself', () => {
		const named = /code|pin|password|secret/i;
		const others = fc.dictionary(
			fc.string().filter((key) => key !== 'authentication' && !named.test(key)),
			fc.jsonValue().filter((value) => !named.test(JSON.stringify(value))),
		);
		fc.assert(
			fc.property(others, (more) => {
				const participant = { ...more, authentication: ada.authentication } as Participant;
				const before = JSON.stringify(participant);

				expect(shownParticipant(including(), participant)).toEqual({
					...more,
					authentication: { type: 'AccessCode' },
				});
				expect(shownParticipant(including(true), participant)).toEqual(participant);
				expect(JSON.stringify(participant)).toBe(before);
			}),
			{ numRuns: 500 },
		);
	});
});
