import fc from 'fast-check';

import {
	newParticipant,
	type ParticipantInput,
} from '../../../../../nodes/ESignature/actions/participant/participant';
import { isWrongInput, UserError, wrongInput } from '../../../../../nodes/ESignature/core';
import { CLEARLY_MORE_THAN_LINEAR, growth } from '../../growth';
import { draws } from '../../../../support/draws';

const ada = { email: 'ada@example.com', role: 'signer' };
const withInput = (input: ParticipantInput) => newParticipant({ ...ada, ...input }, 'json');

describe('a participant', () => {
	it('is an address and a role, as the contract spells them', () => {
		expect(newParticipant({ email: ' ada@example.com\n', role: 'Signer' }, 'json')).toEqual(ada);
		expect(newParticipant({ email: 'ada@example.com', role: ' CC ' }, 'json')).toEqual({
			...ada,
			role: 'cc',
		});
	});

	it('keeps the address as it was typed', () => {
		expect(withInput({ email: 'Ada+Test@Exa\u0308mple.com' }).email).toBe(
			'Ada+Test@Exa\u0308mple.com',
		);
	});

	it.each<unknown>(['', ' \n', undefined, null, true, [], {}, ['ada@example.com']])(
		'has no address when it is %j',
		(email) => {
			expect(() => withInput({ email })).toThrow(wrongInput("The 'Email' is empty"));
		},
	);

	it.each<unknown>([
		...[7, 'ada', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', 'a@b,c@d', 'a@b\nBcc: c@d'],
	])('does not have the address %j', (email) => {
		expect(() => withInput({ email })).toThrow(wrongInput("The 'Email' is not an email address"));
	});

	it.each<unknown>([
		'',
		undefined,
		null,
		'witness',
		'signers',
		0,
		['signer'],
		{ signer: 1 },
		'toString',
	])('does not have the role %j', (role) => {
		expect(() => withInput({ role })).toThrow("The 'Role' must be one of 'cc', 'signer'");
	});

	it('is checked in linear time, whatever was pasted as an address', () => {
		for (const unit of ['a', '@', 'a@', ' ', 'a ']) {
			const worst = (size: number) => {
				expect(() => withInput({ email: `x${unit.repeat(size)}\n.` })).toThrow(UserError);
			};
			expect(growth(worst, 50_000)).toBeLessThan(CLEARLY_MORE_THAN_LINEAR);
		}
	});
});

it('is either what the contract allows or an error for the user, whatever was entered', () => {
	const value = fc.oneof(
		fc.constantFrom(
			'ada@example.com',
			'signer',
			'CC',
			'none',
			'accessCode',
			'sms',
			'+49',
			'1701234',
		),
		fc.string({ unit: 'binary' }),
		fc.anything(),
	);
	const input = fc.record({
		email: fc.oneof({ weight: 3, arbitrary: fc.emailAddress() }, value),
		role: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('signer', 'cc') }, value),
		authentication: value,
		accessCode: value,
		countryCode: value,
		phoneNumber: value,
	});
	fc.assert(
		fc.property(input, fc.constantFrom('form', 'json'), (given, source) => {
			try {
				const { email, role, authentication } = newParticipant(given, source);
				if (authentication?.type === 'SMS') {
					const { countryCode, phoneNumber } = authentication;
					return /^\+[0-9]+$/.test(countryCode) && /^[0-9]+$/.test(phoneNumber);
				}
				const code = authentication?.accessCode ?? 'none';
				return ['signer', 'cc'].includes(role) && /^\S+@\S+$/.test(email) && code.trim() !== '';
			} catch (error) {
				return isWrongInput(error);
			}
		}),
		{ numRuns: draws(5_000) },
	);
});
