import fc from 'fast-check';

import { LOCATORS } from '../../../../nodes/ESignature/actions';
import { enteredId, isWrongInput } from '../../../../nodes/ESignature/core';
import { idKey, sameId } from '../../../../nodes/ESignature/api';
import { anyIdInput, HOSTILE_IDS, ID } from '../hostileIds';
import { draws } from '../../../support/draws';

const WELL_FORMED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ID, or what was raised instead. */
function attempt(value: unknown): unknown {
	try {
		return enteredId(value, 'envelope ID');
	} catch (error) {
		return error;
	}
}

describe('an ID', () => {
	it('is taken as it is spelled, without the space around it', () => {
		expect(enteredId(ID, 'envelope ID')).toBe(ID);
		expect(enteredId(ID.toUpperCase(), 'envelope ID')).toBe(ID.toUpperCase());
		expect(enteredId(` \t${ID}\r\n`, 'envelope ID')).toBe(ID);
	});

	it('is either refused or a UUID that the value itself spells', () => {
		fc.assert(
			fc.property(anyIdInput, (value) => {
				const result = attempt(value);
				const spelled = typeof value === 'string' ? value.trim() : '';
				return WELL_FORMED.test(spelled) ? result === spelled : isWrongInput(result);
			}),
			{ numRuns: draws(25_000) },
		);
	});

	it('is none of the known tricks', () => {
		expect(HOSTILE_IDS.filter((value) => !isWrongInput(attempt(value)))).toEqual([]);
	});

	it.each(LOCATORS.map(({ property }) => [property.displayName, property] as const))(
		'is accepted by the form of %s exactly if it is accepted here, or nothing is entered',
		(_, { modes = [] }) => {
			const [rule] = modes.flatMap(({ validation = [] }) => validation);
			const { regex = '' } = (rule as { properties?: { regex?: string } }).properties ?? {};
			const entered = [ID, ` ${ID.toUpperCase()}\n`, `${ID}${ID}`, '', ' ', ...HOSTILE_IDS].filter(
				(value): value is string => typeof value === 'string' && value.length <= 100,
			);
			const differs = entered.filter(
				(value) =>
					new RegExp(regex).test(value) !== (value.trim() === '' || !isWrongInput(attempt(value))),
			);
			expect(differs).toEqual([]);
			expect(entered.length).toBeGreaterThan(10);
		},
	);

	it.each([undefined, ' \n'])('is called empty when it is %p', (value) => {
		expect(attempt(value)).toMatchObject({ message: 'The envelope ID is empty' });
	});

	it.each([0, 'x'])('is called invalid when it is %p', (value) => {
		expect(attempt(value)).toMatchObject({
			message: `The envelope ID must be a valid ID, not '${String(value)}': find it with 'Get Many'`,
		});
	});

	it('is compared without case and without the space around it', () => {
		expect(sameId(ID, ` ${ID.toUpperCase()}`)).toBe(true);
		expect(new Set([ID, ID.toUpperCase()].map(idKey)).size).toBe(1);
		expect(sameId(ID, ID.replace(/.$/, 'x'))).toBe(false);
	});

	it.each([undefined, ' ', 7])('is never the same as %p', (value) => {
		expect(sameId(ID, value)).toBe(false);
		expect(sameId(value, value)).toBe(false);
	});

	it('does not appear in the error, which may be read by others', () => {
		expect(JSON.stringify(attempt('private-thing'))).not.toContain('private-thing');
	});
});
